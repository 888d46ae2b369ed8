import {
  addDays,
  comingDate,
  comingDay,
  comingWeekday,
  lastOfMonth,
  mondayLater,
  monthLater,
  monthsLater,
  nthWeekday,
  realDate,
  weekdayOf,
} from './days.ts';
import { figure, isOrdinaryWord, month, nth, ordinal, type Span, span, weekday, weekdayIn, year } from './lexicon.ts';
import { grammar, oneWord } from './pattern.ts';

export interface WrittenDate {
  readonly day: number;
  readonly month: number;
  /** Null: the next year in which this day is not past. */
  readonly year: number | null;
  /** It counts as a date only if no ordinary word follows. */
  readonly last?: true;
}

const isMonth = (value: number): boolean => value >= 1 && value <= 12;
const isDay = (value: number): boolean => value >= 1 && value <= 31;
const fullYear = (written: string): number => (written.length === 2 ? 2000 + Number(written) : Number(written));

/** Which of two numbers is the day. Null where both could be the month: 3/4 is either 3 April or 4 March. */
function dayFirstOrLast(first: number, second: number, year: number | null): WrittenDate | null {
  if (first > 12 && isDay(first) && isMonth(second)) return { day: first, month: second, year };
  if (second > 12 && isDay(second) && isMonth(first)) return { day: second, month: first, year };
  return first === second && isMonth(first) && year !== null ? { day: first, month: second, year } : null;
}

/**
 * Reads a date in digits that can hardly mean anything else: '2026-12-24', '24.12.2026', '25/12'. '24/7' is not a day in
 * July, and '1/2' is a half.
 */
function calendarIn(word: string): WrittenDate | null {
  const iso = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/.exec(word);
  if (iso) return { day: Number(iso[3]), month: Number(iso[2]), year: Number(iso[1]) };
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(word);
  if (dotted) return { day: Number(dotted[1]), month: Number(dotted[2]), year: Number(dotted[3]) };
  const parted = /^(\d{1,2})([-/])(\d{1,2})\2(\d{4}|\d\d)$/.exec(word);
  if (parted) return dayFirstOrLast(Number(parted[1]), Number(parted[3]), fullYear(parted[4] ?? ''));
  const short = /^(\d{1,2})\/(\d{1,2})$/.exec(word);
  return short && word !== '24/7' ? dayFirstOrLast(Number(short[1]), Number(short[2]), null) : null;
}

/**
 * Reads '24.12'. The caller accepts it before a full stop or after a word such as 'on'. Elsewhere it may be a version
 * number.
 */
export function dottedIn(word: string): WrittenDate | null {
  const found = /^(\d{1,2})\.(\d{1,2})$/.exec(word);
  const [day, month] = [Number(found?.[1]), Number(found?.[2])];
  return found && isDay(day) && isMonth(month) ? { day, month, year: null } : null;
}

export interface DateContext {
  /** The owner's date, `YYYY-MM-DD`. */
  readonly today: string;
}

export interface DateMeaning {
  /**
   * Null: the words name a day, but one that cannot be a due date ('last friday', or 'tuesday 14 december' in a year in
   * which it is a Monday).
   */
  readonly date: string | null;
  /** It counts as a date only after a word such as 'on' or 'by', because it often means something else. */
  readonly weak?: true;
  /** It counts as a date only if no ordinary word follows: 'on the 2nd', but not 'on the 2nd floor'. */
  readonly last?: true;
}

const NONE: DateMeaning = { date: null };
const on = (date: string | null): DateMeaning => ({ date });
const weak = (date: string | null): DateMeaning | null => (date === null ? null : { date, weak: true });
const after = (date: string, { days, months }: Span): string => (months > 0 ? monthsLater(date, months) : addDays(date, days));
const inWeek = (today: string, weeks: number, day: number): string => addDays(mondayLater(today, weeks), day - 1);
const saturdayOf = (today: string): string => (weekdayOf(today) === 7 ? today : inWeek(today, 0, 6));

