import { plural } from '../../../contracts/words/format.ts';
import type { EmailSubmission } from '../../../ports/reviewer.ts';
import { beginningOf, type Findings, type Scored, scored, shareOf, whether, wordsOf } from './findings.ts';

interface Letter {
  readonly subject: string;
  readonly body: string;
  readonly words: readonly string[];
  readonly paragraphs: readonly string[];
  readonly hasGreeting: boolean;
  /** Whether the greeting is a line of its own. */
  readonly isGreetingApart: boolean;
  readonly hasClosing: boolean;
}

export function judgeEmail({ email }: EmailSubmission): Findings {
  const letter = read(email.subject, email.body);
  return {
    criteria: [judgeClarity(letter), judgeTone(letter), judgeRequest(letter), judgeStructure(letter)],
    lookedAt: ['the subject', `the body (${plural(letter.words.length, 'word')})`, `the number of recipients (${email.recipients})`],
    ...(letter.words.length === 0 && { atMost: 0 }),
  };
}

function read(subject: string, given: string): Letter {
  const body = beginningOf(given.replaceAll(/\r\n?/g, '\n'));
  const lines = body.split('\n').flatMap((line) => line.trim() || []);
  const isApart = lines.length > 1 && isShort(lines[0] ?? '') && !/[.。]$/u.test(lines[0] ?? '');
  return {
    subject: subject.trim(),
    body,
    words: wordsOf(body),
    paragraphs: body.split(/\n[ \t]*\n/).filter((paragraph) => paragraph.trim() !== ''),
    hasGreeting: isApart || GREETING.test(lines[0] ?? ''),
    isGreetingApart: isApart,
    hasClosing: lines.length > 2 && isShort(lines.at(-1) ?? ''),
  };
}

const SHORT_WORDS = 6;

/** In every language, a greeting and a closing are lines of their own with a few words. */
const isShort = (line: string): boolean => wordsOf(line).length <= SHORT_WORDS && !/[?？؟]/u.test(line);

/** A greeting whose sentence goes on in the same line: 'Dear client, the review moves to Monday.' */
const GREETING =
  /^(?:dear|hi|hello|hey|good (?:morning|afternoon|evening)|hallo|liebe[rs]?|guten|sehr geehrte|bonjour|ch[eè]re?|hola|estimad[oa]s?)\b[^,.!?\n]{0,60}[,!]/iu;

const LONGEST_SUBJECT = 90;
const FEWEST_WORDS = 15;
const MOST_WORDS = 300;
const LONG_SENTENCE = 25;

function judgeClarity({ subject, body, words }: Letter): Scored {
  const sentences = body.split(/[.!?。！？](?=\s|$)|\n[ \t]*\n/u).map((sentence) => wordsOf(sentence).length);
  const counts = sentences.filter((count) => count > 0);
  const mean = counts.length === 0 ? 0 : words.length / counts.length;
  return scored(
    'Clarity',
    30,
    [
      {
        points: 40,
        met: whether(subject.length >= 3 && subject.length <= LONGEST_SUBJECT),
        advice: 'Give it a subject that says in a few words what it is about.',
      },
      {
        points: 30,
        met: words.length > MOST_WORDS ? MOST_WORDS / words.length : shareOf(words.length, FEWEST_WORDS),
        advice:
          words.length > MOST_WORDS
            ? `It has more than ${MOST_WORDS} words: leave out what the reader does not need.`
            : 'It is very short.',
      },
      { points: 30, met: mean === 0 ? 0 : shareOf(LONG_SENTENCE, mean), advice: 'The sentences are long: make two of one.' },
    ],
    'Subject, length and sentences are easy to read.',
  );
}

const RUDE = /\b(?:idiots?|idiotic|stupid|moron|useless|incompetent|shut up|damn)\b/i;
const SHOUTED = /\p{Lu}{4,}/gu;
const MOST_SHOUTED = 3;

function judgeTone({ subject, body, hasGreeting, hasClosing }: Letter): Scored {
  const shouted = [...`${subject}\n${body}`.matchAll(SHOUTED)].length;
  return scored(
    'Tone',
    20,
    [
      { points: 30, met: whether(hasGreeting), advice: 'Begin with a greeting.' },
      { points: 20, met: whether(hasClosing), advice: 'End with a closing and your name.' },
      { points: 25, met: whether(shouted <= MOST_SHOUTED && !/!{2,}/.test(body)), advice: 'Capitals and several exclamation marks shout.' },
      { points: 25, met: whether(!RUDE.test(body)), advice: 'Some words are rude.' },
    ],
    'It greets, closes and does not shout.',
  );
}

const ASKS = /\b(?:please|kindly|could you|can you|would you|will you|let me know|i need|we need|bitte|por favor|merci de|s'il vous)\b/i;
const WHEN =
  /\d{1,2}[:.]\d{2}|\b\d{1,2} ?[ap]m\b|\d{4}-\d{2}-\d{2}|\b\d{1,2}[./]\d{1,2}\b|\b(?:today|tomorrow|tonight|monday|tuesday|wednesday|thursday|friday|saturday|sunday|week|month|deadline)\b/i;

function judgeRequest({ body }: Letter): Scored {
  return scored(
    'Request',
    25,
    [
      {
        points: 65,
        met: whether(/[?？؟]/u.test(body) || ASKS.test(body)),
        advice: 'No request was found: say who is to do what, or that nothing is to be done.',
      },
      { points: 35, met: whether(WHEN.test(body)), advice: 'Say by when you need an answer.' },
    ],
    'It asks for something, with a time.',
  );
}

const LONG_PARAGRAPH = 120;

function judgeStructure({ paragraphs, body, isGreetingApart, hasClosing }: Letter): Scored {
  const hasList = /^[ \t]*(?:[-*•]|\d+[.)])\s/m.test(body);
  const isWall = paragraphs.some((paragraph) => wordsOf(paragraph).length > LONG_PARAGRAPH);
  return scored(
    'Structure',
    25,
    [
      { points: 40, met: whether(paragraphs.length > 1 || hasList), advice: 'Separate thoughts by blank lines.' },
      { points: 30, met: whether(paragraphs.length > 0 && !isWall), advice: `A paragraph has more than ${LONG_PARAGRAPH} words.` },
      {
        points: 30,
        met: (whether(isGreetingApart) + whether(hasClosing)) / 2,
        advice: 'Greeting and closing belong on lines of their own.',
      },
    ],
    'It has paragraphs, a greeting and a closing.',
  );
}
