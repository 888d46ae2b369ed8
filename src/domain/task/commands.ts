import type { ZoneMove } from '../calendar/zone-moves.ts';
import type { Priority, SealedTexts, TaskText, TaskTexts, VerificationType } from './event-data.ts';
import type { JudgeKind, ProofTexts, ReviewTexts } from './proof-event-data.ts';

/** What every command carries. Instants are RFC 3339 UTC with milliseconds. */
export interface Sent {
  /** The owner that the task must have; a task of somebody else is not found. */
  readonly owner: string;
  readonly now: string;
  /** The owner's present IANA zone. */
  readonly zone: string;
  /** The owner's changes of zone, oldest first, that due dates follow. Left out: none. */
  readonly moves?: readonly ZoneMove[];
  /** Hours from the due instant to the proof deadline. */
  readonly proof_hours: number;
  /** The version that the sender saw; null: any. */
  readonly if_match: number | null;
}

/** What an owner may write of a task, beside its texts. */
export interface Writable {
  readonly due_date: string | null;
  readonly due_time: string | null;
  readonly priority: Priority;
  readonly verification_type: VerificationType;
  readonly estimate_minutes: number | null;
  readonly parent_id: string | null;
  /** The partner who judges its proof; null: the first one. */
  readonly partner_id: string | null;
}

/** Texts in clear; null or empty takes one away. */
export type WrittenTexts = { readonly [Name in TaskText]?: TaskTexts[Name] | null };

export interface OpenChild {
  readonly id: string;
  readonly needs_proof: boolean;
}

/** `uncompleted`: the task is no longer completed, if it was (`{completed: false}` alone). */
export type WantedStatus = 'pending' | 'in_progress' | 'completed' | 'skipped' | 'uncompleted';

/** Carried by what may put a task into the owner's list that was not there. */
interface Adding {
  /** How many tasks more the account can hold; left out: any number. */
  readonly room?: number;
}

export type PromiseTask = Sent &
  Adding & {
    readonly type: 'Promise';
    readonly id: string;
    readonly fields: Partial<Writable> & { readonly recurring_task_id?: string | null };
    readonly texts: WrittenTexts & { readonly title: string };
  };
export type Edit = Sent & { readonly type: 'Edit'; readonly fields: Partial<Writable>; readonly texts: WrittenTexts };
export type SetStatus = Sent & {
  readonly type: 'SetStatus';
  readonly status: WantedStatus;
  readonly reason: string | null;
  /** Its open children, which a completion completes too. */
  readonly children: readonly OpenChild[];
};
export type Undo = Sent & Adding & { readonly type: 'Undo' };
export type Archive = Sent & { readonly type: 'Archive' };
export type Unarchive = Sent & Adding & { readonly type: 'Unarchive' };
export type Delete = Sent & { readonly type: 'Delete'; readonly children: readonly string[] };
/** Applies the elapsed time, and nothing else. */
export type Advance = Sent & { readonly type: 'Advance' };
/** Lets the due date follow the owner's changes of zone up to `now`, and nothing else. */
export type Rezone = Sent & { readonly type: 'Rezone' };
/** `if_match` is the alert's version. */
export type AcknowledgeTaskAlert = Sent & { readonly type: 'AcknowledgeAlert'; readonly alert_id: string };

/** The share of a child in its parent's change; `now` is the instant of that change, `part_of` the id of its event. */
type FromParent = Sent & { readonly part_of: string };
export type CompleteAsPart = FromParent & { readonly type: 'CompleteAsPart' };
export type DeleteAsPart = FromParent & { readonly type: 'DeleteAsPart' };
/** Takes back the part that came of the parent's event `undoes`. */
export type UndoPart = FromParent & { readonly type: 'UndoPart'; readonly undoes: string };

/** A command from a routine. `part_of` is the event that asks for it, which is handled once; null: the occurrence's date has come near. */
type FromRoutine = Sent & { readonly part_of: string | null };
/** Makes the occurrence, brings it back, or brings what was not edited by hand in line with the routine. */
export type Occur = FromRoutine & {
  readonly type: 'Occur';
  readonly id: string;
  readonly routine_id: string;
  readonly date: string;
  readonly fields: Pick<Writable, 'due_time' | 'priority' | 'verification_type' | 'estimate_minutes'>;
  readonly texts: Pick<SealedTexts, 'title' | 'description' | 'tags' | 'proof_requirement'>;
  /** The vacation that its date lies in: its id, and the event by which it was taken. */
  readonly vacation: { readonly id: string; readonly part_of: string } | null;
};
/** The routine no longer has this occurrence. `moved`: withdraw it also when it was moved by hand. */
export type Withdraw = FromRoutine & { readonly type: 'Withdraw'; readonly moved: boolean };
export type SkipForVacation = FromRoutine & { readonly type: 'SkipForVacation'; readonly vacation_id: string };
export type ReturnFromVacation = FromRoutine & { readonly type: 'ReturnFromVacation'; readonly vacation_id: string };

/** The judges that there are when a proof is given. The owner's own word comes after all of them. */
export interface Judges {
  /** A check is to look at it. */
  readonly check: boolean;
  /** The partner who has accepted, or null. */
  readonly partner_id: string | null;
  /** The AI (or the rubric, without a key) reviews proof of this type. */
  readonly ai: boolean;
}

/** What a check says that has looked at the proof before it is given. */
export interface Checked {
  readonly review_id: string;
  /** The name of the check. */
  readonly judge_id: string;
  readonly verdict: 'accepted' | 'rejected';
  readonly texts: ReviewTexts;
}

/** Gives a proof. An open task is completed by it. The same id again changes nothing. */
export type SubmitProof = Sent & {
  readonly type: 'SubmitProof';
  readonly submission_id: string;
  readonly texts: ProofTexts;
  readonly file_ids: readonly string[];
  readonly email_task_id: string | null;
  readonly code_task_id: string | null;
  readonly judges: Judges;
  /** Null: nothing was checked before. */
  readonly checked: Checked | null;
  /** Its open children, which a completion completes too. */
  readonly children: readonly OpenChild[];
};
export type WithdrawProof = Sent & { readonly type: 'WithdrawProof' };

/** What a judge says about a proof. The same `review_id` again changes nothing. */
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
};
/** Says who is there to judge: a review by a partner who is not `partner_id` goes to the next judge. */
export type PassReviewOn = Sent & { readonly type: 'PassReviewOn' } & Pick<Judges, 'partner_id' | 'ai'>;

export type MakeAppeal = Sent & {
  readonly type: 'MakeAppeal';
  readonly text: string;
  readonly file_ids: readonly string[];
  /** The partner who has accepted, or null. */
  readonly partner_id: string | null;
};
export type AnswerAppeal = Sent & {
  readonly type: 'AnswerAppeal';
  readonly partner_id: string;
  readonly outcome: 'accepted' | 'rejected';
  /** In clear; empty: none. */
  readonly comment: string;
};

export type ProofCommand = SubmitProof | WithdrawProof | ReviewProof | PassReviewOn | MakeAppeal | AnswerAppeal;
export type OccurrenceCommand = Occur | Withdraw | SkipForVacation | ReturnFromVacation;
export type PartCommand = CompleteAsPart | DeleteAsPart | UndoPart;
export type TaskCommand =
  | PromiseTask
  | Edit
  | SetStatus
  | Undo
  | Archive
  | Unarchive
  | Delete
  | Advance
  | Rezone
  | AcknowledgeTaskAlert
  | OccurrenceCommand
  | PartCommand
  | ProofCommand;
