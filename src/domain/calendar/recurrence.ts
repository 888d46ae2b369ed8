import { dayNumber, toDate, toNumber, weekdayOf, type YearMonthDay, yearMonthDay } from './day-number.ts';
import { type Rule, type RuleDay, readRule } from './recurrence-rule.ts';

/** A rule and its start. The start is one of its dates only if it matches the rule. Dates are local, `YYYY-MM-DD`. */
export interface Recurrence {
  /** With or without `RRULE:`. */
  readonly rrule: string;
  readonly start: string;
  /** The last date allowed, or null. */
  readonly until: string | null;
  /** true: COUNT is ignored here, because the caller counts. */
  readonly uncounted?: boolean;
}

/** No date after this one: it bounds every search. */
const LAST_DATE = '2100-12-31';
const LAST = toNumber(LAST_DATE);

/** The first date on or after `from`, or null. */
export const firstDate = (recurrence: Recurrence, from: string): string | null => datesFrom(recurrence, from, 1)[0] ?? null;

/** At most `limit` dates on or after `from`, in order. */
export function datesFrom(recurrence: Recurrence, from: string, limit: number): readonly string[] {
  const dates: string[] = [];
  for (const number of numbersFrom(recurrence, toNumber(from))) {
    if (dates.length === limit) break;
    dates.push(toDate(number));
  }
  return dates;
}

/** Every date from one to another, both inside. */
export function datesWithin(recurrence: Recurrence, from: string, to: string): readonly string[] {
  const last = toNumber(to);
  const dates: string[] = [];
  for (const number of numbersFrom(recurrence, toNumber(from))) {
    if (number > last) break;
    dates.push(toDate(number));
  }
  return dates;
}

const REMEMBERED = 2_000;
const rules = new Map<string, Rule>();

/** Parsed rules are cached: parsing costs most, and the same few rules are used again and again. */
function ruleOf(text: string): Rule {
  const known = rules.get(text);
  if (known) return known;
  const { rule } = readRule(text);
  if (rules.size >= REMEMBERED) rules.clear();
  rules.set(text, rule);
  return rule;
}

/**
 * The dates of a rule as day numbers. COUNT is about the whole series, so a rule with COUNT is followed from its start,
 * any other from the period asked for.
 */
function* numbersFrom({ rrule, start, until, uncounted }: Recurrence, from: number): Generator<number> {
  const rule = ruleOf(rrule);
  const first = toNumber(start);
  const last = until === null ? LAST : Math.min(LAST, toNumber(until));
  const most = uncounted ? null : rule.count;
  const periods = periodsOf(rule, first);
  const names = dayTest(rule, first);
  let given = 0;
  for (let index = most === null ? periods.indexAt(Math.max(from, first)) : 0; ; index += 1) {
    const [begin, end] = periods.at(index);
    if (begin > last) return;
    for (const number of chosen(rule, names, begin, end)) {
      if (number < first) continue;
      if (number > last) return;
      given += 1;
      if (number >= from) yield number;
      if (given === most) return;
    }
  }
}

interface Periods {
  /** The first and the last day of a period, counted from the one that holds the start. */
  readonly at: (index: number) => readonly [number, number];
  /** A period that begins no later than what holds this day. */
  readonly indexAt: (number: number) => number;
}

function periodsOf({ frequency, interval, weekStart }: Rule, first: number): Periods {
  const { year, month } = yearMonthDay(first);
  const every = (unit: number, begin: number): Periods => ({
    at: (index) => [begin + index * interval * unit, begin + index * interval * unit + unit - 1],
    indexAt: (number) => Math.max(0, Math.floor((number - begin) / (interval * unit))),
  });
  switch (frequency) {
    case 'DAILY':
      return every(1, first);
    case 'WEEKLY':
      return every(7, first - ((weekdayOf(first) - weekStart + 7) % 7));
    case 'MONTHLY': {
      const begin = (months: number): number => dayNumber({ year: year + Math.floor(months / 12), month: (months % 12) + 1, day: 1 });
      return {
        at: (index) => [begin(month - 1 + index * interval), begin(month + index * interval) - 1],
        indexAt: (number) => {
          const at = yearMonthDay(number);
          return Math.max(0, Math.floor(((at.year - year) * 12 + at.month - month) / interval));
        },
      };
    }
    case 'YEARLY':
      return {
        at: (index) => [yearStart(year + index * interval), yearStart(year + index * interval + 1) - 1],
        indexAt: (number) => Math.max(0, Math.floor((yearMonthDay(number).year - year) / interval)),
      };
  }
}

