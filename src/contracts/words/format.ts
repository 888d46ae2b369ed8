import { conventions } from './conventions.ts';
import { sentence } from './isolated.ts';
import { daysBetween, weekdayOf } from './phrases/days.ts';

/**
 * Writes numbers, counts, lengths of time and dates for people: on screens, in reports, in mails, on the partner's pages,
 * and in the history. Dates are local (`YYYY-MM-DD`), times are `HH:MM`. No function here needs a time zone. The order of day and month,
 * the clock and the separators of numbers follow the reader's conventions (`conventions.ts`); the comments show the standard ones.
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

const plurals = once(() => new Intl.PluralRules('en'));
const lists = once(() => new Intl.ListFormat('en-GB'));
const relatives = once(() => new Intl.RelativeTimeFormat('en', { numeric: 'auto' }));

const numberFormats = new Map<string, Intl.NumberFormat>();

/** A number, with `places` after the point. */
function written(value: number, places: number): string {
  const { numbers } = conventions();
  const key = `${numbers} ${places}`;
  const format = numberFormats.get(key) ?? new Intl.NumberFormat(numbers, { minimumFractionDigits: places, maximumFractionDigits: places });
  numberFormats.set(key, format);
  return format.format(value);
}

/** A whole number with separators between the thousands: '12,345'. */
export const number = (value: number): string => written(value, 0);
/** A number with one place after the point: '1.4'. */
export const decimal = (value: number): string => written(value, 1);
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

/** The hour from 1 to 12, and its half of the day. */
const halfDay = (hour: number): readonly [hour: number, half: 'AM' | 'PM'] => [hour % 12 || 12, hour % 24 < 12 ? 'AM' : 'PM'];

/** A time (`HH:MM`) as a clock shows it: '17:00', or '5:00 PM'. */
export function clockTime(time: string): string {
  if (!conventions().hour12) return time;
  const [hour, half] = halfDay(Number(time.slice(0, 2)));
  return `${hour}${time.slice(2)} ${half}`;
}

/** The time at which something is due on its day; null: at its end. */
export const dueTimeWords = (time: string | null): string => (time === null ? 'end of day' : clockTime(time));

/** The full hour, from 0 to 24: '09:00', or '9 AM'. */
export const fullHour = (hour: number): string => (conventions().hour12 ? halfDay(hour).join(' ') : `${String(hour).padStart(2, '0')}:00`);
/** The same where there is little room: '09', or '9 AM'. */
export const shortHour = (hour: number): string => (conventions().hour12 ? halfDay(hour).join(' ') : String(hour).padStart(2, '0'));

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

/** Day, month and year (null: without it) in the reader's order: '18 Nov 2025', or 'Nov 18, 2025'. */
function ordered(date: string, month: string, year: string | null): string {
  if (conventions().monthFirst) return `${month} ${dayNumber(date)}${year === null ? '' : `, ${year}`}`;
  return `${dayNumber(date)} ${month}${year === null ? '' : ` ${year}`}`;
}
/** 'Wed 18 Nov', or 'Wed, Nov 18'. */
const afterWeekday = (weekday: string, rest: string): string => `${weekday}${conventions().monthFirst ? ',' : ''} ${rest}`;
const yearUnless = (date: string, today: string): string | null => (yearOf(date) === yearOf(today) ? null : yearOf(date));

// These functions use only the year of `today`, so '2026' is enough.

/** A date as '18 Nov', with the year when it is not the current one. */
export const dayMonth = (date: string, today: string): string => ordered(date, monthShort(date), yearUnless(date, today));
/** A date as 'Wed 18 Nov', with the year when it is not the current one. */
export const shortDate = (date: string, today: string): string => afterWeekday(weekdayName(date).slice(0, 3), dayMonth(date, today));
/** A date as '4 November', with the year when it is not the current one. */
export const plainDate = (date: string, today: string): string => ordered(date, monthName(date), yearUnless(date, today));
/** A date as '19 November 2026'. */
export const longDate = (date: string): string => ordered(date, monthName(date), yearOf(date));
/** A date as 'Thursday 19 November 2026'. */
export const fullDate = (date: string): string => afterWeekday(weekdayName(date), longDate(date));

/** 'Monday 9 to Sunday 15 November 2026', or '9 to 15 November 2026'. A month or year that both ends share is named once. */
export function period(from: string, to: string, withWeekdays: boolean): string {
  const named = (date: string, rest: string) => (withWeekdays ? afterWeekday(weekdayName(date), rest) : rest);
  if (from === to) return named(to, longDate(to));
  if (from.slice(0, 7) !== to.slice(0, 7)) return `${named(from, plainDate(from, to))} to ${named(to, longDate(to))}`;
  if (!conventions().monthFirst) return `${named(from, `${dayNumber(from)}`)} to ${named(to, longDate(to))}`;
  const end = withWeekdays ? named(to, longDate(to)) : `${dayNumber(to)}, ${yearOf(to)}`;
  return `${named(from, plainDate(from, to))} to ${end}`;
}

/** '16 to 22 Nov', '30 Nov to 6 Dec', or 'Nov 16 to 22', with the year when it is not the current one. */
export function shortPeriod(from: string, to: string, today: string): string {
  if (from.slice(0, 7) !== to.slice(0, 7)) return `${dayMonth(from, today)} to ${dayMonth(to, today)}`;
  if (!conventions().monthFirst) return `${dayNumber(from)} to ${dayMonth(to, today)}`;
  return ordered(from, monthShort(from), null) + dayMonth(to, today).replace(monthShort(to), ' to');
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
export const shortMoment = ({ date, time }: DateAndTime, today: string): string => `${shortDate(date, today)}, ${clockTime(time)}`;
/** 'Friday 27 November 2026, 17:00'. */
export const fullMoment = ({ date, time }: DateAndTime): string => `${fullDate(date)}, ${clockTime(time)}`;

/** '18 Nov 10:24', or 'Nov 18, 10:24 AM'. */
export const dayAtTime = (date: string, time: string, today: string): string =>
  `${dayMonth(date, today)}${conventions().monthFirst ? ',' : ''} ${clockTime(time)}`;

/** Something in the past, in the shortest form that is still clear: '13:20', 'Wed 17:00', '9 Nov 10:24', '9 Nov 2025'. */
export function pastMoment({ date, time }: DateAndTime, today: string): string {
  const away = daysBetween(date, today);
  const clock = clockTime(time);
  if (away === 0) return clock;
  if (away > 0 && away < 7) return `${weekdayName(date).slice(0, 3)} ${clock}`;
  return yearOf(date) === yearOf(today) ? dayAtTime(date, time, today) : dayMonth(date, today);
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
  return `${unit > 1 && value < 9.95 ? decimal(value) : Math.round(value)} ${UNITS[unit]}`;
}
