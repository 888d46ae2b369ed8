import { RuleViolation } from '../../domain/kernel/decider.ts';
import { isEvent } from '../../domain/kernel/define-event.ts';
import { derivedId } from '../../domain/kernel/derived-ids.ts';
import { readEvents, readState } from '../../domain/kernel/fold-stream.ts';
import { handle } from '../../domain/kernel/handle.ts';
import { feedbackDecider } from '../../domain/premium/decide.ts';
import { feedbackStream } from '../../domain/premium/events.ts';
import type { ProofTexts } from '../../domain/proof/event-data.ts';
import { ProofSubmitted } from '../../domain/proof/events.ts';
import { taskDecider } from '../../domain/task/decide.ts';
import { taskStream } from '../../domain/task/events.ts';
import { exists } from '../../domain/task/state.ts';
import type { DesignFeedback, DesignMaterial } from '../../ports/ai-help.ts';
import { grantOf, type OwnersGrant } from '../ai/allowance.ts';
import { admitToAi, countedAnswer } from '../ai/counted-answers.ts';
import type { App } from '../app.ts';
import { type Caller, contextOf } from '../caller.ts';
import { withOwnerLock } from '../owner-lock.ts';

type Design = NonNullable<ProofTexts['design']>;

export interface SubmittedDesign {
  readonly submissionId: string;
  readonly taskId: string;
  readonly at: string;
  readonly title: string;
  readonly requirement: string | null;
  readonly design: Design;
}

export interface ShownFeedback extends DesignFeedback {
  readonly id: string;
  /** Null: the rubric gave the feedback. */
  readonly model: string | null;
  readonly at: string;
}

/** @throws RuleViolation not_found if no design was submitted, or it was withdrawn */
export async function submittedDesign(app: Pick<App, 'store' | 'opener'>, owner: string, taskId: string): Promise<SubmittedDesign> {
  const task = await readState(app.store, taskDecider, taskStream(taskId));
  if (exists(task) && task.owner === owner)
    for (const { revision, state } of task.submissions.toReversed()) {
      if (state === 'withdrawn') continue;
      const [event] = await app.store.readStream(taskStream(taskId), revision, 1);
      if (event === undefined || !isEvent(event, ProofSubmitted) || event.private === null) continue;
      const design = (await app.opener.open(owner, event.private))?.design;
      if (design === undefined) continue;
      const { title, proof_requirement } = task.texts;
      const [titled, asked] = await Promise.all([app.opener.open(owner, title), app.opener.open(owner, proof_requirement)]);
      return {
        submissionId: event.data.submission_id,
        taskId,
        at: event.metadata.at,
        title: titled?.title ?? '',
        requirement: asked?.proof_requirement ?? null,
        design,
      };
    }
  throw new RuleViolation('not_found', 'No design was submitted for this task.');
}

export async function keptFeedback(app: Pick<App, 'store' | 'opener'>, owner: string, submissionId: string): Promise<ShownFeedback | null> {
  const [event] = await readEvents(app.store, feedbackDecider, feedbackStream(submissionId));
  if (event === undefined || event.metadata.owner !== owner) return null;
  const texts = await app.opener.open(owner, event.private);
  if (texts === null) return null;
  const { feedback_id: id, verdict, score, model, prompt_version } = event.data;
  return {
    ...texts,
    id,
    verdict,
    score,
    model,
    prompt_version,
    at: event.metadata.at,
  };
}

/**
 * Feedback on a submitted design. The first request creates it, and simultaneous requests wait for it. Without a key, and after two AI
 * answers in a wrong format, the rubric gives it; that feedback is not stored.
 * @throws RuleViolation ai_allowance
 * @throws AiUnavailable
 */
export async function feedbackOn(app: App, caller: Caller, submitted: SubmittedDesign): Promise<ShownFeedback> {
  const { owner } = caller;
  const { submissionId } = submitted;
  const kept = await keptFeedback(app, owner, submissionId);
  if (kept !== null) return kept;
  const grant = await grantOf(app, owner);
  if (grant.key === 'none') return byRubric(app, submitted, 'No AI is set up here, so a written rubric made this review.');
  const work = async () => (await keptFeedback(app, owner, submissionId)) ?? give(app, caller, submitted, grant);
  return withOwnerLock(app, owner, work, `feedback ${submissionId}`);
}

async function give(app: App, caller: Caller, submitted: SubmittedDesign, grant: OwnersGrant): Promise<ShownFeedback> {
  const { submissionId, taskId } = submitted;
  const wanted = { id: `feedback ${submissionId}`, module: 'system_design', tier: 'premium' } as const;
  const admitted = await admitToAi(app, caller, grant, wanted);
  const answer = admitted && (await countedAnswer(app, caller, admitted, (way) => app.ai.designFeedback(materialOf(submitted), way)));
  if (answer === null || 'failure' in answer)
    return byRubric(app, submitted, `${answer?.sentence ?? 'No AI is set up here.'} So a written rubric made this review.`);
  const { verdict, score, prompt_version, comment, criteria, questions } = answer.value;
  const data = {
    feedback_id: app.newId(),
    task_id: taskId,
    submission_id: submissionId,
    verdict,
    score,
    model: answer.model,
    prompt_version,
  };
  const command = { type: 'Give', data, texts: { comment, criteria, questions } } as const;
  await handle(app, feedbackDecider, feedbackStream(submissionId), command, contextOf(caller));
  const kept = await keptFeedback(app, caller.owner, submissionId);
  if (kept === null) throw new RuleViolation('not_found', 'There is no such account.');
  return kept;
}

const byRubric = (app: App, submitted: SubmittedDesign, why: string): ShownFeedback => ({
  ...app.ai.designFeedbackByRubric(materialOf(submitted), why),
  // Nothing of it is kept, so the id is the same each time.
  id: derivedId('rubric_feedback', submitted.submissionId),
  model: null,
  at: submitted.at,
});

function materialOf({ title, requirement, design: { diagram, ...sections } }: SubmittedDesign): DesignMaterial {
  return { title, requirement, design: { ...sections, mermaid: diagram?.mermaid ?? null } };
}
