import { sentence } from './isolated.ts';
import { daysBetween, weekdayOf } from './phrases/days.ts';

/**
 * Writes numbers, counts, lengths of time and dates for people: on screens, in reports, in mails, on the partner's pages,
 * and in the history. Dates are local (`YYYY-MM-DD`), times are `HH:MM`. No function here needs a time zone.
 * Intl writes everything that it writes the same way everywhere. Dates, lengths of time and sizes are written here,
 * because British English in Intl has 'Sept', in some versions a comma after the weekday, 'hr' for hours and 'kB' for a
 * kilobyte. Formatters are created when first needed and then reused, because the first one takes some milliseconds.
 */
const once = <T>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

const numbers = once(() => new Intl.NumberFormat('en-US'));
const plurals = once(() => new Intl.PluralRules('en'));
const lists = once(() => new Intl.ListFormat('en-GB'));
const relatives = once(() => new Intl.RelativeTimeFormat('en', { numeric: 'auto' }));

/** A number with commas between the thousands: '12,345'. */
export const number = (value: number): string => numbers().format(value);
/** `many` is the plural, if it is not the singular with an s. */
export const pluralWord = (count: number, one: string, many = `${one}s`): string => (plurals().select(count) === 'one' ? one : many);
/** For example '1 day', '2 days'. */
export const plural = (count: number, one: string, many = `${one}s`): string => `${number(count)} ${pluralWord(count, one, many)}`;
/** 'once', 'twice', '3 times'. */
export const times = (count: number): string => (count === 1 ? 'once' : count === 2 ? 'twice' : `${number(count)} times`);
/**
 * A rate from 0 to 1 as a whole percentage without the sign; a dash if there is no rate. It is 100 only for all, and 0 only for
 * none, so that one miss among a thousand is seen.
 */
export function percent(rate: number | null): string {
  if (rate === null) return '–';
  const rounded = Math.round(rate * 100);
  if (rounded === 100 && rate < 1) return '99';
  return rounded === 0 && rate > 0 ? '1' : `${rounded}`;
}
/** '96 %', or a dash if there is no rate. */
export const rateWords = (rate: number | null): string => (rate === null ? '–' : `${percent(rate)} %`);
/** Names as a list: 'Monday', 'Monday and Tuesday', 'Monday, Tuesday and Friday'. */
export const listed = (names: readonly string[]): string => lists().format(names);

const SMALL =
  'None One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen Twenty'.split(
    ' ',
  );
/** A count at the beginning of a sentence: a word up to twenty ('Eleven'), digits above ('21'). */
export const countWord = (count: number): string => SMALL[count] ?? number(count);

/** A title in quotation marks, shortened to 48 characters. */
export const quoted = (title: string): string => sentence`‘${[...title].length > 48 ? `${[...title].slice(0, 47).join('')}…` : title}’`;

