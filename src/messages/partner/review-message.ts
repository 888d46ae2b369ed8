import type { Verification } from '../../contracts/verification.ts';
import { shortInstant, zoned } from '../../reports/model/dates.ts';
import { typeWords, waitWords } from './matter-words.ts';
import { commonFields, linkSentence, type MessageParties, type MessageRow, type PartnerMessage, whySent } from './messages.ts';
import { oneLine, ownerWords } from './words.ts';

/** One thing that waits for the partner. */
export interface ReviewRow {
  readonly kind: 'review' | 'reminder' | 'appeal';
  readonly type: Verification['type'];
  readonly title: string;
  /** When it was given, or asked. */
  readonly at: string;
  /** The last instant for an answer. */
  readonly until: string;
}

interface Wording {
  readonly subject: string;
  readonly body: string;
}

const WORDING: Readonly<Record<ReviewRow['kind'], (owner: string, count: number) => Wording>> = {
  review: (owner, count) => ({
    subject: count === 1 ? `${owner} has given a proof for you to judge` : `${owner} has given ${count} proofs for you to judge`,
    body: `${owner} says that ${count === 1 ? 'this is' : 'these are'} done, and shows it. Look at it, then accept it, or reject it and say why. What is not answered in time is decided without you.`,
  }),
  reminder: (owner, count) => ({
    subject: count === 1 ? `A proof of ${owner} still waits for you` : `${count} proofs of ${owner} still wait for you`,
    body: `You have had ${count === 1 ? 'this proof' : 'these proofs'} for a day. What is not answered in time is decided without you.`,
  }),
  appeal: (owner, count) => ({
    subject: `${owner} asks you to count ${count === 1 ? 'a miss' : `${count} misses`} as kept`,
    body: `${count === 1 ? 'This counts' : 'These count'} as missed, and ${owner} says why ${count === 1 ? 'it' : 'they'} should not. Accepting adds a correction; the miss stays in the history. Without an answer it stays as it is.`,
  }),
};

/** A mail lists at most this many rows. The page has more. */
const MAX_ROWS = 40;

/** The message about proofs and appeals that wait for the partner. `zone`: the owner's; `rows` are not empty. */
export function reviewMessage(parties: MessageParties, rows: readonly ReviewRow[], zone: string): PartnerMessage {
  const owner = ownerWords(parties);
  const kinds = (['review', 'reminder', 'appeal'] as const).filter((kind) => rows.some((row) => row.kind === kind));
  const wordings = kinds.map((kind) => WORDING[kind](owner, rows.filter((row) => row.kind === kind).length));
  const [only] = wordings;
  const subject = wordings.length === 1 && only ? only.subject : `${owner}: ${lower(waitWords(rows.length))}`;
  const left = rows.length - MAX_ROWS;
  return {
    ...commonFields(parties),
    subject,
    heading: wordings.length === 1 ? subject : waitWords(rows.length),
    body: [...wordings.map(({ body }) => body), ...(left > 0 ? [`The page has ${left} more.`] : [])],
    rows: shownRows(rows, zone),
    button: { label: 'Look and decide', url: parties.page },
    small: [linkSentence(parties.ends), `Times are those of ${zone}.`],
    why: whySent(parties),
  };
}

/** What waits, for a message that is about something else. Nothing waits: nothing. */
export const waitingRows = (rows: readonly ReviewRow[], zone: string): Pick<PartnerMessage, 'body' | 'rows'> =>
  rows.length === 0 ? { body: [], rows: [] } : { body: [`${waitWords(rows.length)}.`], rows: shownRows(rows, zone) };

const shownRows = (rows: readonly ReviewRow[], zone: string): readonly MessageRow[] =>
  rows.slice(0, MAX_ROWS).map((row) => shown(row, zone));

const lower = (words: string): string => words.replace(/^./, (letter) => letter.toLowerCase());

function shown({ kind, type, title, at, until }: ReviewRow, zone: string): MessageRow {
  const isAppeal = kind === 'appeal';
  const [from, by] = [at, until].map((instant) => shortInstant(instant, zone, zoned(until, zone).year));
  return {
    title: oneLine(title),
    state: isAppeal ? 'Appeal' : 'In review',
    reason: '',
    tone: isAppeal ? 'due' : 'review',
    when: `${isAppeal ? 'asked' : `${typeWords(type)}, given`} ${from}, ${isAppeal ? 'answer' : 'decide'} by ${by}`,
  };
}
