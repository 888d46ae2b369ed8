import type { RecordedOf } from '../domain/kernel/event.ts';
import type { Sealed } from '../domain/kernel/sealed.ts';
import type { TaskFields, TaskStatus } from '../domain/task/events.ts';
import type { Cursor, Page, Stored } from './kernel/documents.ts';
import type { Plain, Views } from './kernel/views.ts';

/** Keys that order and select tasks; each is null where the task does not belong in its list. */
export type TaskKeys = {
  /** Not archived, not deleted: due instant (undated last), then when it was made. */
  readonly live_key: string | null;
  /** Missed and not archived: when. */
  readonly missed_key: string | null;
  /** Archived: when. */
  readonly archived_key: string | null;
  /** A child that is there: when it was made. */
  readonly child_key: string | null;
  /** The next instant at which time changes something about it. */
  readonly next_key: string | null;
  /** When its parent's change was made, of which its own part has not been seen. */
  readonly pending_key: string | null;
};

/** By task id. Deleted tasks stay (`deleted: true`), for history and reports. */
export type TaskDoc = Plain<TaskFields> &
  TaskKeys & {
    readonly owner: string;
    readonly id: string;
    /** Each text is the sealed object that holds its value: `opener.open(owner, doc.title).title`. */
    readonly title: Sealed;
    readonly description: Sealed | null;
    readonly tags: Sealed | null;
    readonly skip_reason: Sealed | null;
    /** Position of the event that gave the present title. */
    readonly titled_at: string;
    readonly archived_at: string | null;
    /** Up to when time's doings are noted: the newest `at` in its stream. */
    readonly settled_through: string;
    /** The parent's change that has not been carried over to this child. */
    readonly pending: PendingPart | null;
    /** Revision of its last change, for the ETag. */
    readonly version: number;
  };

export type PendingPart = {
  /** Id of the parent's event: the part's `part_of`. */
  readonly part_of: string;
  readonly parent_id: string;
  /** The parent's event's stored name. */
  readonly type: string;
  readonly at: string;
};

export interface LiveFilter {
  readonly statuses?: readonly TaskStatus[];
  /** Local dates, inclusive. */
  readonly dueFrom?: string;
  readonly dueTo?: string;
  /** A test that needs more than the document's plain fields, as an opened tag. */
  readonly accept?: (doc: TaskDoc) => boolean;
}

export interface PageOf {
  readonly limit: number;
  readonly after?: Cursor;
}

export type TaskQueries = {
  /** Any task by id, deleted ones too: the caller checks `owner` and `deleted`. */
  task(views: Views, id: string): Promise<Stored<TaskDoc> | null>;
  /** Not archived, by due instant (undated last), then made. */
  liveTasks(views: Views, owner: string, filter: LiveFilter, page: PageOf): Promise<Page<TaskDoc>>;
  /** Missed and not archived, newest first. */
  missedTasks(views: Views, owner: string, page: PageOf): Promise<Page<TaskDoc>>;
  archivedTasks(views: Views, owner: string, page: PageOf): Promise<Page<TaskDoc>>;
  /** Oldest first, without deleted ones. */
  childrenOf(views: Views, parentId: string): Promise<readonly Stored<TaskDoc>[]>;
  /** By due date, deleted ones too (but not those that were open). */
  tasksDue(views: Views, owner: string, from: string, to: string): Promise<readonly Stored<TaskDoc>[]>;
  /** Children whose part in their parent's change has not been seen, oldest first. */
  pendingParts(views: Views, page: PageOf): Promise<Page<TaskDoc>>;
};
export type AnyTaskEvent = RecordedOf<import('../domain/task/events.ts').TaskEvent>;
