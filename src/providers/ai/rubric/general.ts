import { plural } from '../../../contracts/words/format.ts';
import type { GeneralSubmission, SubmittedCommit } from '../../../ports/reviewer.ts';
import { type Findings, isAmong, type Scored, scored, shareOf, stemsOf, topicsOf, whether, wordsOf } from './findings.ts';

/** The share of the words of a requirement that a good proof names. */
const NAMED = 0.6;
/** The score if nothing can be compared: it decides neither for nor against. */
const NEUTRAL = 0.6;
const ENOUGH_WORDS = 30;

/** The texts that are examined before those of the files. */
export const textsOf = ({ text, commits }: GeneralSubmission): readonly string[] => [
  text ?? '',
  ...commits.flatMap(({ message }) => message ?? []),
];

export function judgeGeneral(submission: GeneralSubmission): Findings {
  const { text, links, commits, files } = submission;
  const readable = files.filter((file) => (file.text ?? '').trim() !== '');
  const written = [...textsOf(submission), ...readable.map((file) => file.text ?? '')].join('\n');
  return {
    criteria: [judgeRequirement(submission, written), judgeEvidence(submission, written), judgeDetail(written)],
    lookedAt: [
      ...(text === null || text === '' ? [] : [`the text (${plural(wordsOf(text).length, 'word')})`]),
      ...(links.length === 0 ? [] : [`${plural(links.length, 'link')}, without opening them`]),
      ...(commits.length === 0 ? [] : [plural(commits.length, 'commit')]),
      ...(readable.length === 0 ? [] : [`the text of ${plural(readable.length, 'file')}`]),
      ...(files.length === readable.length ? [] : [`the names of ${plural(files.length - readable.length, 'file')} that it cannot read`]),
    ],
  };
}

/** Kinds of proof that a requirement may name. The thing itself meets the requirement, whatever its words are. */
const LINK = stemsOf([
  'link',
  'links',
  'url',
  'address',
  'page',
  'post',
  'article',
  'pull',
  'request',
  'merge',
  'merged',
  'issue',
  'ticket',
]);
const COMMIT = stemsOf(['commit', 'commits', 'code', 'merge', 'merged', 'pull']);
const FILE = stemsOf(['file', 'screenshot', 'picture', 'photo', 'image', 'document', 'pdf', 'scan', 'video', 'recording']);

function judgeRequirement({ task, links, commits, files }: GeneralSubmission, written: string): Scored {
  const wanted = [...topicsOf(task.requirement ?? task.title)];
  const addresses = [...links, ...commits.map(({ url }) => url)].join('\n').replaceAll(/[^\p{L}\p{N}]+/gu, ' ');
  const given = stemsOf(wordsOf([written, addresses, ...files.map(({ name }) => name.replaceAll(/[._-]+/g, ' '))].join('\n')));
  const isNamed = (word: string): boolean =>
    isAmong(word, given) ||
    (links.length + commits.length > 0 && isAmong(word, LINK)) ||
    (commits.length > 0 && isAmong(word, COMMIT)) ||
    (files.length > 0 && isAmong(word, FILE));
  const what = task.requirement === null ? 'the title of the task' : 'what was asked for';
  const check =
    wanted.length === 0
      ? { points: 100, met: NEUTRAL, advice: `In ${what} there are no words to compare the proof with.` }
      : {
          points: 100,
          met: shareOf(wanted.filter(isNamed).length / wanted.length, NAMED),
          advice: `The proof names few words of ${what}. Say how it shows that.`,
        };
  return scored('Requirement', 40, [check], `The proof names ${what}.`);
}

/** A commit that was looked up and not confirmed is no evidence. */
const commitPoints = (commits: readonly SubmittedCommit[]): number =>
  Math.max(0, ...commits.map(({ confirmed }) => (confirmed === null ? 50 : confirmed ? 100 : 0)));

function judgeEvidence({ links, commits, files }: GeneralSubmission, written: string): Scored {
  const points =
    60 * whether(links.length > 0) + commitPoints(commits) + 40 * whether(files.length > 0) + 30 * whether(/\p{N}/u.test(written));
  const advice = 'Add something that can be checked: a link, a commit, a file, or numbers.';
  return scored('Evidence', 35, [{ points: 100, met: shareOf(points, 100), advice }], 'There is something that can be checked.');
}

function judgeDetail(written: string): Scored {
  const met = shareOf(new Set(wordsOf(written)).size, ENOUGH_WORDS);
  return scored('Detail', 25, [{ points: 100, met, advice: 'Describe in a few sentences what was done.' }], 'It says what was done.');
}
