/** Local dates as `YYYY-MM-DD`. UTC is used for arithmetic only. */
const DAY = 86_400_000;
const FIRST_YEAR = 1900;
const LAST_YEAR = 2100;

const stamp = (date: string): number => Date.parse(`${date}T00:00:00Z`);
const dated = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const partsOf = (date: string): readonly [year: number, month: number, day: number] => [
  Number(date.slice(0, 4)),
  Number(date.slice(5, 7)),
  Number(date.slice(8, 10)),
];

/** Negative if `to` is earlier. */
export const daysBetween = (from: string, to: string): number => Math.round((stamp(to) - stamp(from)) / DAY);
export const addDays = (date: string, days: number): string => dated(stamp(date) + days * DAY);
/** From 1 (Monday) to 7 (Sunday). */
export const weekdayOf = (date: string): number => new Date(stamp(date)).getUTCDay() || 7;
/** The Monday of the week that is this many weeks later. */
export const mondayLater = (date: string, weeks: number): string => addDays(date, 1 - weekdayOf(date) + weeks * 7);

/** Null if the date does not exist. */
export function realDate(year: number, month: number, day: number): string | null {
  if (year < FIRST_YEAR || year > LAST_YEAR || month < 1 || month > 12 || day < 1) return null;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 ? dated(date.getTime()) : null;
}

/** The first day of the month that is this many months later. */
export function monthLater(date: string, months: number): string {
  const [year, month] = partsOf(date);
  return dated(Date.UTC(year, month - 1 + months, 1));
}
export const lastOfMonth = (date: string): string => addDays(monthLater(date, 1), -1);

/** The same day this many months later, or the last day of that month if it is shorter. */
export function monthsLater(date: string, months: number): string {
  const first = monthLater(date, months);
  const day = Math.min(partsOf(date)[2], partsOf(lastOfMonth(first))[2]);
  return addDays(first, day - 1);
}

/** The next date with this day and month. Today counts. For 29 February it may be years away. */
export function comingDate(today: string, month: number, day: number): string | null {
  const year = partsOf(today)[0];
  const ahead = Array.from({ length: 9 }, (_, index) => realDate(year + index, month, day));
  return ahead.find((date) => date !== null && date >= today) ?? null;
}

/** The next date with this day of the month. Today counts. */
export function comingDay(today: string, day: number): string | null {
  const months = Array.from({ length: 3 }, (_, index) => monthLater(today, index));
  const dates = months.map((first) => realDate(partsOf(first)[0], partsOf(first)[1], day));
  return dates.find((date) => date !== null && date >= today) ?? null;
}

/** The next date with this weekday, after today. */
export const comingWeekday = (today: string, weekday: number): string => addDays(today, (weekday - weekdayOf(today) + 7) % 7 || 7);

/** The nth weekday of a month; -1 is the last one. Null if the month has none. */
export function nthWeekday(date: string, nth: number, weekday: number): string | null {
  const [first, last] = [monthLater(date, 0), lastOfMonth(date)];
  if (nth === -1) return addDays(last, -((weekdayOf(last) - weekday + 7) % 7));
  const found = addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + (nth - 1) * 7);
  return found > last ? null : found;
}
