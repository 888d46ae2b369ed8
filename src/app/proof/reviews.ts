import { RuleViolation } from '../../domain/kernel/decider.ts';
import { isEvent, type RecordedAs } from '../../domain/kernel/define-event.ts';
import { derivedId, derivedIds } from '../../domain/kernel/derived-ids.ts';
import { type Position, type Recorded, SYSTEM } from '../../domain/kernel/event.ts';
import { type Handled, handle } from '../../domain/kernel/handle.ts';
import type { ProofTexts } from '../../domain/proof/event-data.ts';
import { ProofSubmitted, ReviewPassedOn } from '../../domain/proof/events.ts';
import {
  isExhausted,
  type ReviewCommand,
  type ReviewOutcome,
  type ReviewState,
  reviewDecider,
  reviewStream,
} from '../../domain/proof/review-events.ts';
import type { ReviewProof } from '../../domain/task/commands.ts';
import { taskStream } from '../../domain/task/events.ts';
import type { App } from '../app.ts';
import type { Caller } from '../caller.ts';
import { type DueAttempt, dueAttempt } from '../due-attempt.ts';
import { send, sent } from '../task/task-send.ts';
import { CHECK_OPEN, GITHUB_CHECK, lookUp, type Window } from './looked-up.ts';

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
  (await sendToReview(app, review, { type: 'Begin', now, claimMs })).position;

export const endReview = async (app: App, review: DueReview, outcome: ReviewOutcome): Promise<Position | null> =>
  (await sendToReview(app, review, { type: 'End', outcome })).position;

function sendToReview(
  app: App,
  { id, state, causationId, correlationId }: DueReview,
  command: ReviewCommand,
): Promise<Handled<ReviewState>> {
  const context = { owner: state.owner, actor: SYSTEM, correlationId, causationId };
  return handle(app, reviewDecider, reviewStream(id), command, context);
}

export type GivenReview = Pick<ReviewProof, 'verdict' | 'score' | 'prompt_version' | 'texts' | 'seen'> & {
  readonly judge: 'ai' | 'rubric' | 'check';
  /** The model of the AI or the name of the check; null for the rubric. */
  readonly judge_id: string | null;
};

/** Records a review of its proof, once. False: the proof was decided, withdrawn or deleted meanwhile, and nothing is recorded. */
export async function noteReview(app: App, { id, state, correlationId, causationId }: DueReview, given: GivenReview): Promise<boolean> {
  const { owner, task_id, submission_id } = state;
  const caller: Caller = { owner, actor: SYSTEM, correlationId, causationId };
  try {
    const command = { type: 'ReviewProof', ...(await sent(app, caller)), submission_id, review_id: id, ...given } as const;
    await send(app, caller, task_id, command, { newId: derivedIds('recorded_review', id) });
    return true;
  } catch (error) {
    if (error instanceof RuleViolation) return false;
    throw error;
  }
}

/**
 * The verdict of a check on the commits of a proof that could not be looked up when the proof was given. `later`: they still cannot be
 * looked up. If they cannot be confirmed, the next judge gets the proof together with what was read.
 */
export async function checkChanges(app: App, owner: string, task: Window, given: ProofTexts): Promise<GivenReview | 'later'> {
  const { looked_up, checked, again } = await lookUp(app, owner, task, given);
  if (again) return 'later';
  return {
    judge: 'check',
    judge_id: checked?.judge_id ?? GITHUB_CHECK,
    verdict: checked === null ? 'comment' : 'accepted',
    score: null,
    prompt_version: null,
    texts: { comment: checked?.comment ?? CHECK_OPEN, ...(looked_up.length > 0 && { looked_up }) },
  };
}
