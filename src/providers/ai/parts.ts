import { randomBytes } from 'node:crypto';
import { itemAt } from '../../domain/kernel/records.ts';
import type { Submission, SubmittedCommit, SubmittedFile } from '../../ports/reviewer.ts';

/** A piece of what was submitted. The program chooses its name; others wrote its text. */
export interface SubmittedPart {
  readonly name: string;
  readonly text: string;
}

/** The parts of a submission that an AI reads, in a fixed order. Empty parts are left out. */
export function partsOf(submission: Submission): SubmittedPart[] {
  const { task, text, links, commits, files } = submission;
  const parts: readonly (readonly [string, string | null])[] = [
    ['task', task.title],
    ['requirement', task.requirement],
    ...ownPartsOf(submission),
    ['text', text],
    ['links', links.map(oneLine).join('\n')],
    ...commits.map((commit, at) => [`commit ${at + 1}`, describeCommit(commit)] as const),
    ...files.map((file, at) => [partNameOf(at), describeFile(file)] as const),
  ];
  return parts.flatMap(([name, content]) => (content === null || content.trim() === '' ? [] : [{ name, text: content }]));
}

/** The name of the part that contains the file with this index. */
export const partNameOf = (at: number): string => `file ${at + 1}`;

/**
 * Whether there is anything that can be read and judged. Pictures and other files without text cannot be read, and the
 * title and the requirement of a task are no proof of it.
 */
export function isReadable(submission: Submission): boolean {
  const { text, links, commits, files } = submission;
  const own = ownPartsOf(submission).some(([name, content]) => JUDGED.has(name) && (content ?? '').trim() !== '');
  return (
    own || (text ?? '').trim() !== '' || links.length > 0 || commits.length > 0 || files.some((file) => (file.text ?? '').trim() !== '')
  );
}

/** The kinds of parts that the owner made as proof. */
const JUDGED: ReadonlySet<string> = new Set([
  'subject',
  'body',
  'code',
  'requirements',
  'estimates',
  'components',
  'trade-offs',
  'diagram',
]);

function ownPartsOf(submission: Submission): (readonly [string, string | null])[] {
  switch (submission.kind) {
    case 'general':
      return [];
    case 'email': {
      const { recipients, subject, body } = submission.email;
      return [
        ['recipients', String(recipients)],
        ['subject', subject],
        ['body', body],
      ];
    }
    case 'coding': {
      const { statement, language, source, examples } = submission.code;
      return [
        ['statement', statement],
        ['examples', examples && `The code passed ${examples.passed} of ${examples.total} examples in the sandbox.`],
        ['language', oneLine(language)],
        ['code', source],
      ];
    }
    case 'system_design': {
      const { requirements, estimates, components, trade_offs, mermaid } = submission.design;
      return [
        ['requirements', requirements],
        ['estimates', estimates],
        ['components', components],
        ['trade-offs', trade_offs],
        ['diagram', mermaid],
      ];
    }
  }
}

const CONFIRMED = { true: 'yes', false: 'no', null: 'nobody could look' } as const;

/** What the program found out comes before the message, in lines that the commit's own fields cannot imitate. */
function describeCommit({ url, sha, repository, author, committed_at, message, confirmed, note = null }: SubmittedCommit): string {
  const lines = [
    `Confirmed by the connected account: ${CONFIRMED[`${confirmed}`]}${note === null ? '' : `. ${oneLine(note)}`}`,
    ...Object.entries({ Address: url, Sha: sha, Repository: repository, Author: author, Date: committed_at }).flatMap(([name, value]) =>
      value === null ? [] : [`${name}: ${oneLine(value)}`],
    ),
  ];
  return [...lines, `Message: ${message ?? 'not known'}`].join('\n');
}

function describeFile({ name, type, text }: SubmittedFile): string {
  const content = text === null ? 'Its content is not text that could be read here.' : `Text:\n${text}`;
  return `Name: ${oneLine(name)}\nType: ${oneLine(type)}\n${content}`;
}

