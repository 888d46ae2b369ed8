/** Plain dates as whole numbers of days, because long loops over Temporal dates cost too much. No zone, no instant. */

export interface YearMonthDay {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
}

/** Years begin in March here, so that the leap day is the last day of a year. Day 0 is 0000-03-01. */
export function dayNumber({ year, month, day }: YearMonthDay): number {
  const y = month > 2 ? year : year - 1;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
}

export function yearMonthDay(number: number): YearMonthDay {
  const era = Math.floor(number / 146_097);
  const dayOfEra = number - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1_460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shifted = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day: dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1 };
}

/** 1 (Monday) to 7 (Sunday). */
export const weekdayOf = (number: number): number => ((((number + 2) % 7) + 7) % 7) + 1;

export const toNumber = (date: string): number =>
  dayNumber({ year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)), day: Number(date.slice(8, 10)) });

export function toDate(number: number): string {
  const { year, month, day } = yearMonthDay(number);
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

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
