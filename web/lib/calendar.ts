/** Arithmetic on local dates (`YYYY-MM-DD`). No time zone is needed, since only whole days are counted. */

const DAY = 86_400_000;
const stamp = (date: string): number => Date.parse(`${date}T00:00:00Z`);
const dated = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

export const addDays = (date: string, days: number): string => dated(stamp(date) + days * DAY);
/** The number of days from `from` to `to`. It is negative when `to` is earlier. */
export const daysBetween = (from: string, to: string): number => Math.round((stamp(to) - stamp(from)) / DAY);
export const earlier = (a: string, b: string): string => (a.localeCompare(b) < 0 ? a : b);
/** The day of the week, from 1 (Monday) to 7 (Sunday). */
export const weekday = (date: string): number => new Date(stamp(date)).getUTCDay() || 7;
export const mondayOf = (date: string): string => addDays(date, 1 - weekday(date));

/** The ISO 8601 week number. Week 1 is the week with the first Thursday of the year. */
export function isoWeek(date: string): number {
  const thursday = addDays(mondayOf(date), 3);
  return Math.floor(daysBetween(`${thursday.slice(0, 4)}-01-01`, thursday) / 7) + 1;
}
