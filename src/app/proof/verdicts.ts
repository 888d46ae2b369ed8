import { RuleViolation } from '../../domain/kernel/decider.ts';
import { derivedId } from '../../domain/kernel/derived-ids.ts';
import type { Position } from '../../domain/kernel/event.ts';
import type { AnswerAppeal, ReviewProof } from '../../domain/task/commands.ts';
import { proofsOf } from '../../projections/proof/verifications.ts';
import type { App } from '../app.ts';
import type { Caller } from '../caller.ts';
import { send, sent, type TaskResult } from '../task/task-send.ts';

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
 * The partner's verdict on a proof. `comment` may be empty.
 * @throws RuleViolation not_found (also of a proof that this partner was not asked about), conflict and already_verified (decided or
 * withdrawn meanwhile)
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
    review_id: derivedId('partner_verdict', submission, judging.partnerId, verdict),
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

/**
 * The partner's answer to an appeal.
 * @throws RuleViolation not_found, conflict (answered meanwhile, or no miss any more)
 */
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

export interface Verdict {
  readonly verification: string;
  readonly submission: string | null;
  readonly verdict: 'accepted' | 'rejected';
  readonly comment: string;
}

/** `refused`: why nothing changed; null: the verdict applies, from this request or an earlier one. */
export interface VerdictTaken {
  readonly position: Position | null;
  readonly refused: string | null;
}

/**
 * Takes a verdict, which may come twice, or after somebody else has decided.
 * @throws RuleViolation not_found (also of what this partner was not asked about)
 */
export async function takeVerdict(
  app: App,
  judging: Judging,
  { verification, submission, verdict, comment }: Verdict,
): Promise<VerdictTaken> {
  try {
    const { position } = await (submission === null
      ? answerAppeal(app, judging, verification, { outcome: verdict, comment })
      : judgeProof(app, judging, verification, { submission, verdict, comment }));
    return { position, refused: null };
  } catch (error) {
    if (!(error instanceof RuleViolation) || (error.code !== 'conflict' && error.code !== 'already_verified')) throw error;
    const known = submission === null && (await hasAnswered(app, judging, verification, verdict));
    return { position: null, refused: known ? null : error.message };
  }
}

async function hasAnswered(app: App, { partnerId }: Judging, id: string, outcome: Verdict['verdict']): Promise<boolean> {
  const appeal = (await proofsOf(app.views, [id])).get(id)?.doc.appeal;
  return appeal?.partner_id === partnerId && appeal.state === outcome && !appeal.unanswered;
}
