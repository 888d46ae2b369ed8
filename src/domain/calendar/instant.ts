/** Instants are RFC 3339 in UTC with exactly three fraction digits, so that they sort as text. Durations are milliseconds. */
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const fromEpoch = (milliseconds: number): string => new Date(milliseconds).toISOString();
export const toEpoch = (instant: string): number => Date.parse(instant);
export const plus = (instant: string, milliseconds: number): string => fromEpoch(toEpoch(instant) + milliseconds);

export const compare = (a: string, b: string): -1 | 0 | 1 => (a < b ? -1 : a > b ? 1 : 0);
export const later = (a: string, b: string): string => (a < b ? b : a);

/** Whole minutes, rounded; negative if `to` is earlier than `from`. */
export const minutesBetween = (from: string, to: string): number => {
  const minutes = Math.round((toEpoch(to) - toEpoch(from)) / MINUTE);
  return minutes === 0 ? 0 : minutes;
};
