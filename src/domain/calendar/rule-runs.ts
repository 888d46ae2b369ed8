import { dayNumber, weekdayOf, yearMonthDay } from './day-number.ts';
import type { Rule } from './recurrence-rule.ts';
import { firstDays, type YearDays, yearDaysOf } from './year-days.ts';

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
  return { begin: beginOf(month), bits: daysIn(year)[month % 12] as number };
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
    return (((daysIn(year)[month - 1] as number) >> (day - 1)) & 1) === 1;
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
