import { plus } from '../calendar/instant.ts';
import type { Decider } from '../kernel/decider.ts';
import type { Decided } from '../kernel/event.ts';
import { REVIEW_EVENTS, type RecordedReviewEvent, type ReviewEvent, type ReviewOutcome, type ReviewRequested } from './review-events.ts';

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

const initial: ReviewState = { status: 'none' };

function evolve(state: ReviewState, { type, data, metadata }: RecordedReviewEvent): ReviewState {
  if (type === 'ReviewRequested') {
    const { owner, at } = metadata;
    return owner === null ? state : { status: 'waiting', owner, ...data, attempts: 0, next_attempt_at: at };
  }
  if (state.status !== 'waiting') return state;
  if (type === 'ReviewBegun') return { ...state, attempts: data.attempt, next_attempt_at: data.until };
  return type === 'ReviewEnded' ? { status: 'ended' } : state;
}

export type ReviewCommand =
  | { readonly type: 'Request'; readonly what: ReviewRequested['data']; readonly at: string }
  /**
   * Claims an attempt before the AI is asked. A process that gets no event must not ask. `claimMs`: how long the first attempt may take.
   */
  | { readonly type: 'Begin'; readonly now: string; readonly claimMs: number }
  | { readonly type: 'End'; readonly outcome: ReviewOutcome };

/** Without a limit, a proof that crashes its worker would do so again for ever. */
const MOST_ATTEMPTS = 8;

export const isExhausted = ({ attempts }: Extract<ReviewState, { status: 'waiting' }>): boolean => attempts >= MOST_ATTEMPTS;

export const reviewDecider: Decider<ReviewState, ReviewCommand, ReviewEvent> = { events: REVIEW_EVENTS, initial, evolve, decide };

function decide(command: ReviewCommand, state: ReviewState): readonly Decided<ReviewEvent>[] {
  if (command.type === 'Request') return state.status === 'none' ? [{ type: 'ReviewRequested', data: command.what, at: command.at }] : [];
  if (state.status !== 'waiting') return [];
  if (command.type === 'End') return [{ type: 'ReviewEnded', data: { outcome: command.outcome } }];
  const { now, claimMs } = command;
  if (state.next_attempt_at > now || isExhausted(state)) return [];
  // Each attempt may take twice as long as the one before, because an outage of minutes can become one of hours.
  const until = plus(now, claimMs * 2 ** state.attempts);
  return [{ type: 'ReviewBegun', data: { attempt: state.attempts + 1, until } }];
}
