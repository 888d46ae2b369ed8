import { weekdayOf } from '../../src/contracts/words/phrases/days.ts';
import { daysBetween, localTime } from './calendar.ts';

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

/** A date as '18 Nov', with the year when it is not the current one. */
export const dayMonth = (date: string, today: string): string =>
  `${dayNumber(date)} ${monthShort(date)}${date.slice(0, 4) === today.slice(0, 4) ? '' : ` ${date.slice(0, 4)}`}`;
/** A date as 'Wed 18 Nov', with the year when it is not the current one. */
export const shortDate = (date: string, today: string): string => `${weekdayName(date).slice(0, 3)} ${dayMonth(date, today)}`;
/** A date as 'Thursday 19 November 2026'. */
export const longDate = (date: string): string => `${weekdayName(date)} ${dayNumber(date)} ${monthName(date)} ${date.slice(0, 4)}`;
/** A date as '4 November', with the year when it is not the current one. */
export const plainDate = (date: string, today: string): string =>
  `${dayNumber(date)} ${monthName(date)}${date.slice(0, 4) === today.slice(0, 4) ? '' : ` ${date.slice(0, 4)}`}`;

/** The heading of a day: its name ('Today', 'Friday') and the date to show beside the name, '' when the name is the date. */
export function dayHeading(date: string, today: string): { name: string; date: string } {
  const away = daysBetween(today, date);
  if (away === 0) return { name: 'Today', date: shortDate(date, today) };
  if (away === -1) return { name: 'Yesterday', date: shortDate(date, today) };
  if (away === 1) return { name: 'Tomorrow', date: shortDate(date, today) };
  if (Math.abs(away) < 7) return { name: weekdayName(date), date: dayMonth(date, today) };
  return { name: shortDate(date, today), date: '' };
}

/** A date as 'today', 'tomorrow', 'yesterday' or 'Fri 20 Nov'. */
export function dayWord(date: string, today: string): string {
  const away = daysBetween(today, date);
  return away === 0 ? 'today' : away === 1 ? 'tomorrow' : away === -1 ? 'yesterday' : shortDate(date, today);
}

/** An instant in the past, in the shortest form that is still clear: '13:20', 'Wed 17:00', '9 Nov 10:24', '9 Nov 2025'. */
export function moment(at: string, zone: string, today: string): string {
  const { date, time } = localTime(at, zone);
  const away = daysBetween(date, today);
  if (away === 0) return time;
  if (away > 0 && away < 7) return `${weekdayName(date).slice(0, 3)} ${time}`;
  return date.slice(0, 4) === today.slice(0, 4) ? `${dayMonth(date, today)} ${time}` : dayMonth(date, today);
}

/** A length of time, given in minutes, as '45 min', '2 h 48 min' or '3 days'. The sign is ignored. */
export function duration(minutes: number): string {
  const whole = Math.abs(Math.round(minutes));
  if (whole < 60) return `${whole} min`;
  if (whole < 48 * 60) return whole % 60 === 0 ? `${Math.floor(whole / 60)} h` : `${Math.floor(whole / 60)} h ${whole % 60} min`;
  return plural(Math.round(whole / 1_440), 'day');
}

/** The time from one instant to another (milliseconds) as 'in 2 h 48 min', '18 min ago' or 'now'. */
export function distance(fromMs: number, toMs: number): string {
  const minutes = Math.round((toMs - fromMs) / 60_000);
  return minutes === 0 ? 'now' : minutes > 0 ? `in ${duration(minutes)}` : `${duration(minutes)} ago`;
}

export const number = (value: number): string => value.toLocaleString('en-US');
export const plural = (count: number, one: string, many = `${one}s`): string => `${number(count)} ${count === 1 ? one : many}`;
export const percent = (rate: number | null): string => (rate === null ? '–' : `${Math.round(rate * 100)}`);

const SMALL =
  'None One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen Twenty'.split(
    ' ',
  );
/** A count at the beginning of a sentence: a word up to twenty ('Eleven'), digits above ('21'). */
export const countWord = (count: number): string => SMALL[count] ?? number(count);
/** Names as a list: 'Monday', 'Monday and Tuesday', 'Monday, Tuesday and Friday'. */
export const listed = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** A title in quotation marks, shortened to 48 characters. */
export const quoted = (title: string): string => `‘${[...title].length > 48 ? `${[...title].slice(0, 47).join('')}…` : title}’`;