/** The date of a weekday with a day and a month. They have to agree. Otherwise nobody knows which of them is wrong. */
function agreeing(today: string, day: number, written: WrittenDate): DateMeaning {
  const date = written.year === null ? comingDate(today, written.month, written.day) : realDate(written.year, written.month, written.day);
  return date !== null && weekdayOf(date) === day ? on(date) : NONE;
}

function nthOfMonth(today: string, which: number, day: number): DateMeaning {
  const ahead = [0, 1, 2].map((months) => nthWeekday(monthLater(today, months), which, day));
  return on(ahead.find((date) => date !== null && date >= today) ?? null);
}

/** The next such day in the month with this name, in this year or the next. */
function nthOfNamed(today: string, which: number, day: number, name: number): DateMeaning {
  const first = comingMonth(today, name);
  const ahead = [first, monthLater(first, 12)].map((month) => nthWeekday(month, which, day));
  return on(ahead.find((date) => date !== null && date >= today) ?? null);
}

/** The first day of the next month with this name; the present month counts. */
const comingMonth = (today: string, name: number): string => comingDate(monthLater(today, 0), name, 1) ?? today;

const CLASSES = {
  weekday,
  month,
  figure,
  ordinal,
  nth,
  year,
  span,
  calendar: oneWord(calendarIn),
  dotted: oneWord(dottedIn),
  ordinary: oneWord((word) => (isOrdinaryWord(word) ? weekdayIn(word) : null)),
  sure: oneWord((word) => (isOrdinaryWord(word) ? null : weekdayIn(word))),
};

/** 'March 3 miles' and 'may 5 guests come' contain no date. */
const isVerb = (name: number): boolean => name === 3 || name === 5;

/** A day with its month, and perhaps its year: '24 dec', 'December 24th, 2027', '2026-12-24', '24.12.2026', '25/12'. */
export const written = grammar<typeof CLASSES, unknown, WrittenDate>(CLASSES, [
  ['{figure} .? of? {month}', ({ figure: day, month: name }) => ({ day, month: name, year: null })],
  ['{figure} .? of? {month} .? ,? {year}', ({ figure: day, month: name, year: of }) => ({ day, month: name, year: of })],
  ['{nth} of {month}', ({ nth: day, month: name }) => (day > 0 ? { day, month: name, year: null } : null)],
  [
    '{month} .? the? {figure}',
    ({ figure: day, month: name }) => ({ day, month: name, year: null, ...(isVerb(name) ? { last: true } : {}) }),
  ],
  ['{month} .? the? {figure} ,? {year}', ({ figure: day, month: name, year: of }) => ({ day, month: name, year: of })],
  ['{calendar}', ({ calendar }) => calendar],
]);

const dateOf = ({ year: of, month: name, day }: WrittenDate, today: string): string | null =>
  of === null ? comingDate(today, name, day) : realDate(of, name, day);

const WITH_WRITTEN = { ...CLASSES, written: written };

