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

/** The most tasks of an account that are not archived. */
export const MOST_TASKS = 20_000;
export const tooManyTasks = (): RuleViolation =>
  new RuleViolation(
    'limit_reached',
    `An account holds ${MOST_TASKS.toLocaleString('en')} tasks that are not archived, and there is no room for more. Archive or delete some, then try again.`,
  );

/** The local date that was chosen for a task. A change of zone since may have written another one. */
export const chosenDate = ({ due_date, due_chosen }: Pick<TaskFields, 'due_date' | 'due_chosen'>): string | null =>
  due_chosen?.date ?? due_date;

/** The most proofs of one task. All of them are shown together with their texts, and kept in one document. */
export const MOST_PROOFS = 100;
export const tooManyProofs = (): RuleViolation =>
  new RuleViolation(
    'limit_reached',
    `A task takes ${MOST_PROOFS} proofs, and there are as many. Make a new task for what is left to prove.`,
  );

/** What came of a task, as it counts on its due date in every report, message and streak; `none` counts nowhere. */
export type Outcome = 'kept' | 'missed' | 'skipped' | 'open' | 'none';

/** The fields of a task on which its outcome depends. */
type OutcomeFields = Pick<
  TaskFields,
  'status' | 'late' | 'due_date' | 'verification_state' | 'counts_as_skipped' | 'deleted' | 'withdrawn' | 'decided_at' | 'corrected'
>;

/**
 * How a task, as it stands, counts on its due date. This is the only place that says it: roll-ups, read models, messages
 * and the wire take it from here. It is derived and never stored in an event, so that a mended rule mends the past too.
 *
 * `none`: it has no due date, its routine took it away, or it was deleted before anything was decided about it.
 */
export function outcomeOf(task: OutcomeFields): Outcome {
  if (task.due_date === null || task.withdrawn) return 'none';
  const verdict = verdictOn(task);
  return verdict === 'open' && task.deleted ? 'none' : verdict;
}

/** Whether something is still to be done about a task: by its owner, or by whoever judges its proof. It may have no due date. */
export const isUndecided = (task: OutcomeFields): boolean => verdictOn(task) === 'open';

/** What waits for its proof is open until that is decided. A rejection is decided when no other proof can follow. */
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

/** Whether the proof was accepted on the owner's own word, which can be taken back. */
export const isOnWord = ({ verification_state, decided_by }: Pick<TaskFields, 'verification_state' | 'decided_by'>): boolean =>
  verification_state === 'verified' && decided_by === 'self';

/** Whether this is the review by which a proof was accepted on the owner's own word. It is given the data of any event. */
export const isOwnWord = ({ judge, outcome }: Readonly<Record<string, unknown>>): boolean => judge === 'self' && outcome === 'accepted';

/** Whether somebody other than the owner accepted the proof: what was judged stays. */
export const isJudged = (fields: Pick<TaskFields, 'verification_state' | 'decided_by'>): boolean =>
  fields.verification_state === 'verified' && !isOnWord(fields);

export const alreadyVerified = (): RuleViolation =>
  new RuleViolation('already_verified', 'The proof of this task was accepted. What was judged stays as it is.');

/** Refuses a command whose sender saw another version, or where elapsed time has changed the task since. */
export function matching(command: Sent, recorded: TaskState, current: TaskState): void {
  if (command.if_match === null) return;
  // Elapsed time keeps the version but moves the instant of the last change, or what it set.
  if (command.if_match !== recorded.version || recorded.fields !== current.fields)
    throw new RuleViolation('precondition_failed', 'This task has changed since you read it. Read it again, then send your change anew.');
}

export function notArchived(fields: TaskFields): void {
  if (fields.archived) throw new RuleViolation('archived', 'This task is archived. Unarchive it before you change it.');
}

/** What verification says of a task that is not completed. */
export const unproven = (type: VerificationType): Pick<TaskFields, 'verification_state' | 'proof_due_at'> & typeof UNDECIDED => ({
  verification_state: type === 'none' ? 'not_required' : 'awaiting_proof',
  proof_due_at: null,
  ...UNDECIDED,
});

/** A proof about which nothing is decided, and that nobody judges. */
export const UNDECIDED = { review: null, decided_at: null, decided_by: null } as const;
