import { z } from 'zod';
import { plus } from '../calendar/dates.ts';
import type { Decider } from '../kernel/decider.ts';
import { count, defineEvent, defineStream, type EventOf, id, instant } from '../kernel/define-event.ts';
import type { Decided, RecordedOf } from '../kernel/event.ts';

const COMMON = { since: '0.1.0', history: null, webhook: false } as const;

export const ReviewRequested = defineEvent({
  ...COMMON,
  type: 'ReviewRequested',
  startsStream: true,
  publicName: 'review.requested',
  label: 'Review requested',
  meaning: 'An AI, or the rubric in its place, is to review a proof: it is its turn, or it comments beside the partner.',
  data: z.strictObject({ task_id: id.describe('The task.'), submission_id: id.describe('The proof.') }),
  example: { data: { task_id: '01936c5e-7d11-7c55-9a10-0f3c6a4c2b01', submission_id: '01936c5e-7d11-7c55-9a10-0f3c6a4c2b02' } },
});

export type ReviewRequested = EventOf<typeof ReviewRequested>;

/** The worker records the answer before `until`. Otherwise the outcome is unknown, and another attempt follows. */
export const ReviewBegun = defineEvent({
  ...COMMON,
  type: 'ReviewBegun',
  publicName: 'review.started',
  label: 'Review started',
  meaning: 'One worker has claimed the review; appended before anything is asked, so that no other worker asks, too.',
  data: z.strictObject({
    attempt: count.describe('The number of the attempt, from 1 on.'),
    until: instant.describe('Until when the answer is recorded; after that another worker may try.'),
  }),
  example: { data: { attempt: 1, until: '2026-11-27T09:14:00.000Z' } },
});

const outcome = z.enum(['answered', 'overtaken', 'given_up']);
export type ReviewOutcome = z.output<typeof outcome>;

export const ReviewEnded = defineEvent({
  ...COMMON,
  type: 'ReviewEnded',
  publicName: 'review.ended',
  label: 'Review ended',
  meaning: 'The review is recorded with the proof, is not wanted any more, or failed too often.',
  data: z.strictObject({
    outcome: outcome.describe('`overtaken`: the proof was decided or withdrawn meanwhile; `given_up`: every attempt failed.'),
  }),
  example: { data: { outcome: 'answered' } },
});

/** There is one stream for each requested review. The stream of the task contains the answer. */
export const REVIEW_EVENTS = [ReviewRequested, ReviewBegun, ReviewEnded] as const;
export type ReviewEvent = EventOf<(typeof REVIEW_EVENTS)[number]>;
export type RecordedReviewEvent = RecordedOf<ReviewEvent>;
export const reviewStream = defineStream('review');

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
