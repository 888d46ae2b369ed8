import type { RecurringTask } from '../contracts/routine.ts';
import type { Sealed } from '../domain/kernel/event.ts';
import { nextDates } from '../domain/routine/next-dates.ts';
import type { Stored } from '../ports/documents.ts';
import type { Opener } from '../ports/secrets.ts';
import type { RoutinePlansDoc } from '../projections/routine/routine-plans.ts';
import type { RoutineDoc, RoutineStreak } from '../projections/routine/routines.ts';
import { derivedTag } from './task.ts';

/** What is needed to show a routine, besides its own fields. */
export interface RoutineContext {
  readonly now: string;
  readonly zone: string;
  readonly plans: RoutinePlansDoc | null;
  readonly streaks: ReadonlyMap<string, RoutineStreak>;
  /** By routine: the dates whose occurrence is already decided. */
  readonly decided: ReadonlyMap<string, ReadonlySet<string>>;
}

const SHOWN_DATES = 5;
export const NO_STREAK: RoutineStreak = { current: 0, longest: 0 };

/** A routine as the API gives it, with its next five dates. `opener` must be ready for the owner. */
export function presentRoutine(
  opener: Opener,
  { id, doc }: Stored<RoutineDoc>,
  { now, zone, plans, streaks, decided }: RoutineContext,
): RecurringTask {
  const open = <Texts>(sealed: Sealed<Texts> | null): Texts | null => opener.openNow(doc.owner, sealed);
  const plan = plans?.routines[id];
  const ahead = {
    now,
    zone,
    limit: SHOWN_DATES,
    chain: plan?.chain ?? [],
    made: plan?.made ?? 0,
    decided: decided.get(id) ?? new Set<string>(),
  };
  return {
    id,
    title: open(doc.title)?.title ?? '',
    description: open(doc.description)?.description ?? null,
    rrule: doc.rrule,
    start_date: doc.start_date,
    due_time: doc.due_time,
    mode: doc.mode,
    verification_type: doc.verification_type,
    proof_requirement: open(doc.proof_requirement)?.proof_requirement ?? null,
    priority: doc.priority,
    tags: [...(open(doc.tags)?.tags ?? [])],
    estimate_minutes: doc.estimate_minutes,
    paused: doc.paused,
    next_dates: [...nextDates(doc, ahead)],
    streak: { ...(streaks.get(id) ?? NO_STREAK) },
    created_at: doc.created_at,
  };
}

/** The number for a routine's ETag: its next dates and its streak depend on its occurrences and on the day. */
export const routineTag = (version: number, { next_dates, streak }: Pick<RecurringTask, 'next_dates' | 'streak'>): number =>
  derivedTag(version, [next_dates, streak]);
