import { addDays, weekdayOf } from '../../src/contracts/words/phrases/days.ts';
import type { TimeSettings } from '../api/settings.ts';
import { daysBetween } from '../lib/calendar.ts';
import { dayWord, plainDate, shortDate, WEEKDAYS, weekdayName } from '../lib/words.ts';

type Day = TimeSettings['todoReminderDay'];

export const dayLabel = (day: Day): string => day.charAt(0).toUpperCase() + day.slice(1);

/** The next local date on that weekday (or on any day) on which the time is still ahead. */
export function nextOn(day: Day, time: string, clock: { readonly today: string; readonly time: string }): string {
  const first = time > clock.time ? clock.today : addDays(clock.today, 1);
  if (day === 'everyday') return first;
  const wanted = WEEKDAYS.findIndex((name) => name.toLowerCase() === day) + 1;
  return addDays(first, (wanted - weekdayOf(first) + 7) % 7);
}

/** A date and a time in words: 'today, Thu 19 Nov, 18:00', 'tomorrow, Fri 20 Nov, 08:00', 'Monday 23 November, 08:00'. */
export function occurrenceWords(date: string, time: string, today: string): string {
  const away = daysBetween(today, date);
  return away < 2
    ? `${dayWord(date, today)}, ${shortDate(date, today)}, ${time}`
    : `${weekdayName(date)} ${plainDate(date, today)}, ${time}`;
}

/** A time of day (`HH:MM`) some minutes later. It wraps at midnight. */
export function later(time: string, minutes: number): string {
  const all = (Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5)) + minutes) % 1_440;
  return `${String(Math.floor(all / 60)).padStart(2, '0')}:${String(all % 60).padStart(2, '0')}`;
}
