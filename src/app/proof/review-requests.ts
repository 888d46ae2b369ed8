import { isEvent, type RecordedAs } from '../../domain/kernel/define-event.ts';
import { derivedId } from '../../domain/kernel/derived-ids.ts';
import { type Position, type Recorded, SYSTEM } from '../../domain/kernel/event.ts';
import { type Handled, handle } from '../../domain/kernel/handle.ts';
import { ProofSubmitted, ReviewPassedOn } from '../../domain/proof/events.ts';
import { type ReviewOutcome, reviewStream } from '../../domain/proof/review-events.ts';
import { isExhausted, type ReviewCommand, type ReviewState, reviewDecider } from '../../domain/proof/review-request.ts';
import { taskStream } from '../../domain/task/events.ts';
import type { App } from '../app.ts';
import { type DueAttempt, dueAttempt } from '../due-attempt.ts';

/**
 * Whether the program must review after this event: it is the turn of a check or of an AI, or an AI comments beside the partner who
 * decides.
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

export async function requestReview(app: App, event: Recorded): Promise<Position | null> {
  const { owner, correlation_id: correlationId, at } = event.metadata;
  if (owner === null || !asksReviewer(event)) return null;
  const what = { task_id: taskStream.requireId(event.stream), submission_id: event.data.submission_id };
  const id = derivedId('review_request', event.id);
  const context = { owner, actor: SYSTEM, correlationId, causationId: event.id };
  return (await handle(app, reviewDecider, reviewStream(id), { type: 'Request', what, at }, context)).position;
}

/** A review with a due attempt. `id` is also the id of the review that results. */
export type DueReview = DueAttempt<ReviewState>;

/** The review if an attempt is due at `now`, from the log. Null: it has ended, or the next attempt is not due yet. */
export const dueReview = (app: App, id: string, now: string): Promise<DueReview | null> =>
  dueAttempt(app, reviewDecider, { id, stream: reviewStream(id) }, now);

/** Whether every attempt was made without a known outcome. */
export const isGivenUp = ({ state }: DueReview): boolean => isExhausted(state);

/** Claims the attempt for this process. Returns the position of the claim; null: another process has claimed it. */
export const beginReview = async (app: App, review: DueReview, now: string, claimMs: number): Promise<Position | null> =>
  (await send(app, review, { type: 'Begin', now, claimMs })).position;

export const endReview = async (app: App, review: DueReview, outcome: ReviewOutcome): Promise<Position | null> =>
  (await send(app, review, { type: 'End', outcome })).position;

function send(app: App, { id, state, causationId, correlationId }: DueReview, command: ReviewCommand): Promise<Handled<ReviewState>> {
  const context = { owner: state.owner, actor: SYSTEM, correlationId, causationId };
  return handle(app, reviewDecider, reviewStream(id), command, context);
}
