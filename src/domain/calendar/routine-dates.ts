import { later } from './instant.ts';
import { addDays, startOfDay } from './local.ts';
import { firstDate } from './recurrence.ts';
import { readRule } from './recurrence-rule.ts';

/** So many days ahead an occurrence exists as a task. */
export const DAYS_AHEAD = 14;

/** What a routine's dates follow from. */
export interface DatedRoutine {
  readonly rrule: string;
  readonly start_date: string;
  readonly until: string | null;
  readonly mode: 'due' | 'completion';
  /** First local date of which occurrences are (still) to be made. */
  readonly from_date: string;
}

/** One occurrence in mode completion, in the order in which they were made. */
export type ChainLink = {
  readonly date: string;
  /** The local date on which it was completed, skipped, missed or deleted; null: it is open. */
  readonly closed: string | null;
};

/** When the occurrence of a date is to be made: at once, if that lies behind. */
export const makingOf = (date: string, zone: string): string => startOfDay(addDays(date, -DAYS_AHEAD), zone);

/** Mode due: the first date after `through`, or null. */
export function nextDue({ rrule, start_date, until, from_date }: DatedRoutine, through: string | null): string | null {
  const from = through === null ? from_date : later(from_date, addDays(through, 1));
  return firstDate({ rrule, start: start_date, until }, from);
}

/**
 * Mode completion: the date that follows once nothing is open, counted from the local date on which the last was
 * closed. `made`: how many there were, which is what COUNT looks at.
 */
export function nextInChain(routine: DatedRoutine, chain: readonly ChainLink[], made: number): string | null {
  const { rrule, start_date, until, from_date } = routine;
  const { count } = readRule(rrule).rule;
  if (count !== null && made >= count) return null;
  const anchor = chain.reduce<string | null>(
    (last, { closed }) => (closed !== null && (last === null || closed > last) ? closed : last),
    null,
  );
  const recurrence = { rrule, start: anchor ?? start_date, until, uncounted: true };
  const taken = new Set(chain.map(({ date }) => date));
  let date = firstDate(recurrence, anchor === null ? from_date : later(from_date, addDays(anchor, 1)));
  while (date !== null && taken.has(date)) date = firstDate(recurrence, addDays(date, 1));
  return date;
}
