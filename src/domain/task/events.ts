import type { AlertEvent } from '../kernel/alert.ts';
import type { RecordedOf } from '../kernel/event.ts';
import type { Sealed } from '../kernel/sealed.ts';
import type { TallyChange } from '../kernel/tally.ts';

export type TaskStatus = 'pending' | 'in_progress' | 'completed' | 'missed' | 'skipped';
export type VerificationType = 'none' | 'email' | 'coding' | 'system_design' | 'general';
export type VerificationState = 'not_required' | 'awaiting_proof' | 'in_review' | 'verified' | 'rejected' | 'expired';
export type Priority = 'high' | 'medium' | 'low' | 'none';

/** The structural part of a task: everything about it that is not personal text. */
export interface TaskFields {
  readonly status: TaskStatus;
  readonly late: boolean;
  readonly due_date: string | null;
  readonly due_time: string | null;
  /** The last instant that is in time. */
  readonly due_at: string | null;
  /** The zone in which `due_at` was computed. */
  readonly due_zone: string | null;
  /** When the present due instant was chosen: only alert windows still ahead of it raise anything. */
  readonly due_set_at: string | null;
  readonly verification_type: VerificationType;
  readonly verification_state: VerificationState;
  readonly proof_due_at: string | null;
  readonly priority: Priority;
  readonly estimate_minutes: number | null;
  readonly parent_id: string | null;
  readonly recurring_task_id: string | null;
  /** The routine's local date of which it is the occurrence, wherever its due date was moved since. */
  readonly occurrence_date: string | null;
  /** Taken away by its routine, which may bring it back. */
  readonly withdrawn: boolean;
  /** The vacation for which it was skipped. */
  readonly vacation_id: string | null;
  /** How often the due instant was moved to later. */
  readonly postponed: number;
  readonly archived: boolean;
  readonly deleted: boolean;
  readonly created_at: string;
  readonly completed_at: string | null;
  /** Local day and hour of the completion, in the zone of that moment. */
  readonly completed_local: { readonly date: string; readonly hour: number } | null;
  readonly missed_at: string | null;
  /** Skipped in time and completed after the deadline: still counted as skipped. */
  readonly counts_as_skipped: boolean;
  /** Local dates from which the due date was taken away. */
  readonly taken_back: readonly string[];
  /** From when the 30 days to automatic archiving run: completion, skip, miss or unarchiving. */
  readonly closed_at: string | null;
}

/** A task of which nothing is known yet. */
export const NO_FIELDS: TaskFields = {
  status: 'pending',
  late: false,
  due_date: null,
  due_time: null,
  due_at: null,
  due_zone: null,
  due_set_at: null,
  verification_type: 'none',
  verification_state: 'not_required',
  proof_due_at: null,
  priority: 'none',
  estimate_minutes: null,
  parent_id: null,
  recurring_task_id: null,
  occurrence_date: null,
  withdrawn: false,
  vacation_id: null,
  postponed: 0,
  archived: false,
  deleted: false,
  created_at: '',
  completed_at: null,
  completed_local: null,
  missed_at: null,
  counts_as_skipped: false,
  taken_back: [],
  closed_at: null,
};

/** Personal texts; on a state or a document each is the sealed object that holds its present value. */
export const TASK_TEXTS = ['title', 'description', 'tags', 'skip_reason'] as const;
export type TaskText = (typeof TASK_TEXTS)[number];
export interface TaskTexts {
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly skip_reason: string;
}
export type SealedTexts = Partial<Readonly<Record<TaskText, Sealed | null>>>;

/** What every change of a task says: new and former values of the fields it changed, and its tally. */
export interface TaskChange {
  readonly set: Partial<TaskFields>;
  readonly was: Partial<TaskFields>;
  /** Names of the texts that this event's own personal part holds. */
  readonly own_texts: readonly TaskText[];
  /** Texts set to a value sealed earlier (an undo), or to nothing. */
  readonly texts: SealedTexts;
  /** Former values of all the texts that change. */
  readonly was_texts: SealedTexts;
  readonly tally: readonly TallyChange[];
  /** The parent's change of which this is a part: its event's id. */
  readonly part_of: string | null;
  /** Children that this change takes with it; each gets an event of its own, with `part_of`. */
  readonly children: readonly string[];
  /** Of which routine it is an occurrence; left out where it is none. */
  readonly occurrence?: { readonly routine_id: string; readonly date: string };
}

type Change<Type extends string> = {
  readonly type: Type;
  readonly data: TaskChange;
  readonly private?: Partial<TaskTexts>;
};

export type TaskPromised = Change<'TaskPromised'>;
export type TaskEdited = Change<'TaskEdited'>;
export type TaskStarted = Change<'TaskStarted'>;
export type TaskReopened = Change<'TaskReopened'>;
export type TaskCompleted = Change<'TaskCompleted'>;
export type TaskSkipped = Change<'TaskSkipped'>;
/** By the system, as the due instant passes. */
export type TaskMissed = Change<'TaskMissed'>;
export type TaskArchived = Change<'TaskArchived'>;
export type TaskUnarchived = Change<'TaskUnarchived'>;
export type TaskDeleted = Change<'TaskDeleted'>;
/** By the system: the occurrence's routine no longer has it. */
export type TaskWithdrawn = Change<'TaskWithdrawn'>;
/** By the system: the routine has it again. */
export type TaskRestored = Change<'TaskRestored'>;
/** By the system, as the proof deadline passes. */
export type ProofExpired = Change<'ProofExpired'>;
export type TaskUndone = {
  readonly type: 'TaskUndone';
  readonly data: TaskChange & { readonly undoes: string; readonly undone_type: string };
};

export type TaskChangeEvent =
  | TaskPromised
  | TaskEdited
  | TaskStarted
  | TaskReopened
  | TaskCompleted
  | TaskSkipped
  | TaskMissed
  | TaskArchived
  | TaskUnarchived
  | TaskDeleted
  | TaskWithdrawn
  | TaskRestored
  | ProofExpired
  | TaskUndone;

export type TaskEvent = TaskChangeEvent | AlertEvent;
export type RecordedTaskEvent = RecordedOf<TaskEvent>;

export const taskStream = (id: string): string => `task-${id}`;