function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

/** The most tokens of material in one request. It bounds what a review costs, whatever is submitted. */
const MOST_INPUT_TOKENS = 24_000;
/** The most tokens of an answer, including the model's reasoning before it. */
export const MOST_OUTPUT_TOKENS = 4_000;
/** Tokenizers differ. In no language do the usual ones make much more than one token of three bytes of UTF-8. */
const BYTES_PER_TOKEN = 3;
const MOST_BYTES = MOST_INPUT_TOKENS * BYTES_PER_TOKEN;

export interface Fitted {
  readonly parts: readonly SubmittedPart[];
  /** The names of the parts that were shortened to their beginning. */
  readonly cut: readonly string[];
}

/**
 * Fits the parts into the bound: short parts stay whole, and only the longest are shortened to their beginning, so that
 * no part displaces another.
 */
export function fitParts(parts: readonly SubmittedPart[], most = MOST_BYTES): Fitted {
  const sizes = parts.map(({ text }) => Buffer.byteLength(text));
  const share = largestShare(sizes, most);
  const cut = parts.filter((_, at) => itemAt(sizes, at) > share).map(({ name }) => name);
  return { cut, parts: parts.map((part, at) => (itemAt(sizes, at) > share ? { ...part, text: beginningOf(part.text, share) } : part)) };
}

/** The largest size of a part with which all parts together fit. */
function largestShare(sizes: readonly number[], most: number): number {
  let left = most;
  const ascending = sizes.toSorted((a, b) => a - b);
  for (const [at, size] of ascending.entries()) {
    const share = Math.floor(left / (ascending.length - at));
    if (size > share) return share;
    left -= size;
  }
  return most;
}

/** As much of a text as fits, without half a character at its end, and with a line that says that it was longer. */
function beginningOf(text: string, bytes: number): string {
  const beginning = new TextDecoder().decode(Buffer.from(text).subarray(0, bytes), { stream: true });
  return `${beginning}\n[The rest is left out, because it is too long.]`;
}

const MARKER_BYTES = 16;

/** A marker that nobody can guess, so that nobody can put it into a text on purpose. */
export const newMarker = (): string => randomBytes(MARKER_BYTES).toString('hex');

export interface Fenced {
  readonly marker: string;
  readonly text: string;
}

/**
 * The parts as data. Each is put between two lines with a marker that occurs in none of them, and anything that could
 * end a message is removed. `create` makes markers.
 */
export function fenceParts(parts: readonly SubmittedPart[], create: () => string): Fenced {
  const clean = parts.map(({ name, text }) => ({ name, text: withoutControls(text) }));
  let marker = create();
  while (clean.some(({ text }) => text.includes(marker))) marker = create();
  const text = clean.map((part) => [`<<<${marker} begin ${part.name}>>>`, part.text, `<<<${marker} end ${part.name}>>>`].join('\n'));
  return { marker, text: text.join('\n\n') };
}

/**
 * Sequences with which the usual models mark the beginning and the end of a message. Some servers interpret them in the
 * text of a message, too. Then a submission could end the user's message and begin a system message.
 */
const CONTROL_SEQUENCE = /<(\|[^|<>\n]{1,60}\||｜[^｜<>\n]{1,60}｜|\/?s|(?:start|end)_of_turn)>|\[(\/?(?:INST|SYSTEM_PROMPT))\]/g;
/** Control characters except tab and line feed, and the invisible copies of ASCII among Unicode's tags. */
const INVISIBLE = /[^\P{Cc}\n\t]|[\u{E0000}-\u{E007F}]/gu;

function withoutControls(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(INVISIBLE, '')
    .replaceAll(CONTROL_SEQUENCE, (_, angled?: string, square?: string) => (angled === undefined ? `[ ${square} ]` : `< ${angled} >`));
}
