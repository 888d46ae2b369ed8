import { v5 } from 'uuid';
import { RuleViolation } from '../../domain/kernel/decider.ts';
import { SYSTEM } from '../../domain/kernel/event.ts';
import type { ReviewProof } from '../../domain/task/commands.ts';
import type { App } from '../app.ts';
import type { Caller } from '../caller.ts';
import { send, sent } from '../task/task-send.ts';
import type { DueReview } from './review-requests.ts';

/** Namespace of the ids of the events, so that a repetition writes the same ones. */
const VERDICTS = 'c1f7a9d4-60be-5b52-8a3e-17d9e0c5f284';

/** What an AI, the rubric or a check says about a proof. */
export type GivenReview = Pick<ReviewProof, 'verdict' | 'score' | 'prompt_version' | 'texts'> & {
  readonly judge: 'ai' | 'rubric' | 'check';
  /** The model of the AI, the name of the check; null for the rubric. */
  readonly judge_id: string | null;
};

/** Records a review with its proof, once. False: the proof was decided, withdrawn or deleted meanwhile, and nothing is recorded. */
export async function noteReview(app: App, { id, state, correlationId, causationId }: DueReview, given: GivenReview): Promise<boolean> {
  const { owner, task_id, submission_id } = state;
  const caller: Caller = { owner, actor: SYSTEM, correlationId, causationId };
  try {
    const command = { type: 'ReviewProof', ...(await sent(app, caller)), submission_id, review_id: id, ...given } as const;
    await send(app, caller, task_id, command, { newId: (index) => v5(`${id} ${index}`, VERDICTS) });
    return true;
  } catch (error) {
    if (error instanceof RuleViolation) return false;
    throw error;
  }
}
