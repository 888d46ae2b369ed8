import { addDays, dueInstant, localDate, startOfDay, weekday } from './local.ts';

/** Every day, or on one weekday, at a local time. */
export interface Rule {
  readonly day: string;
  readonly time: string;
}

/** `at`: the instant at which the rule applies on the local date. */
export interface ScheduledTime {
  readonly date: string;
  readonly at: string;
}

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** For example `monday`, as settings name the days of the week. */
export const nameOfWeekday = (date: string): string => WEEKDAYS[weekday(date) - 1] ?? '';

/** A zone can skip a whole day. */
const exists = (date: string, zone: string): boolean => localDate(startOfDay(date, zone), zone) === date;

/**
 * The first time of a rule after the local date `last` (null: any date) and after the instant `after`. If the zone's clocks skip the time,
 * it is the first valid instant after it; if they show it twice, the earlier one.
 */
export function nextScheduledTime({ day, time }: Rule, zone: string, after: string, last: string | null): ScheduledTime {
  const wanted = WEEKDAYS.indexOf(day) + 1;
  // The search begins a day earlier, because a time that the clocks skip can move to the next day.
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

/** The weekly report of a date covers the last complete week, Monday to Sunday, before it. */
export function weekOfReport(date: string): { readonly from: string; readonly to: string } {
  const monday = addDays(date, 1 - weekday(date));
  return { from: addDays(monday, -7), to: addDays(monday, -1) };
}

/** The weekly assessment of a date covers the seven local days that end with it. */
export const weekOfAssessment = (date: string): { readonly from: string; readonly to: string } => ({ from: addDays(date, -6), to: date });