const yearStart = (year: number): number => dayNumber({ year, month: 1, day: 1 });

type Test = (number: number) => boolean;

/** The days of a period that the rule names, in order. */
function chosen(rule: Rule, names: Test, begin: number, end: number): readonly number[] {
  const all: number[] = [];
  for (let number = begin; number <= end; number += 1) if (names(number)) all.push(number);
  if (rule.positions.length === 0) return all;
  return all.filter((_, index) => rule.positions.includes(index + 1) || rule.positions.includes(index - all.length));
}

/** The test for a day. Parts that a rule leaves out are taken from its start. */
function dayTest(rule: Rule, first: number): Test {
  const { frequency, days, months, monthDays, yearDays, weeks } = rule;
  const start = yearMonthDay(first);
  const bare = days.length === 0 && monthDays.length === 0 && yearDays.length === 0;
  const byDate = bare && weeks.length === 0 && (frequency === 'MONTHLY' || frequency === 'YEARLY');
  const byWeekday = bare && (frequency === 'WEEKLY' || weeks.length > 0);
  const tests: Test[] = [];
  if (byWeekday) tests.push((number) => weekdayOf(number) === weekdayOf(first));
  if (days.length > 0) tests.push((number) => days.some((day) => isDay(rule, day, number)));
  if (weeks.length > 0) tests.push((number) => inWeeks(rule, number));
  tests.push((number) => {
    const at = yearMonthDay(number);
    if (months.length > 0 && !months.includes(at.month)) return false;
    if (monthDays.length > 0 && !fromEitherEnd(monthDays, at.day, monthLength(at))) return false;
    if (yearDays.length > 0 && !fromEitherEnd(yearDays, number - yearStart(at.year) + 1, yearStart(at.year + 1) - yearStart(at.year)))
      return false;
    if (!byDate) return true;
    return at.day === start.day && (frequency === 'MONTHLY' || months.length > 0 || at.month === start.month);
  });
  return (number) => tests.every((test) => test(number));
}

const fromEitherEnd = (wanted: readonly number[], place: number, length: number): boolean =>
  wanted.includes(place) || wanted.includes(place - length - 1);

function monthStart({ year, month }: Pick<YearMonthDay, 'year' | 'month'>): number {
  return dayNumber({ year, month, day: 1 });
}

function monthLength({ year, month }: YearMonthDay): number {
  return monthStart(month === 12 ? { year: year + 1, month: 1 } : { year, month: month + 1 }) - monthStart({ year, month });
}

/** Counted within the month; in a yearly rule without months, within the year. */
function isDay({ frequency, months }: Rule, { weekday, nth }: RuleDay, number: number): boolean {
  if (weekdayOf(number) !== weekday) return false;
  if (nth === null) return true;
  const at = yearMonthDay(number);
  const inYear = frequency === 'YEARLY' && months.length === 0;
  const begin = inYear ? yearStart(at.year) : monthStart(at);
  const length = inYear ? yearStart(at.year + 1) - begin : monthLength(at);
  const fromStart = Math.floor((number - begin) / 7) + 1;
  const fromEnd = -(Math.floor((begin + length - 1 - number) / 7) + 1);
  return nth === fromStart || nth === fromEnd;
}

/** The first week of a year holds at least four of its days. */
function inWeeks({ weeks, weekStart }: Rule, number: number): boolean {
  const begin = number - ((weekdayOf(number) - weekStart + 7) % 7);
  const { year } = yearMonthDay(begin + 3);
  const week = Math.floor((begin + 3 - yearStart(year)) / 7) + 1;
  const last = Math.floor((lastWeek(year, weekStart) + 3 - yearStart(year)) / 7) + 1;
  return fromEitherEnd(weeks, week, last);
}

/** The first day of the last week of a year. */
function lastWeek(year: number, weekStart: number): number {
  const end = yearStart(year + 1) - 1;
  const begin = end - ((weekdayOf(end) - weekStart + 7) % 7);
  return yearMonthDay(begin + 3).year === year ? begin : begin - 7;
}
