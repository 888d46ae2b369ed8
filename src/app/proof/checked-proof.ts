import { RuleViolation } from '../../domain/kernel/decider.ts';
import type { Position } from '../../domain/kernel/event.ts';
import type { ProofTexts } from '../../domain/proof/event-data.ts';
import type { CheckedProof } from '../../ports/proof-sources.ts';
import type { App } from '../app.ts';
import type { Caller } from '../caller.ts';
import { submitProof } from './proof.ts';

export interface HandedIn {
  readonly submissionId: string;
  readonly now: string;
  readonly email_task_id?: string | null;
  readonly code_task_id?: string | null;
  readonly texts?: ProofTexts;
  /** The verdict of the check; null: somebody else judges the proof. */
  readonly checked: CheckedProof | null;
}

/**
 * Gives something that the program itself observed as the proof of its task. Null if the task takes no proof any more, or none at present
 * (it is late, or another proof is in review). Nothing else changes, and the owner can still give the proof.
 */
export async function handInChecked(
  app: App,
  caller: Caller,
  taskId: string,
  { submissionId, now, email_task_id = null, code_task_id = null, texts = {}, checked }: HandedIn,
): Promise<Position | null> {
  try {
    const { position } = await submitProof(app, caller, taskId, {
      submission_id: submissionId,
      now,
      texts,
      file_ids: [],
      email_task_id,
      code_task_id,
      checked,
    });
    return position;
  } catch (error) {
    if (error instanceof RuleViolation) return null;
    throw error;
  }
}
