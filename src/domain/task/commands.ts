import type { ZoneMove } from '../calendar/local.ts';
import type { SeenFile } from '../kernel/define-event.ts';
import type { JudgeKind, ProofTexts, ReviewTexts } from '../proof/event-data.ts';
import type { PlainField, ROUTINE_PLAIN_FIELDS, SealedTexts, TaskFields, TaskText, TaskTexts } from './event-data.ts';

/** The fields of every command. Instants are RFC 3339 UTC with milliseconds. */
export interface Sent {
  /** The owner of the task. For anybody else the task does not exist. */
  readonly owner: string;
  readonly now: string;
  readonly zone: string;
  /** The owner's changes of zone that due dates follow, oldest first. Left out: none. */
  readonly moves?: readonly ZoneMove[];
  readonly proof_hours: number;
  readonly if_match: number | null;
}

/** What an owner may set in a task, besides its texts. */
export type Writable = Pick<TaskFields, 'due_date' | 'due_time' | 'verification_type' | PlainField>;

/** Plain texts; null or an empty text removes the stored one. */
export type WrittenTexts = { readonly [Name in TaskText]?: TaskTexts[Name] | null };

export interface OpenChild {
  readonly id: string;
  readonly needs_proof: boolean;
}

/** `uncompleted`: if the task is completed, it becomes open again (`{completed: false}` alone). */
export type WantedStatus = 'pending' | 'in_progress' | 'completed' | 'skipped' | 'uncompleted';

/** The fields of commands that can add a task to the owner's list. */
interface Adding {
  /** How many more tasks the account can hold; left out: any number. */
  readonly room?: number;
}

export type PromiseTask = Sent &
  Adding & {
    readonly type: 'Promise';
    readonly id: string;
    readonly fields: Partial<Writable> & Partial<Pick<TaskFields, 'again_of'>>;
    readonly texts: WrittenTexts & { readonly title: string };
  };
/**
 * Promises a missed or skipped task again, in the stream of that task. `again`: the id of the new task. `over`: the task that was promised
 * last in this way, if it is no longer open. A `due_time` that is left out is that of the old task.
 */
export type Renew = Sent &
  Adding & {
    readonly type: 'Renew';
    readonly again: string;
    readonly over: string | null;
    readonly due_date: string;
    readonly due_time?: string | null;
  };
export type Edit = Sent & { readonly type: 'Edit'; readonly fields: Partial<Writable>; readonly texts: WrittenTexts };
export type SetStatus = Sent & {
  readonly type: 'SetStatus';
  readonly status: WantedStatus;
  readonly reason: string | null;
  readonly children: readonly OpenChild[];
};
/** Moves the task in the owner's own order. Null: it stays where it is. */
export type Place = Sent & { readonly type: 'Place'; readonly place: string | null };
/** `batch`: only if the owner's last change was made by that change of several tasks at once. */
export type Undo = Sent & Adding & { readonly type: 'Undo'; readonly batch?: string };
export type Archive = Sent & { readonly type: 'Archive' };
export type Unarchive = Sent & Adding & { readonly type: 'Unarchive' };
/** `untouched`: only if the owner has done nothing with the task since they made it. */
export type Delete = Sent & { readonly type: 'Delete'; readonly children: readonly string[]; readonly untouched?: boolean };
/** Applies elapsed time and changes nothing else. */
export type Advance = Sent & { readonly type: 'Advance' };
/** Adds the time of a focus session that has ended. `session_end`: the event of its end, which counts once. */
export type AddFocus = Sent & { readonly type: 'AddFocus'; readonly session_end: string; readonly seconds: number };
/** Moves the due date according to the owner's changes of zone up to `now`, and changes nothing else. */
export type Rezone = Sent & { readonly type: 'Rezone' };
/** `if_match`: the version of the alert. */
export type AcknowledgeTaskAlert = Sent & { readonly type: 'AcknowledgeAlert'; readonly alert_id: string };

/** The change of a child that follows from a change of its parent. `now`: the instant of that change; `part_of`: the id of its event. */
type FromParent = Sent & { readonly part_of: string };
export type CompleteAsPart = FromParent & { readonly type: 'CompleteAsPart' };
export type DeleteAsPart = FromParent & { readonly type: 'DeleteAsPart' };
/** Takes back what the parent's event `undoes` changed in the child. */
export type UndoPart = FromParent & { readonly type: 'UndoPart'; readonly undoes: string };

