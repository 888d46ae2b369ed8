import { number } from '../../contracts/words/format.ts';
import { isOpen } from '../calendar/task-times.ts';
import { RuleViolation } from '../kernel/decider.ts';
import type { Sent } from './commands.ts';
import type { TaskFields, VerificationType } from './event-data.ts';
import type { TaskState } from './state.ts';

export const open = (fields: TaskFields): boolean => isOpen(fields.status);
export const hasPassed = (instant: string | null, now: string): boolean => instant !== null && now > instant;

export const notFound = (): RuleViolation => new RuleViolation('not_found', 'There is no such task.');
export const deadlinePassed = (message: string): RuleViolation => new RuleViolation('deadline_passed', message);
export const changedSince = (): RuleViolation => new RuleViolation('conflict', 'You have changed this task since. Take that back first.');
export const invalid = (fields: Readonly<Record<string, readonly string[]>>): RuleViolation =>
  new RuleViolation('validation_failed', 'Some of what you sent cannot be taken. See the fields.', fields);

/** Archived tasks do not count. */
export const MOST_TASKS = 20_000;
export const tooManyTasks = (): RuleViolation =>
  new RuleViolation(
    'limit_reached',
    `An account holds ${number(MOST_TASKS)} tasks that are not archived, and there is no room for more. Archive or delete some, then try again.`,
  );

/** The local date that the owner chose for the task. A change of zone may have moved it to another date since. */
export const chosenDate = ({ due_date, due_chosen }: Pick<TaskFields, 'due_date' | 'due_chosen'>): string | null =>
  due_chosen?.date ?? due_date;

/** The most proofs of one task. They are shown all together with their texts, and stored in one document. */
export const MOST_PROOFS = 100;
export const tooManyProofs = (): RuleViolation =>
  new RuleViolation(
    'limit_reached',
    `A task takes ${MOST_PROOFS} proofs, and there are as many. Make a new task for what is left to prove.`,
  );

/** How a task counts on its due date in every report, message and streak. `none`: it counts nowhere. */
export type Outcome = 'kept' | 'missed' | 'skipped' | 'open' | 'none';

type OutcomeFields = Pick<
  TaskFields,
  'status' | 'late' | 'due_date' | 'verification_state' | 'counts_as_skipped' | 'deleted' | 'withdrawn' | 'decided_at' | 'corrected'
>;

/**
 * How a task counts on its due date. This is the only place that decides it: roll-ups, read models, messages and the API call it. It is
 * derived and never stored in an event, so that a corrected rule corrects the past too. `none`: the task has no due date, its routine
 * withdrew it, or it was deleted before it was decided.
 */
export function outcomeOf(task: OutcomeFields): Outcome {
  if (task.due_date === null || task.withdrawn) return 'none';
  const verdict = verdictOn(task);
  return verdict === 'open' && task.deleted ? 'none' : verdict;
}

/** Whether the owner, or a judge of the proof, still has something to do. The task may have no due date. */
export const isUndecided = (task: OutcomeFields): boolean => verdictOn(task) === 'open';

/** A task that needs a proof is open until the proof is decided. A rejection decides only when no other proof can follow. */
function verdictOn(task: OutcomeFields): Exclude<Outcome, 'none'> {
  if (task.corrected) return 'kept';
  if (isOpen(task.status)) return 'open';
  if (task.status === 'missed') return 'missed';
  if (task.status === 'skipped' || task.counts_as_skipped) return 'skipped';
  if (task.late || task.verification_state === 'expired' || isRejectedForGood(task)) return 'missed';
  return task.verification_state === 'not_required' || task.verification_state === 'verified' ? 'kept' : 'open';
}

export const isRejectedForGood = ({ verification_state, decided_at }: Pick<TaskFields, 'verification_state' | 'decided_at'>): boolean =>
  verification_state === 'rejected' && decided_at !== null;

/** Whether the proof was accepted on the owner's own word, which the owner can take back. */
export const isOnWord = ({ verification_state, decided_by }: Pick<TaskFields, 'verification_state' | 'decided_by'>): boolean =>
  verification_state === 'verified' && decided_by === 'self';

/** Whether this review accepted a proof on the owner's own word. Accepts the data of any event. */
export const isOwnWord = ({ judge, outcome }: Readonly<Record<string, unknown>>): boolean => judge === 'self' && outcome === 'accepted';

/** Whether somebody other than the owner accepted the proof. Such a verdict cannot be taken back. */
export const isJudged = (fields: Pick<TaskFields, 'verification_state' | 'decided_by'>): boolean =>
  fields.verification_state === 'verified' && !isOnWord(fields);

export const alreadyVerified = (): RuleViolation =>
  new RuleViolation('already_verified', 'The proof of this task was accepted. What was judged stays as it is.');

/**
 * Refuses a command if its sender read another version, or if elapsed time has changed the task since.
 * @throws RuleViolation precondition_failed
 */
export function matching(command: Sent, recorded: TaskState, current: TaskState): void {
  if (command.if_match === null) return;
  // Elapsed time does not change the version, so the fields are compared, too.
  if (command.if_match !== recorded.version || recorded.fields !== current.fields)
    throw new RuleViolation('precondition_failed', 'This task has changed since you read it. Read it again, then send your change anew.');
}

export function notArchived(fields: TaskFields): void {
  if (fields.archived) throw new RuleViolation('archived', 'This task is archived. Unarchive it before you change it.');
}

export const unproven = (type: VerificationType): Pick<TaskFields, 'verification_state' | 'proof_due_at'> & typeof UNDECIDED => ({
  verification_state: type === 'none' ? 'not_required' : 'awaiting_proof',
  proof_due_at: null,
  ...UNDECIDED,
});

/** A proof that is undecided and has no judge. */
export const UNDECIDED = { review: null, decided_at: null, decided_by: null } as const;

/** Tags that differ only in case have the same key. Tags are stored in NFC. */
export const tagKey = (tag: string): string => tag.normalize('NFC').toLowerCase().normalize('NFC');
