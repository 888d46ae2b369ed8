import { addDays, dueInstant, localDate, startOfDay, weekday } from './local.ts';

/** Every day, or on one weekday, at a local time. */
export interface Rule {
  readonly day: string;
  readonly time: string;
}

/** `at`: the instant that belongs to the local date. */
export interface ScheduledTime {
  readonly date: string;
  readonly at: string;
}

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** Whether a local date exists in the zone; a zone can skip a whole day. */
const exists = (date: string, zone: string): boolean => localDate(startOfDay(date, zone), zone) === date;

/**
 * The first time of a rule on a local date after `last` (null: any) and at an instant after `after`. In a gap it is
 * the first valid instant after it, in a fold the earlier one.
 */
export function nextScheduledTime({ day, time }: Rule, zone: string, after: string, last: string | null): ScheduledTime {
  const wanted = WEEKDAYS.indexOf(day) + 1;
  // The search begins a day before the local date, because a time in a gap can fall on the next day.
  const first = addDays(localDate(after, zone), -1);
  let date = last !== null && last >= first ? addDays(last, 1) : first;
  for (;;) {
    if ((wanted === 0 || weekday(date) === wanted) && exists(date, zone)) {
      const at = dueInstant(date, time, zone);
      if (at > after) return { date, at };
    }
    date = addDays(date, 1);
  }
}

/** The last Monday to Sunday that was over before the date began. */
export function lastFullWeek(date: string): { readonly from: string; readonly to: string } {
  const monday = addDays(date, 1 - weekday(date));
  return { from: addDays(monday, -7), to: addDays(monday, -1) };
}

/** The seven local days that end with the date. */
export const sevenDaysTo = (date: string): { readonly from: string; readonly to: string } => ({ from: addDays(date, -6), to: date });
