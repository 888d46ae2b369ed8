import { v5 } from 'uuid';
import { isEvent, type RecordedAs } from '../../domain/kernel/define-event.ts';
import { type Position, type Recorded, SYSTEM } from '../../domain/kernel/event.ts';
import { type Handled, handle } from '../../domain/kernel/handle.ts';
import { isExhausted, type ReviewCommand, reviewDecider } from '../../domain/review/decide.ts';
import { type ReviewOutcome, reviewStream } from '../../domain/review/events.ts';
import type { ReviewState } from '../../domain/review/state.ts';
import { ProofSubmitted, ReviewPassedOn } from '../../domain/task/proof-events.ts';
import type { App } from '../app.ts';
import { type DueAttempt, dueAttempt } from '../due-attempt.ts';

/** Namespace of the ids of reviews, which are made from the event that asks for them: a repetition asks for the same review. */
const REVIEWS = '5a0d6e1c-2b7f-5e43-9d18-c64f0b9a7e25';

/**
 * Whether the program is to review after this event: it is the turn of a check or of an AI, or an AI comments beside the partner
 * who decides.
 */
function asksReviewer(event: Recorded): event is RecordedAs<typeof ProofSubmitted | typeof ReviewPassedOn> {
  if (isEvent(event, ReviewPassedOn)) {
    const { from, to, set } = event.data;
    return to === 'ai' || (from === 'check' && to === 'partner' && (set.review?.after ?? []).some(({ kind }) => kind === 'ai'));
  }
  if (!isEvent(event, ProofSubmitted)) return false;
  const kinds = event.data.judges.map(({ kind }) => kind);
  return kinds[0] === 'check' || kinds[0] === 'ai' || (kinds.includes('ai') && kinds.includes('partner'));
}

/** Asks for the review of a proof by a check, by an AI, or by the rubric in its place. It can be repeated. */
export async function requestReview(app: App, event: Recorded): Promise<Position | null> {
  const { owner, correlation_id: correlationId, at } = event.metadata;
  if (owner === null || !asksReviewer(event)) return null;
  const what = { task_id: event.stream.slice('task-'.length), submission_id: event.data.submission_id };
  const id = v5(event.id, REVIEWS);
  const context = { owner, actor: SYSTEM, correlationId, causationId: event.id };
  return (await handle(app, reviewDecider, reviewStream(id), { type: 'Request', what, at }, context)).position;
}

/** A review of which an attempt is due. `id` is that of the review, too, that it gives. */
export type DueReview = DueAttempt<ReviewState>;

/** The review of which an attempt is due at `now`, from the log. Null: it is over, or its time has not come. */
export const dueReview = (app: App, id: string, now: string): Promise<DueReview | null> =>
  dueAttempt(app, reviewDecider, { id, stream: reviewStream(id) }, now);

/** Whether every attempt was made, and the outcome of none of them is known. */
export const isGivenUp = ({ state }: DueReview): boolean => isExhausted(state);

/** Claims the attempt for this process. Gives the position of the claim; null: another process has claimed it. */
export const beginReview = async (app: App, review: DueReview, now: string, claimMs: number): Promise<Position | null> =>
  (await send(app, review, { type: 'Begin', now, claimMs })).position;

export const endReview = async (app: App, review: DueReview, outcome: ReviewOutcome): Promise<Position | null> =>
  (await send(app, review, { type: 'End', outcome })).position;

function send(app: App, { id, state, causationId, correlationId }: DueReview, command: ReviewCommand): Promise<Handled<ReviewState>> {
  const context = { owner: state.owner, actor: SYSTEM, correlationId, causationId };
  return handle(app, reviewDecider, reviewStream(id), command, context);
}
