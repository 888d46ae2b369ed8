import type { RecordedOf } from '../kernel/event.ts';
import type { Sealed } from '../kernel/sealed.ts';

export type RoutineMode = 'due' | 'completion';

/** The structural part of a routine. Its occurrences are tasks with `recurring_task_id`. */
export interface RoutineFields {
  /** RFC 5545 rule without `RRULE:`, over plain local dates. */
  readonly rrule: string;
  readonly start_date: string;
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
export type RoutineEvent = RoutineStarted | RoutineChanged | RoutinePaused | RoutineResumed | RoutineEnded;
export type RecordedRoutineEvent = RecordedOf<RoutineEvent>;
export const routineStream = (id: string): string => `routine-${id}`;