/** Reads a day, without words such as 'on' before it. */
export const readDay = grammar<typeof WITH_WRITTEN, DateContext, DateMeaning>(WITH_WRITTEN, [
  ['today|tod', (_, { today }) => on(today)],
  ['tomorrow|tomorow|tmrw|tmr', (_, { today }) => on(addDays(today, 1))],
  ['the? day after tomorrow', (_, { today }) => on(addDays(today, 2))],
  ['tonight', (_, { today }) => on(today)],
  ['eod', (_, { today }) => on(today)],
  ['the? end of the? day', (_, { today }) => on(today)],

  ['{sure}', ({ sure }, { today }) => on(comingWeekday(today, sure))],
  ['{ordinary}', ({ ordinary }, { today }) => weak(comingWeekday(today, ordinary))],
  ['this {weekday}', ({ weekday: day }, { today }) => on(inWeek(today, 0, day))],
  ['this? coming {weekday}', ({ weekday: day }, { today }) => on(comingWeekday(today, day))],
  ['{weekday} this week', ({ weekday: day }, { today }) => on(inWeek(today, 0, day))],
  ['this week {weekday}', ({ weekday: day }, { today }) => on(inWeek(today, 0, day))],
  ['next {weekday}', ({ weekday: day }, { today }) => on(inWeek(today, 1, day))],
  ['{weekday} of? next week', ({ weekday: day }, { today }) => on(inWeek(today, 1, day))],
  ['next week ,? on? {weekday}', ({ weekday: day }, { today }) => on(inWeek(today, 1, day))],
  ['{weekday} ,? the? {written}', ({ weekday: day, written: date }, { today }) => agreeing(today, day, date)],
  ['{weekday} ,? {dotted} .', ({ weekday: day, dotted }, { today }) => agreeing(today, day, dotted)],
  ['{written} ,? {weekday}', ({ weekday: day, written: date }, { today }) => agreeing(today, day, date)],

  ['the? {written}', ({ written: date }, { today }) => ({ ...on(dateOf(date, today)), ...(date.last ? { last: true } : {}) })],
  ['{dotted} .', ({ dotted }, { today }) => weak(dateOf(dotted, today))],
  ['the? {ordinal}', ({ ordinal: day }, { today }) => ({ ...on(comingDay(today, day)), weak: true, last: true })],
  ['the? {nth} {weekday} of|in the|this month', ({ nth: which, weekday: day }, { today }) => nthOfMonth(today, which, day)],
  ['the? {nth} {weekday} of|in next month', ({ nth: which, weekday: day }, { today }) => on(nthWeekday(monthLater(today, 1), which, day))],
  ['the? {nth} {weekday} of|in {month}', ({ nth: which, weekday: day, month: name }, { today }) => nthOfNamed(today, which, day, name)],

  ['in|within {span}', ({ span: far }, { today }) => on(after(today, far))],
  ['{span} from now|today', ({ span: far }, { today }) => on(after(today, far))],
  ['{span} from tomorrow', ({ span: far }, { today }) => on(after(addDays(today, 1), far))],
  ['{span} from {weekday}', ({ span: far, weekday: day }, { today }) => on(after(comingWeekday(today, day), far))],
  ['next week', (_, { today }) => on(mondayLater(today, 1))],
  ['next month', (_, { today }) => on(monthLater(today, 1))],
  ['next year', (_, { today }) => on(realDate(Number(today.slice(0, 4)) + 1, 1, 1))],
  ['this weekend', (_, { today }) => on(saturdayOf(today))],
  ['on|at|over the weekend', (_, { today }) => on(saturdayOf(today))],
  ['next weekend', (_, { today }) => on(inWeek(today, 1, 6))],
  ['the? end of the|this? month', (_, { today }) => on(lastOfMonth(today))],
  ['the? last day of the|this month', (_, { today }) => on(lastOfMonth(today))],
  ['eom', (_, { today }) => on(lastOfMonth(today))],
  ['month end', (_, { today }) => on(lastOfMonth(today))],
  ['the? end of next month', (_, { today }) => on(lastOfMonth(monthLater(today, 1)))],
  ['the? end of {month}', ({ month: name }, { today }) => on(lastOfMonth(comingMonth(today, name)))],
  ['the? end of the|this? year', (_, { today }) => on(`${today.slice(0, 4)}-12-31`)],
  ['eoy', (_, { today }) => on(`${today.slice(0, 4)}-12-31`)],
  ['the? beginning|start of next month', (_, { today }) => on(monthLater(today, 1))],
  ['the? beginning|start of {month}', ({ month: name }, { today }) => on(comingDate(today, name, 1))],

  // Days that are past, or that people understand differently.
  ['yesterday', () => NONE],
  ['last {weekday}', () => NONE],
  ['{weekday} last week', () => NONE],
  ['{weekday} after next', () => NONE],
  ['{span} ago', () => NONE],
  ['{span} before|after|since {weekday}', () => NONE],
  ['week of {written}', () => NONE],
  ['{month} {year}', () => NONE],
]);
