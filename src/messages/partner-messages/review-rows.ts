import type { App } from '../../app/app.ts';
import type { PartnerMatter } from '../../app/proof/partner-matter.ts';
import type { Verification } from '../../contracts/proof.ts';
import { answeredBy, judgedBy } from '../../domain/calendar/proof-times.ts';
import type { ProofTopic } from '../../domain/delivery/event-data.ts';
import type { Stored } from '../../ports/documents.ts';
import type { TaskDoc } from '../../projections/task/tasks.ts';

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

/** Of what a message was to be about the part that still waits for the partner. */
export async function reviewRows(
  { opener }: Pick<App, 'opener'>,
  proofs: readonly ProofTopic[],
  { reviews, appeals }: PartnerMatter,
): Promise<readonly ReviewRow[]> {
  const rows: ReviewRow[] = [];
  for (const { kind, task_id, of } of proofs) {
    const found = [...(kind === 'appeal' ? appeals : reviews)].find(({ id }) => id === task_id);
    if (found === undefined) continue;
    const title = String((await opener.open(found.doc.owner, found.doc.title))?.title ?? '');
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
