import { v5 } from 'uuid';
import { RuleViolation } from '../../domain/kernel/decider.ts';
import type { Position } from '../../domain/kernel/event.ts';
import type { AnswerAppeal, ReviewProof } from '../../domain/task/commands.ts';
import { proofsOf } from '../../projections/verification/verifications.ts';
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

/** Namespace of the ids of reviews: the same verdict of a partner on the same proof is recorded once. */
const REVIEWS = '7a2e4c91-55d3-5b0e-8f6a-1c9d3e7b2f48';

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
    review_id: v5(`${submission} ${judging.partnerId} ${verdict}`, REVIEWS),
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

/** What a partner sends about a proof, or about an appeal (`submission` null). */
export interface Verdict {
  readonly verification: string;
  readonly submission: string | null;
  readonly verdict: 'accepted' | 'rejected';
  readonly comment: string;
}

/** `refused`: why nothing was changed; null: the verdict holds, whether it came now or before. */
export interface VerdictTaken {
  readonly position: Position | null;
  readonly refused: string | null;
}

/**
 * Takes a verdict, which may come twice, or after somebody else has decided. @throws RuleViolation not_found (also of what
 * this partner was not asked about)
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
