import type { AnswerAppeal, ReviewProof } from '../../domain/task/commands.ts';
import type { App } from '../app.ts';
import type { Caller } from '../caller.ts';
import { send, sent, type TaskResult } from '../task/task-send.ts';

/** A partner who acts for an owner. */
export interface Judging {
  readonly owner: string;
  readonly partnerId: string;
  readonly correlationId: string;
}

const callerFor = ({ owner, partnerId, correlationId }: Judging): Caller => ({
  owner,
  actor: { kind: 'partner', id: partnerId },
  correlationId,
  causationId: null,
});

/**
 * The partner's verdict on a proof. `comment` may be empty. @throws RuleViolation not_found (also of a proof that this partner
 * was not asked about), conflict and already_verified (decided or withdrawn meanwhile)
 */
export async function judgeProof(
  app: App,
  judging: Judging,
  taskId: string,
  { submission, verdict, comment }: { readonly submission: string; readonly verdict: 'accepted' | 'rejected'; readonly comment: string },
): Promise<TaskResult> {
  const caller = callerFor(judging);
  const command: ReviewProof = {
    type: 'ReviewProof',
    ...(await sent(app, caller)),
    submission_id: submission,
    review_id: app.newId(),
    judge: 'partner',
    judge_id: judging.partnerId,
    verdict,
    score: null,
    prompt_version: null,
    texts: comment === '' ? {} : { comment },
  };
  const { events: _, ...result } = await send(app, caller, taskId, command);
  return result;
}

/** The partner's answer to an appeal. @throws RuleViolation not_found, conflict (answered meanwhile, or no miss any more) */
export async function answerAppeal(
  app: App,
  judging: Judging,
  taskId: string,
  { outcome, comment }: Pick<AnswerAppeal, 'outcome' | 'comment'>,
): Promise<TaskResult> {
  const caller = callerFor(judging);
  const command = { type: 'AnswerAppeal', ...(await sent(app, caller)), partner_id: judging.partnerId, outcome, comment } as const;
  const { events: _, ...result } = await send(app, caller, taskId, command);
  return result;
}
