import type { RecordedReviewEvent } from './events.ts';

export type ReviewState =
  | { readonly status: 'none' }
  | {
      readonly status: 'waiting';
      readonly owner: string;
      readonly task_id: string;
      readonly submission_id: string;
      readonly attempts: number;
      readonly next_attempt_at: string;
    }
  | { readonly status: 'ended' };

export const initial: ReviewState = { status: 'none' };

export function evolve(state: ReviewState, { type, data, metadata }: RecordedReviewEvent): ReviewState {
  if (type === 'ReviewRequested') {
    const { owner, at } = metadata;
    return owner === null ? state : { status: 'waiting', owner, ...data, attempts: 0, next_attempt_at: at };
  }
  if (state.status !== 'waiting') return state;
  if (type === 'ReviewBegun') return { ...state, attempts: data.attempt, next_attempt_at: data.until };
  return type === 'ReviewEnded' ? { status: 'ended' } : state;
}
