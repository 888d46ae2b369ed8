import { isOpen } from '../../domain/calendar/task-times.ts';
import type { TaskFields } from '../../domain/task/event-data.ts';

/** Keys that order and select tasks by their proof. Each is null if the task does not belong in its list. */
export type ProofKeys = {
  /** Tasks that wait for a proof or a verdict: completed ones by their proof deadline, then open ones by their due instant. */
  readonly proof_key: string | null;
  /** When the decision about its proof became final; also set for a deleted task. */
  readonly decided_key: string | null;
  /** The local date on which its proof counts: the due date, or without one the day of the completion. */
  readonly proof_date: string | null;
};

const COMPLETED = 'a';
const OPEN = 'b';

/** The greatest key of an open task that is due by an instant. */
export const openUntil = (instant: string): string => `${OPEN} ${instant}`;

export function proofKeys(task: TaskFields): ProofKeys {
  const asks = task.verification_type !== 'none' && !task.withdrawn;
  return {
    proof_key: asks && !task.deleted ? waitingKey(task) : null,
    decided_key: asks ? task.decided_at : null,
    proof_date: asks && (!task.deleted || task.decided_at !== null) ? (task.due_date ?? task.completed_local?.date ?? null) : null,
  };
}

function waitingKey({ status, due_at, proof_due_at, decided_at }: TaskFields): string | null {
  if (isOpen(status)) return due_at === null ? null : openUntil(due_at);
  return status === 'completed' && decided_at === null ? `${COMPLETED} ${proof_due_at} ${due_at ?? '9999'}` : null;
}
