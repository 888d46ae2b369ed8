import type { RecordedOf } from '../kernel/event.ts';
import type { Sealed } from '../kernel/sealed.ts';

export type RoutineMode = 'due' | 'completion';

/** The structural part of a routine. Its occurrences are tasks with `recurring_task_id`. */
export interface RoutineFields {
  /** RFC 5545 rule without `RRULE:`, over plain local dates. */
  readonly rrule: string;
  readonly start_date: string;
  /** The rule's UNTIL as a local date: an instant was read in the owner's zone of that moment. */
  readonly until: string | null;
  readonly due_time: string | null;
  readonly mode: RoutineMode;
  readonly verification_type: 'none' | 'email' | 'coding' | 'system_design' | 'general';
  readonly priority: 'high' | 'medium' | 'low' | 'none';
  readonly estimate_minutes: number | null;
  readonly paused: boolean;
  readonly ended: boolean;
  /** First local date from which occurrences are (still) to be made under the present rule. */
  readonly from_date: string;
  readonly created_at: string;
}

export const ROUTINE_TEXTS = ['title', 'description', 'tags'] as const;
export type RoutineText = (typeof ROUTINE_TEXTS)[number];
export type SealedRoutineTexts = Partial<Readonly<Record<RoutineText, Sealed | null>>>;

export interface RoutineChange {
  readonly set: Partial<RoutineFields>;
  readonly was: Partial<RoutineFields>;
  readonly own_texts: readonly RoutineText[];
  readonly texts: SealedRoutineTexts;
  readonly was_texts: SealedRoutineTexts;
}
type Change<Type extends string> = {
  readonly type: Type;
  readonly data: RoutineChange;
  readonly private?: { readonly title?: string; readonly description?: string; readonly tags?: readonly string[] };
};
export type RoutineStarted = Change<'RoutineStarted'>;
export type RoutineChanged = Change<'RoutineChanged'>;
export type RoutinePaused = Change<'RoutinePaused'>;
export type RoutineResumed = Change<'RoutineResumed'>;
export type RoutineEnded = Change<'RoutineEnded'>;
/** By the system: the occurrences are in line with the routine up to `through`. */
export type RoutineApplied = {
  readonly type: 'RoutineApplied';
  readonly data: {
    /** The event that was carried out, or null: a date that needed nothing was passed over. */
    readonly of: string | null;
    readonly through: string;
    /** Mode completion: the date of the occurrence that is open. */
    readonly current: string | null;
  };
};
export type RoutineChangeEvent = RoutineStarted | RoutineChanged | RoutinePaused | RoutineResumed | RoutineEnded;
export type RoutineEvent = RoutineChangeEvent | RoutineApplied;
export type RecordedRoutineEvent = RecordedOf<RoutineEvent>;
export const routineStream = (id: string): string => `routine-${id}`;
