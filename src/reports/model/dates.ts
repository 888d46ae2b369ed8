import { MONTHS, WEEKDAYS } from '../../domain/calendar/dates.ts';

export type Day = Temporal.PlainDate;
/** The day of a local date such as '2026-11-19'. @throws RangeError if it is none */
export const day = (date: string): Day => Temporal.PlainDate.from(date);
export const weekday = (date: Day): string => WEEKDAYS[date.dayOfWeek - 1] ?? '';
/** 'Monday' for 0, 'Sunday' for 6. */
export const weekdayAt = (index: number): string => WEEKDAYS[index] ?? '';
export const shortMonth = (date: Day): string => (MONTHS[date.month - 1] ?? '').slice(0, 3);
const month = (date: Day): string => MONTHS[date.month - 1] ?? '';

/** '19 November 2026'. */
export const longDate = (date: Day): string => `${date.day} ${month(date)} ${date.year}`;
/** 'Thursday 19 November 2026'. */
export const fullDate = (date: Day): string => `${weekday(date)} ${longDate(date)}`;
/** 'Thu 19 Nov', followed by the year if it is not the year given. */
export function shortDate(date: Day, year: number): string {
  const words = `${weekday(date).slice(0, 3)} ${date.day} ${shortMonth(date)}`;
  return date.year === year ? words : `${words} ${date.year}`;
}

/** 'Monday 9 to Sunday 15 November 2026'. A month or year that both ends share is named once. */
export function period(from: Day, to: Day, withWeekdays: boolean): string {
  const name = (date: Day) => (withWeekdays ? `${weekday(date)} ` : '');
  if (from.equals(to)) return `${name(to)}${longDate(to)}`;
  const start = from.year !== to.year ? longDate(from) : from.month !== to.month ? `${from.day} ${month(from)}` : `${from.day}`;
  return `${name(from)}${start} to ${name(to)}${longDate(to)}`;
}

export const zoned = (instant: string, zone: string): Temporal.ZonedDateTime => Temporal.Instant.from(instant).toZonedDateTimeISO(zone);
/** '08:00'. */
export const clockTime = (at: Temporal.ZonedDateTime): string =>
  `${String(at.hour).padStart(2, '0')}:${String(at.minute).padStart(2, '0')}`;

/** 'Thu 19 Nov, 14:12' in the zone. */
export function shortInstant(instant: string, zone: string, year: number): string {
  const at = zoned(instant, zone);
  return `${shortDate(at.toPlainDate(), year)}, ${clockTime(at)}`;
}

/** 'Monday 16 November 2026, 08:00 (UTC+01:00)'. */
export function fullInstant(instant: string, zone: string): string {
  const at = zoned(instant, zone);
  return `${fullDate(at.toPlainDate())}, ${clockTime(at)} (UTC${at.offset})`;
}
