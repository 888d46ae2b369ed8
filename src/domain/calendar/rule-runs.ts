import { dayNumber, weekdayOf, yearMonthDay } from './dates.ts';
import type { Rule, RuleDay } from './recurrence-rule.ts';

/** The days of a rule for each month of a year, January first. Bit 0 is the first day of the month. */
export type YearDays = readonly number[];

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
const yearStart = (year: number): number => dayNumber({ year, month: 1, day: 1 });
const LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
/** `month`: 1 to 12. */
const monthLength = (year: number, month: number): number => (month === 2 && isLeap(year) ? 29 : inMonth(LENGTHS, month - 1));

/** The value of a month, 0 to 11, of a list with one for each. */
function inMonth(values: readonly number[], month: number): number {
  const value = values[month];
  if (value === undefined) throw new RangeError(`There is no month ${month}.`);
  return value;
}

/** A month whose first `count` days are set. */
const firstDays = (count: number): number => 2 ** count - 1;

/** The values that a rule takes from its start where the rule itself names none. */
export interface RuleStart {
  readonly weekday: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
}

/**
 * The days of a year that a rule matches, before interval, COUNT and BYSETPOS apply. There are at most 28 kinds of years, so the days of
 * each kind are computed once.
 */
function yearDaysOf(rule: Rule, start: RuleStart): (year: number) => YearDays {
  const known = new Map<string, YearDays>();
  return (year) => {
    const kind = `${weekdayOf(yearStart(year))} ${isLeap(year - 1)} ${isLeap(year)} ${isLeap(year + 1)}`;
    const found = known.get(kind) ?? daysIn(rule, start, year);
    known.set(kind, found);
    return found;
  };
}

function daysIn(rule: Rule, start: RuleStart, year: number): YearDays {
  const { frequency, months, monthDays, yearDays, weeks, days } = rule;
  const isBare = days.length === 0 && monthDays.length === 0 && yearDays.length === 0;
  const byDate = isBare && weeks.length === 0 && (frequency === 'MONTHLY' || frequency === 'YEARLY');
  const byWeekday = isBare && (frequency === 'WEEKLY' || weeks.length > 0);
  const named = byWeekday ? [{ weekday: start.weekday, nth: null }] : days;
  // In a yearly rule without months the nth weekday is counted within the year, otherwise within the month.
  const inYear = frequency === 'YEARLY' && months.length === 0;
  const ofYear: YearDays[] = [
    ...(yearDays.length > 0 ? [spread(year, placesOf(yearDays, yearLength(year)))] : []),
    ...(weeks.length > 0 ? [spread(year, weekPlaces(rule, year))] : []),
    ...(named.length > 0 && inYear ? [spread(year, weekdayPlaces(named, weekdayOf(yearStart(year)), yearLength(year)))] : []),
  ];
  return LENGTHS.map((_, index) => {
    const month = index + 1;
    if (months.length > 0 && !months.includes(month)) return 0;
    const length = monthLength(year, month);
    let bits = ofYear.reduce((all, one) => all & inMonth(one, index), firstDays(length));
    if (monthDays.length > 0) bits &= bitsOf(placesOf(monthDays, length));
    if (named.length > 0 && !inYear) bits &= bitsOf(weekdayPlaces(named, weekdayOf(dayNumber({ year, month, day: 1 })), length));
    if (byDate) bits &= frequency === 'MONTHLY' || months.length > 0 || month === start.month ? bitsOf([start.day - 1]) : 0;
    return bits;
  });
}

const yearLength = (year: number): number => (isLeap(year) ? 366 : 365);
const bitsOf = (places: readonly number[]): number => places.reduce((bits, place) => bits | (1 << place), 0);

function spread(year: number, places: readonly number[]): YearDays {
  const wanted = new Uint8Array(yearLength(year));
  for (const place of places) wanted[place] = 1;
  let begin = 0;
  return LENGTHS.map((_, index) => {
    const length = monthLength(year, index + 1);
    let bits = 0;
    for (let day = 0; day < length; day += 1) if (wanted[begin + day] === 1) bits |= 1 << day;
    begin += length;
    return bits;
  });
}