/** A command from a routine. `part_of`: the event that caused it, which has its effect once; null: the date of the occurrence is near. */
type FromRoutine = Sent & { readonly part_of: string | null };
/** Makes the occurrence, restores it, or sets those of its fields to the routine's values that the owner has not edited. */
export type Occur = FromRoutine & {
  readonly type: 'Occur';
  readonly id: string;
  readonly routine_id: string;
  readonly date: string;
  readonly fields: Pick<Writable, 'due_time' | 'verification_type' | (typeof ROUTINE_PLAIN_FIELDS)[number]>;
  readonly texts: Pick<SealedTexts, 'title' | 'description' | 'tags' | 'proof_requirement'>;
  /** The vacation that contains its date: its id, and the event that recorded it. */
  readonly vacation: { readonly id: string; readonly part_of: string } | null;
};
/** The routine no longer has this occurrence. `moved`: withdraw it even if the owner has moved it. */
export type Withdraw = FromRoutine & { readonly type: 'Withdraw'; readonly moved: boolean };
export type SkipForVacation = FromRoutine & { readonly type: 'SkipForVacation'; readonly vacation_id: string };
export type ReturnFromVacation = FromRoutine & { readonly type: 'ReturnFromVacation'; readonly vacation_id: string };

/** The judges that are available when the owner gives a proof. If none of them decides, the owner's own word counts. */
export interface Judges {
  readonly check: boolean;
  readonly partner_id: string | null;
  /** The AI reviews proof of this type (without a key, the rubric does). */
  readonly ai: boolean;
}

/** The result of a check that ran before the proof was given. */
export interface Checked {
  readonly review_id: string;
  readonly judge_id: string;
  readonly verdict: 'accepted' | 'rejected';
  readonly texts: ReviewTexts;
}

/** Gives a proof, and completes an open task with it. Repeating the same id changes nothing. */
export type SubmitProof = Sent & {
  readonly type: 'SubmitProof';
  readonly submission_id: string;
  readonly texts: ProofTexts;
  readonly file_ids: readonly string[];
  readonly email_task_id: string | null;
  readonly code_task_id: string | null;
  readonly judges: Judges;
  /** Null: no check ran before. */
  readonly checked: Checked | null;
  readonly children: readonly OpenChild[];
};
export type WithdrawProof = Sent & { readonly type: 'WithdrawProof' };

/** A judge's review of a proof. Repeating the same `review_id` changes nothing. */
export type ReviewProof = Sent & {
  readonly type: 'ReviewProof';
  readonly submission_id: string;
  readonly review_id: string;
  readonly judge: JudgeKind;
  /** The id of the partner, the model of the AI, or the name of the check. */
  readonly judge_id: string | null;
  readonly verdict: 'accepted' | 'rejected' | 'comment';
  readonly score: number | null;
  readonly prompt_version: string | null;
  readonly texts: ReviewTexts;
  /** What an AI or the rubric was given of each file. Null or left out: another judge. */
  readonly seen?: readonly SeenFile[] | null;
};
/** Says which judges are available now. A review by a partner other than `partner_id` moves to the next judge. */
export type PassReviewOn = Sent & { readonly type: 'PassReviewOn' } & Pick<Judges, 'partner_id' | 'ai'>;

export type MakeAppeal = Sent & {
  readonly type: 'MakeAppeal';
  readonly text: string;
  readonly file_ids: readonly string[];
  readonly partner_id: string | null;
};
export type AnswerAppeal = Sent & {
  readonly type: 'AnswerAppeal';
  readonly partner_id: string;
  readonly outcome: 'accepted' | 'rejected';
  /** Plain text; empty: none. */
  readonly comment: string;
};

export type ProofCommand = SubmitProof | WithdrawProof | ReviewProof | PassReviewOn | MakeAppeal | AnswerAppeal;
export type OccurrenceCommand = Occur | Withdraw | SkipForVacation | ReturnFromVacation;
export type PartCommand = CompleteAsPart | DeleteAsPart | UndoPart;
export type TaskCommand =
  | PromiseTask
  | Renew
  | Edit
  | SetStatus
  | Place
  | Undo
  | Archive
  | Unarchive
  | Delete
  | Advance
  | Rezone
  | AddFocus
  | AcknowledgeTaskAlert
  | OccurrenceCommand
  | PartCommand
  | ProofCommand;
