import type { RecordedReviewEvent } from './events.ts';

/** A review that was asked for. */
export type ReviewState =
  | { readonly status: 'none' }
  | {
      readonly status: 'waiting';
      readonly owner: string;
      readonly task_id: string;
      readonly submission_id: string;
      /** How many attempts were begun. */
      readonly attempts: number;
      /** When the next attempt is due. */
      readonly next_attempt_at: string;
    }
  | { readonly status: 'ended' };

export const initial: ReviewState = { status: 'none' };

/** Total: an event that does not fit the state changes nothing. */
export function evolve(state: ReviewState, { type, data, metadata }: RecordedReviewEvent): ReviewState {
  if (type === 'ReviewRequested') {
    const { owner, at } = metadata;
    return owner === null ? state : { status: 'waiting', owner, ...data, attempts: 0, next_attempt_at: at };
  }
  if (state.status !== 'waiting') return state;
  if (type === 'ReviewBegun') return { ...state, attempts: data.attempt, next_attempt_at: data.until };
  return type === 'ReviewEnded' ? { status: 'ended' } : state;
}
