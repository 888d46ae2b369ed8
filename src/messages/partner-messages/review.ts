import type { App } from '../../app/app.ts';
import { ownerSeen } from '../../app/partner/partner-summary.ts';
import { type PartnerMatter, waitingFor } from '../../app/proof/partner-matter.ts';
import type { Verification } from '../../contracts/proof.ts';
import { oneLine, ownerWords } from '../../contracts/words/naming.ts';
import { localDate } from '../../domain/calendar/local.ts';
import { answeredBy, judgedBy } from '../../domain/calendar/task-times.ts';
import type { ProofTopic } from '../../domain/delivery/events.ts';
import type { Stored } from '../../ports/documents.ts';
import type { TaskDoc } from '../../projections/task/tasks.ts';
import { shortInstant } from '../../reports/model/dates.ts';
import type { Wording } from '../mail/mail.ts';
import { textsOf, wording } from '../mail/wording.ts';
import { typeWords, waitWords } from '../partner/words.ts';
import { type MessageParties, type MessageRow, type PartnerMessage, type PartnerMessageKind, partnerWording } from './message.ts';

/** One thing that waits for the partner. */
export interface ReviewRow {
  readonly kind: 'review' | 'reminder' | 'appeal';
  readonly type: Verification['type'];
  readonly title: string;
  /** When the proof was given or the appeal was made. */
  readonly at: string;
  /** The last instant for an answer. */
  readonly until: string;
}

/** Those topics of a message that still wait for the partner. */
export async function reviewRows(
  { opener }: Pick<App, 'opener'>,
  proofs: readonly ProofTopic[],
  { reviews, appeals }: PartnerMatter,
): Promise<readonly ReviewRow[]> {
  const rows: ReviewRow[] = [];
  for (const { kind, task_id, of } of proofs) {
    const found = [...(kind === 'appeal' ? appeals : reviews)].find(({ id }) => id === task_id);
    if (found === undefined) continue;
    const title = (await opener.open(found.doc.owner, found.doc.title))?.title ?? '';
    const row = kind === 'appeal' ? appealRow(found) : reviewRow(found, kind === 'reminder' ? 'reminder' : 'review', of);
    if (row !== null) rows.push({ ...row, title });
  }
  return rows;
}

/** Everything that waits, as topics. */
export const topicsOf = ({ reviews, appeals }: PartnerMatter): readonly ProofTopic[] => [
  ...reviews.map(({ id, doc }) => ({ kind: 'review', task_id: id, of: doc.review?.submission_id ?? null }) as const),
  ...appeals.map(({ id }) => ({ kind: 'appeal', task_id: id, of: null }) as const),
];

type Row = Omit<ReviewRow, 'title'> | null;

const appealRow = ({ doc: { appeal, verification_type: type } }: Stored<TaskDoc>): Row =>
  appeal && { kind: 'appeal', type, at: appeal.at, until: answeredBy(appeal.at) };

function reviewRow({ doc }: Stored<TaskDoc>, kind: 'review' | 'reminder', of: string | null): Row {
  const { review, last_proof_at, verification_type: type } = doc;
  if (review === null || review.submission_id !== of) return null;
  return { kind, type, at: last_proof_at ?? review.since, until: judgedBy(review.since) };
}

interface Counted {
  readonly owner: string;
  readonly one: boolean;
  readonly count: number;
}
const WORDINGS: Readonly<Record<ReviewRow['kind'], (values: Counted) => Wording>> = {
  review: wording(import.meta.url, 'review.hbs'),
  reminder: wording(import.meta.url, 'reminder.hbs'),
  appeal: wording(import.meta.url, 'appeal.hbs'),
};
const KINDS = ['review', 'reminder', 'appeal'] as const;

interface Waiting {
  /** The subject if everything that waits is of one kind; otherwise null. */
  readonly only: string | null;
  /** How much waits, in words. */
  readonly waits: string;
  readonly waits_after_colon: string;
  readonly texts: readonly string[];
  /** How many the message does not list; 0: it lists all. */
  readonly left: number;
  readonly zone: string;
}
const waiting = partnerWording<Waiting>('waiting.hbs');

/** A mail lists at most this many rows. The page has more. */
const MAX_ROWS = 40;

/** The message about proofs and appeals that wait for the partner. `zone`: the owner's; `rows` are not empty. */
export function reviewMessage(parties: MessageParties, rows: readonly ReviewRow[], zone: string): PartnerMessage {
  const owner = ownerWords(parties);
  const said = KINDS.flatMap((kind) => {
    const count = rows.filter((row) => row.kind === kind).length;
    return count === 0 ? [] : [WORDINGS[kind]({ owner, count, one: count === 1 })];
  });
  const waits = waitWords(rows.length);
  const message = waiting(parties, {
    only: said.length === 1 ? (said[0]?.subject ?? null) : null,
    waits,
    waits_after_colon: lower(waits),
    texts: said.flatMap((one) => textsOf(one, 'text')),
    left: Math.max(0, rows.length - MAX_ROWS),
    zone,
  });
  return { ...message, rows: shownRows(rows, zone) };
}

/** The rows that wait for a verdict, and their number in words. */
export interface WaitingRows extends Pick<PartnerMessage, 'rows'> {
  /** Null: nothing waits. */
  readonly waits: string | null;
}

/** The waiting rows for a message about something else. */
export const waitingRows = (rows: readonly ReviewRow[], zone: string): WaitingRows =>
  rows.length === 0 ? { waits: null, rows: [] } : { waits: waitWords(rows.length), rows: shownRows(rows, zone) };

const shownRows = (rows: readonly ReviewRow[], zone: string): readonly MessageRow[] =>
  rows.slice(0, MAX_ROWS).map((row) => shown(row, zone));

const lower = (words: string): string => words.replace(/^./, (letter) => letter.toLowerCase());

function shown({ kind, type, title, at, until }: ReviewRow, zone: string): MessageRow {
  const isAppeal = kind === 'appeal';
  const [from, by] = [at, until].map((instant) => shortInstant(instant, zone, localDate(until, zone)));
  return {
    title: oneLine(title),
    state: isAppeal ? 'Appeal' : 'In review',
    reason: '',
    tone: isAppeal ? 'due' : 'review',
    when: `${isAppeal ? 'asked' : `${typeWords(type)}, given`} ${from}, ${isAppeal ? 'answer' : 'decide'} by ${by}`,
  };
}

/** Asks for a verdict on proofs, reminds of them, or delivers an appeal. */
export const partnerReview: PartnerMessageKind = {
  kind: 'partner_review',
  goesTo: 'accepted',
  async compose(app, { proofs }, partner, parties) {
    const [matter, who] = await Promise.all([waitingFor(app, partner), ownerSeen(app, partner.state.user_id)]);
    if (who === null) return null;
    const rows = await reviewRows(app, proofs, matter);
    return rows.length === 0 ? null : reviewMessage(parties, rows, who.zone);
  },
};
