import type { RecordedTaskEvent } from '../task/events.ts';
import { PROOF_CHANGES, type ProofChangeEvent } from './events.ts';

export interface Submission {
  readonly id: string;
  /** The revision of the event that gave it. */
  readonly revision: number;
  readonly state: 'in_review' | 'accepted' | 'rejected' | 'withdrawn';
  readonly partners: readonly string[];
  readonly reviews: readonly string[];
}

type RecordedProofChange = Extract<RecordedTaskEvent, { type: ProofChangeEvent['type'] }>;

const CHANGES: ReadonlySet<string> = new Set(PROOF_CHANGES.map(({ type }) => type));
export const isProofChange = (event: RecordedTaskEvent): event is RecordedProofChange => CHANGES.has(event.type);

export function submissionsAfter(before: readonly Submission[], event: RecordedTaskEvent): readonly Submission[] {
  switch (event.type) {
    case 'ProofSubmitted': {
      const { submission_id: id, judges } = event.data;
      const partners = judges.flatMap(({ partner_id }) => partner_id ?? []);
      return [...before, { id, revision: event.revision, state: 'in_review', partners, reviews: [] }];
    }
    case 'ProofWithdrawn':
      return patched(before, event.data.submission_id, () => ({ state: 'withdrawn' }));
    case 'ProofReviewed': {
      const { submission_id, review_id, outcome } = event.data;
      const state = outcome === 'commented' ? {} : { state: outcome };
      return patched(before, submission_id, ({ reviews }) => ({ ...state, reviews: [...reviews, review_id] }));
    }
    default:
      return before;
  }
}

const patched = (all: readonly Submission[], id: string, patch: (one: Submission) => Partial<Submission>): readonly Submission[] =>
  all.map((one) => (one.id === id ? { ...one, ...patch(one) } : one));
