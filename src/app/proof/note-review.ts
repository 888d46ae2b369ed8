import { RuleViolation } from '../../domain/kernel/decider.ts';
import { derivedIds } from '../../domain/kernel/derived-ids.ts';
import { SYSTEM } from '../../domain/kernel/event.ts';
import type { ReviewProof } from '../../domain/task/commands.ts';
import type { App } from '../app.ts';
import type { Caller } from '../caller.ts';
import { send, sent } from '../task/task-send.ts';
import type { DueReview } from './review-requests.ts';

export type GivenReview = Pick<ReviewProof, 'verdict' | 'score' | 'prompt_version' | 'texts'> & {
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