/** A length of time in whole minutes, however long it is: '45 min', '2 h', '2 h 48 min', '1,200 h'. */
export function hoursAndMinutes(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${number(hours)} h` : `${number(hours)} h ${rest} min`;
}

/** A length of time, given in minutes, as '45 min', '2 h 48 min' or '3 days'. The sign is ignored. */
export function duration(minutes: number): string {
  const whole = Math.abs(Math.round(minutes));
  return whole < 48 * 60 ? hoursAndMinutes(whole) : plural(Math.round(whole / 1_440), 'day');
}

/** The time from one instant to another (milliseconds) as 'in 2 h 48 min', '18 min ago' or 'now'. */
export function distance(fromMs: number, toMs: number): string {
  const minutes = Math.round((toMs - fromMs) / 60_000);
  return minutes === 0 ? 'now' : minutes > 0 ? `in ${duration(minutes)}` : `${duration(minutes)} ago`;
}

/** The full hour, from 0 to 24: '09:00'. */
export const fullHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

export const weekdayName = (date: string): string => WEEKDAYS[weekdayOf(date) - 1] ?? '';
const monthName = (date: string): string => MONTHS[Number(date.slice(5, 7)) - 1] ?? '';
export const monthShort = (date: string): string => monthName(date).slice(0, 3);
const dayNumber = (date: string): number => Number(date.slice(8, 10));
const yearOf = (date: string): string => date.slice(0, 4);
const yearUnless = (date: string, today: string): string => (yearOf(date) === yearOf(today) ? '' : ` ${yearOf(date)}`);

// These functions use only the year of `today`, so '2026' is enough.

/** A date as '18 Nov', with the year when it is not the current one. */
export const dayMonth = (date: string, today: string): string => `${dayNumber(date)} ${monthShort(date)}${yearUnless(date, today)}`;
/** A date as 'Wed 18 Nov', with the year when it is not the current one. */
export const shortDate = (date: string, today: string): string => `${weekdayName(date).slice(0, 3)} ${dayMonth(date, today)}`;
/** A date as '4 November', with the year when it is not the current one. */
export const plainDate = (date: string, today: string): string => `${dayNumber(date)} ${monthName(date)}${yearUnless(date, today)}`;
/** A date as '19 November 2026'. */
export const longDate = (date: string): string => `${dayNumber(date)} ${monthName(date)} ${yearOf(date)}`;
/** A date as 'Thursday 19 November 2026'. */
export const fullDate = (date: string): string => `${weekdayName(date)} ${longDate(date)}`;

/** 'Monday 9 to Sunday 15 November 2026', or '9 to 15 November 2026'. A month or year that both ends share is named once. */
export function period(from: string, to: string, withWeekdays: boolean): string {
  const name = (date: string) => (withWeekdays ? `${weekdayName(date)} ` : '');
  if (from === to) return `${name(to)}${longDate(to)}`;
  const sharesMonth = from.slice(0, 7) === to.slice(0, 7);
  const start = sharesMonth ? `${dayNumber(from)}` : plainDate(from, to);
  return `${name(from)}${start} to ${name(to)}${longDate(to)}`;
}

/** 'yesterday', 'today' or 'tomorrow'; null for every other day. */
const nearWord = (away: number): string | null => (Math.abs(away) <= 1 ? relatives().format(away, 'day') : null);

/** The heading of a day: its name ('Today', 'Friday'), and the date to show beside the name ('' if the name is the date). */
export function dayHeading(date: string, today: string): { name: string; date: string } {
  const away = daysBetween(today, date);
  const near = nearWord(away);
  if (near !== null) return { name: near.charAt(0).toUpperCase() + near.slice(1), date: shortDate(date, today) };
  if (Math.abs(away) < 7) return { name: weekdayName(date), date: dayMonth(date, today) };
  return { name: shortDate(date, today), date: '' };
}

/** A date as 'today', 'tomorrow', 'yesterday' or 'Fri 20 Nov'. */
export const dayWord = (date: string, today: string): string => nearWord(daysBetween(today, date)) ?? shortDate(date, today);

/** An instant as a clock and a calendar in one time zone show it. */
export interface DateAndTime {
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** `HH:MM` */
  readonly time: string;
}

/** 'Thu 19 Nov, 14:12', with the year when it is not the current one. */
export const shortMoment = ({ date, time }: DateAndTime, today: string): string => `${shortDate(date, today)}, ${time}`;
/** 'Friday 27 November 2026, 17:00'. */
export const fullMoment = ({ date, time }: DateAndTime): string => `${fullDate(date)}, ${time}`;

/** Something in the past, in the shortest form that is still clear: '13:20', 'Wed 17:00', '9 Nov 10:24', '9 Nov 2025'. */
export function pastMoment({ date, time }: DateAndTime, today: string): string {
  const away = daysBetween(date, today);
  if (away === 0) return time;
  if (away > 0 && away < 7) return `${weekdayName(date).slice(0, 3)} ${time}`;
  return yearOf(date) === yearOf(today) ? `${dayMonth(date, today)} ${time}` : dayMonth(date, today);
}

const UNITS = ['bytes', 'KB', 'MB', 'GB'] as const;
/** With 1,024, the limit of a file (26,214,400 bytes) is written as '25 MB'. */
const STEP = 1_024;

/** A size in bytes as people read it: '212 KB', '1.4 MB'. */
export function sizeWords(bytes: number): string {
  let value = bytes;
  let unit = 0;
  // If a value rounds up to one whole larger unit, the larger unit is used.
  while (unit < UNITS.length - 1 && Math.round(value) >= STEP) {
    value /= STEP;
    unit += 1;
  }
  if (bytes === 1) return '1 byte';
  return `${unit > 1 && value < 9.95 ? value.toFixed(1) : Math.round(value)} ${UNITS[unit]}`;
}
