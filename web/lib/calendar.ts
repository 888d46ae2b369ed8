import { addDays, mondayLater } from '../../src/contracts/words/phrases/days.ts';

/** Arithmetic on local dates (`YYYY-MM-DD`). No time zone is needed, since only whole days are counted. */

const DAY = 86_400_000;
const stamp = (date: string): number => Date.parse(`${date}T00:00:00Z`);

/** The number of days from `from` to `to`. It is negative when `to` is earlier. */
export const daysBetween = (from: string, to: string): number => Math.round((stamp(to) - stamp(from)) / DAY);
export const earlier = (a: string, b: string): string => (a.localeCompare(b) < 0 ? a : b);
export const mondayOf = (date: string): string => mondayLater(date, 0);

/** The ISO 8601 week number. Week 1 is the week with the first Thursday of the year. */
export function isoWeek(date: string): number {
  const thursday = addDays(mondayOf(date), 3);
  return Math.floor(daysBetween(`${thursday.slice(0, 4)}-01-01`, thursday) / 7) + 1;
}
