import { isOpen } from '../calendar/task-times.ts';
import { RuleViolation } from '../kernel/decider.ts';
import type { Sent } from './commands.ts';
import type { TaskFields, VerificationType } from './event-data.ts';
import type { TaskState } from './state.ts';

export const open = (fields: TaskFields): boolean => isOpen(fields.status);
export const hasPassed = (instant: string | null, now: string): boolean => instant !== null && now > instant;

export const notFound = (): RuleViolation => new RuleViolation('not_found', 'There is no such task.');
export const deadlinePassed = (message: string): RuleViolation => new RuleViolation('deadline_passed', message);
export const invalid = (fields: Readonly<Record<string, readonly string[]>>): RuleViolation =>
  new RuleViolation('validation_failed', 'Some of what you sent cannot be taken. See the fields.', fields);

/** The sender saw this very version, and time has done nothing since. */
export function matching(command: Sent, recorded: TaskState, settled: TaskState): void {
  if (command.if_match === null) return;
  // settling keeps the version but moves the instant of the last change, or what it set
  if (command.if_match !== recorded.version || recorded.fields !== settled.fields)
    throw new RuleViolation('precondition_failed', 'This task has changed since you read it. Read it again, then send your change anew.');
}

export function notArchived(fields: TaskFields): void {
  if (fields.archived) throw new RuleViolation('archived', 'This task is archived. Unarchive it before you change it.');
}

/** What verification says of a task that is not completed. */
export const unproven = (type: VerificationType): Pick<TaskFields, 'verification_state' | 'proof_due_at'> => ({
  verification_state: type === 'none' ? 'not_required' : 'awaiting_proof',
  proof_due_at: null,
});
