import { isOpen } from '../calendar/task-times.ts';
import type { AlertKind } from '../kernel/alert.ts';
import type { TaskFields } from './event-data.ts';
import { isRejectedForGood } from './rules.ts';
import type { TaskState } from './state.ts';

export function untrueAlerts(state: TaskState): readonly string[] {
  return Object.entries(state.alerts)
    .filter(([, alert]) => !holds(state.fields, alert.kind, alert.about))
    .map(([id]) => id);
}

export const isRaised = ({ alerts }: TaskState, kind: AlertKind, about: string): boolean =>
  Object.values(alerts).some((alert) => alert.kind === kind && alert.about === about);

/** The alert for a task that counts as missed, with the instant that it is about. A task whose record was corrected has none. */
export function missedAlert(task: TaskFields): { readonly kind: AlertKind; readonly about: string } | null {
  const { status, due_at, proof_due_at } = task;
  if (task.deleted || task.corrected) return null;
  if (status === 'missed' && due_at !== null) return { kind: 'missed', about: due_at };
  if (status !== 'completed' || proof_due_at === null) return null;
  if (task.verification_state === 'expired') return { kind: 'proof_expired', about: proof_due_at };
  return isRejectedForGood(task) ? { kind: 'proof_final', about: proof_due_at } : null;
}

function holds(task: TaskFields, kind: AlertKind, about: string): boolean {
  if (task.deleted) return false;
  if (kind === 'due_24h' || kind === 'due_2h') return isOpen(task.status) && task.due_at === about;
  if (kind === 'proof_accepted') return task.verification_state === 'verified' && task.decided_at === about;
  const missed = missedAlert(task);
  if (kind === missed?.kind) return missed.about === about;
  if (task.status !== 'completed' || task.proof_due_at !== about) return false;
  if (task.verification_state === 'rejected' && task.decided_at === null) return kind === 'proof_rejected' || kind === 'proof_30m';
  return kind === 'proof_30m' && task.verification_state === 'awaiting_proof';
}
