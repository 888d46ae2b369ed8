/** Plain local dates as `YYYY-MM-DD`. No zone in here: days are counted, not hours. */

const DAY = 86_400_000;
const stamp = (date: string): number => Date.parse(`${date}T00:00:00Z`);
const dated = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

export const addDays = (date: string, days: number): string => dated(stamp(date) + days * DAY);
/** Days from `from` to `to`; negative when `to` lies before. */
export const daysBetween = (from: string, to: string): number => Math.round((stamp(to) - stamp(from)) / DAY);
export const earlier = (a: string, b: string): string => (a.localeCompare(b) < 0 ? a : b);
/** 1 is Monday, 7 is Sunday. */
export const weekday = (date: string): number => new Date(stamp(date)).getUTCDay() || 7;
export const mondayOf = (date: string): string => addDays(date, 1 - weekday(date));

export function daysFrom(from: string, to: string): string[] {
  return Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, index) => addDays(from, index));
}

/** ISO 8601 week number: the week that holds the year's first Thursday is 1. */
export function isoWeek(date: string): number {
  const thursday = addDays(mondayOf(date), 3);
  return Math.floor(daysBetween(`${thursday.slice(0, 4)}-01-01`, thursday) / 7) + 1;
}
