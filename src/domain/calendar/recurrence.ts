import { toDate, toNumber } from './dates.ts';
import { type Rule, RuleFault, readRule } from './recurrence-rule.ts';
import { daysOf, runFrom, runsOf, type StartedRule, type Steps, sizeOf, startedRule, TooManySteps, unbounded } from './rule-runs.ts';

/** A rule and its start. The start is one of its dates only if it matches the rule. Dates are local, `YYYY-MM-DD`. */
export interface Recurrence {
  /** With or without `RRULE:`. */
  readonly rrule: string;
  readonly start: string;
  readonly until: string | null;
  /** An earlier result of `lastByCount` for this rule and start. Without it the occurrences are counted again from the start. */
  readonly last_by_count?: string | null | undefined;
  /** true: ignore COUNT, because the caller counts. */
  readonly uncounted?: boolean;
}

/** No search goes beyond this date. */
const LAST_DATE = '2100-12-31';
const LAST = toNumber(LAST_DATE);

export const firstDate = (recurrence: Recurrence, from: string, steps?: Steps): string | null =>
  datesFrom(recurrence, from, 1, steps)[0] ?? null;

/** At most `limit` dates on or after `from`, in order. */
export function datesFrom(recurrence: Recurrence, from: string, limit: number, steps = unbounded()): readonly string[] {
  const dates: string[] = [];
  if (limit <= 0) return dates;
  for (const number of numbersFrom(recurrence, toNumber(from), LAST, steps)) {
    dates.push(toDate(number));
    if (dates.length === limit) break;
  }
  return dates;
}

/** Includes both `from` and `to`. */
export const datesWithin = (recurrence: Recurrence, from: string, to: string): readonly string[] =>
  [...numbersFrom(recurrence, toNumber(from), toNumber(to), unbounded())].map((number) => toDate(number));

/**
 * The date of the last occurrence that COUNT allows. Null: the rule has no COUNT, or COUNT goes beyond 2100-12-31. Store this date with the
 * rule, so that the occurrences are counted only once.
 */
export function lastByCount(rrule: string, start: string): string | null {
  const remembered = remember(started, `${start} ${rrule}`, () => startOf(rrule, start));
  if (remembered.counted === undefined) remembered.counted = counted(remembered, unbounded());
  return remembered.counted;
}

/** The most steps that one rule may take from its start: every month from 1900 to 2100 twice, or every week of 95 years. */
export const MOST_STEPS = 5_000;
const TOO_LONG =
  'This rule takes too much counting from its first day. Choose a later first day or a smaller COUNT, or leave BYSETPOS out.';

/**
 * The first date of a rule, or null if there is none. The search also takes the steps that later uses of the rule need, so that a rule that
 * is too expensive is refused here.
 * @throws RuleFault if that takes more than `MOST_STEPS`
 */
export function checkedFirstDate({ rrule, start, until }: Recurrence, steps: Steps = { taken: 0, most: MOST_STEPS }): string | null {
  try {
    const first = firstDate({ rrule, start, until, last_by_count: null }, start, steps);
    if (first !== null) counted(startOf(rrule, start), steps);
    return first;
  } catch (error) {
    if (error instanceof TooManySteps) throw new RuleFault(TOO_LONG);
    throw error;
  }
}

const REMEMBERED = 2_000;
interface Counted extends StartedRule {
  counted?: string | null;
}
/** Reading a rule and finding its days cost most, and the same rules are used again and again. */
const rules = new Map<string, Rule>();
const started = new Map<string, Counted>();

/** Removes the oldest entry when there are too many. */
function remember<T>(known: Map<string, T>, key: string, make: () => T): T {
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = make();
  if (known.size >= REMEMBERED) for (const oldest of known.keys().take(1)) known.delete(oldest);
  known.set(key, made);
  return made;
}

/** @throws RuleFault */
export const ruleOf = (text: string): Rule => remember(rules, text, () => readRule(text).rule);
const startOf = (rrule: string, start: string): Counted => startedRule(ruleOf(rrule), toNumber(start));

/** The dates of a rule as day numbers; includes both `from` and `to`. */
function* numbersFrom(recurrence: Recurrence, from: number, to: number, steps: Steps): Generator<number> {
  const { rrule, start, until, uncounted } = recurrence;
  const rule = remember(started, `${start} ${rrule}`, () => startOf(rrule, start));
  const { last_by_count = uncounted ? null : lastByCount(rrule, start) } = recurrence;
  const ends = [until, uncounted ? null : last_by_count].filter((date) => date !== null);
  const last = Math.min(LAST, to, ...ends.map((date) => toNumber(date)));
  const first = Math.max(from, rule.first);
  for (const run of runsOf(rule, { from: first, to: last, steps })) {
    for (const number of daysOf(runFrom(run, first))) {
      if (number > last) return;
      yield number;
    }
  }
}

function counted(rule: StartedRule, steps: Steps): string | null {
  const { count } = rule.rule;
  if (count === null) return null;
  let given = 0;
  for (const run of runsOf(rule, { from: rule.first, to: LAST, steps })) {
    const later = runFrom(run, rule.first);
    const size = sizeOf(later);
    if (given + size >= count) {
      const number = daysOf(later)[count - given - 1];
      return number === undefined || number > LAST ? null : toDate(number);
    }
    given += size;
  }
  return null;
}