/** Converts numbers from 1, or from the end if negative, to places from 0 in a period of this length. */
const placesOf = (numbers: readonly number[], length: number): readonly number[] =>
  numbers.map((number) => (number > 0 ? number - 1 : length + number)).filter((place) => place >= 0 && place < length);

/** Places of weekdays in a month or year that begins on the weekday `first`. */
function weekdayPlaces(days: readonly RuleDay[], first: number, length: number): readonly number[] {
  return days.flatMap(({ weekday, nth }) => {
    const offset = (weekday - first + 7) % 7;
    const all = Array.from({ length: Math.ceil((length - offset) / 7) }, (_, index) => offset + index * 7);
    return nth === null ? all : (all.at(nth > 0 ? nth - 1 : nth) ?? []);
  });
}

/** Places in a year of the days in a rule's weeks. The first and last days of a year may belong to a week of another year. */
function weekPlaces({ weeks, weekStart }: Rule, year: number): readonly number[] {
  const [begin, length] = [yearStart(year), yearLength(year)];
  const places: number[] = [];
  for (const one of [year - 1, year, year + 1]) {
    const first = firstWeek(one, weekStart);
    const count = (firstWeek(one + 1, weekStart) - first) / 7;
    for (const week of placesOf(weeks, count)) {
      const from = first + week * 7 - begin;
      for (let place = Math.max(0, from); place < Math.min(length, from + 7); place += 1) places.push(place);
    }
  }
  return places;
}

/** The first day of the first week of a year, which is the week that contains 4 January. */
function firstWeek(year: number, weekStart: number): number {
  const fourth = yearStart(year) + 3;
  return fourth - ((weekdayOf(fourth) - weekStart + 7) % 7);
}

/** Limits the work on a rule. A step looks at one month, or at one week if BYSETPOS chooses within weeks. */
export interface Steps {
  taken: number;
  readonly most: number;
}

export class TooManySteps extends Error {
  override readonly name = 'TooManySteps';
}

export const unbounded = (): Steps => ({ taken: 0, most: Number.POSITIVE_INFINITY });

function step(steps: Steps): void {
  steps.taken += 1;
  if (steps.taken > steps.most) throw new TooManySteps('The rule takes too many steps.');
}

/** At most 31 consecutive days as bits: bit 0 is `begin`, and a set bit is a day of the rule. */
export interface Run {
  readonly begin: number;
  readonly bits: number;
}

export interface StartedRule {
  readonly rule: Rule;
  readonly first: number;
  readonly daysIn: (year: number) => YearDays;
}

export function startedRule(rule: Rule, first: number): StartedRule {
  const { month, day } = yearMonthDay(first);
  return { rule, first, daysIn: yearDaysOf(rule, { weekday: weekdayOf(first), month, day }) };
}

export interface Search {
  readonly from: number;
  readonly to: number;
  readonly steps: Steps;
}

/**
 * The days of a rule in order, beginning with the period that contains `from`. They can include days before `from` and before the start of
 * the rule. The search reads whole months, so that its cost does not depend on how many days the rule has.
 * @throws TooManySteps
 */
export function runsOf(started: StartedRule, search: Search): Generator<Run> {
  switch (started.rule.frequency) {
    case 'DAILY':
      return daily(started, search);
    case 'WEEKLY':
      return started.rule.positions.length > 0 ? chosenOfWeeks(started, search) : everyMonth(started, search, daysOfWeeks);
    case 'MONTHLY':
      return monthly(started, search);
    case 'YEARLY':
      return yearly(started, search);
  }
}

/** Numbers the months consecutively: January of year 0 is 0. */
const monthOf = (number: number): number => {
  const { year, month } = yearMonthDay(number);
  return year * 12 + month - 1;
};

function runOf({ daysIn }: StartedRule, month: number, steps: Steps): Run {
  step(steps);
  const year = Math.floor(month / 12);
  return { begin: beginOf(month), bits: inMonth(daysIn(year), month % 12) };
}
const beginOf = (month: number): number => dayNumber({ year: Math.floor(month / 12), month: (month % 12) + 1, day: 1 });

/** The days of a month, as bits, that the interval allows. */
type Allowed = (started: StartedRule, begin: number) => number;

function* everyMonth(started: StartedRule, { from, to, steps }: Search, allowed: Allowed): Generator<Run> {
  for (let month = monthOf(Math.max(from, started.first)); beginOf(month) <= to; month += 1) {
    const { begin, bits } = runOf(started, month, steps);
    yield { begin, bits: bits === 0 ? 0 : bits & allowed(started, begin) };
  }
}

const ALL = firstDays(31);
const remainder = (number: number, by: number): number => ((number % by) + by) % by;

/** A period of one day has one position, which is both the first and the last. */
function* daily(started: StartedRule, search: Search): Generator<Run> {
  const { positions } = started.rule;
  if (positions.length === 0 || positions.includes(1) || positions.includes(-1)) yield* everyMonth(started, search, daysOfInterval);
}

function daysOfInterval({ rule: { interval }, first }: StartedRule, begin: number): number {
  if (interval === 1) return ALL;
  let bits = 0;
  for (let day = remainder(first - begin, interval); day < 31; day += interval) bits |= 1 << day;
  return bits;
}

const weekBegin = ({ rule: { weekStart }, first }: StartedRule): number => first - ((weekdayOf(first) - weekStart + 7) % 7);

function daysOfWeeks(started: StartedRule, begin: number): number {
  const { interval } = started.rule;
  if (interval === 1) return ALL;
  let bits = 0;
  const first = remainder(weekBegin(started) - begin, interval * 7);
  for (let week = first - interval * 7; week < 31; week += interval * 7)
    for (let day = Math.max(0, week); day < Math.min(31, week + 7); day += 1) bits |= 1 << day;
  return bits;
}

function* chosenOfWeeks(started: StartedRule, { from, to, steps }: Search): Generator<Run> {
  const { rule, daysIn } = started;
  const isNamed = (number: number): boolean => {
    const { year, month, day } = yearMonthDay(number);
    return ((inMonth(daysIn(year), month - 1) >> (day - 1)) & 1) === 1;
  };
  const length = rule.interval * 7;
  const first = weekBegin(started);
  for (let begin = first + Math.max(0, Math.floor((from - first) / length)) * length; begin <= to; begin += length) {
    step(steps);
    yield* chosen(
      rule,
      Array.from({ length: 7 }, (_, day) => begin + day).filter((number) => isNamed(number)),
    );
  }
}

function* monthly(started: StartedRule, { from, to, steps }: Search): Generator<Run> {
  const { rule } = started;
  const first = monthOf(started.first);
  const skipped = Math.max(0, Math.floor((monthOf(from) - first) / rule.interval));
  for (let month = first + skipped * rule.interval; beginOf(month) <= to; month += rule.interval) {
    const run = runOf(started, month, steps);
    if (rule.positions.length > 0) yield* chosen(rule, daysOf(run));
    else yield run;
  }
}

function* yearly(started: StartedRule, { from, to, steps }: Search): Generator<Run> {
  const { rule } = started;
  const first = yearMonthDay(started.first).year;
  const skipped = Math.max(0, Math.floor((yearMonthDay(from).year - first) / rule.interval));
  for (let year = first + skipped * rule.interval; beginOf(year * 12) <= to; year += rule.interval) {
    const runs = Array.from({ length: 12 }, (_, month) => runOf(started, year * 12 + month, steps));
    if (rule.positions.length > 0)
      yield* chosen(
        rule,
        runs.flatMap((run) => daysOf(run)),
      );
    else yield* runs;
  }
}

export function daysOf({ begin, bits }: Run): readonly number[] {
  const days: number[] = [];
  for (let left = bits; left !== 0; left &= left - 1) days.push(begin + 31 - Math.clz32(left & -left));
  return days;
}

const chosen = ({ positions }: Rule, days: readonly number[]): readonly Run[] =>
  days.filter((_, index) => positions.includes(index + 1) || positions.includes(index - days.length)).map((begin) => ({ begin, bits: 1 }));

export function sizeOf({ bits }: Run): number {
  let size = 0;
  for (let left = bits; left !== 0; left &= left - 1) size += 1;
  return size;
}

/** Removes the days before `from`. */
export const runFrom = (run: Run, from: number): Run => {
  const gone = from - run.begin;
  if (gone <= 0) return run;
  return { begin: run.begin, bits: gone > 30 ? 0 : run.bits & ~firstDays(gone) };
};
