import { later } from './dates.ts';
import { addDays, startOfDay } from './local.ts';
import { firstDate, lastByCount, ruleOf } from './recurrence.ts';
import type { Rule } from './recurrence-rule.ts';

/** How many days ahead the program creates the task of an occurrence. */
export const DAYS_AHEAD = 14;

export interface DatedSpan {
  readonly rrule: string;
  readonly start_date: string;
  readonly until: string | null;
  readonly mode: 'due' | 'completion';
  /** The first local date whose occurrence is still to be made. */
  readonly from_date: string;
  /** The date of the last occurrence that COUNT allows; null: the rule has no COUNT, or COUNT goes beyond the calendar. */
  readonly last_by_count?: string | null;
}

type DatedRule = Pick<DatedSpan, 'rrule' | 'start_date' | 'last_by_count'>;
export type Counted<Span> = Span & { readonly last_by_count: string | null };

/** Counts the occurrences of a changed span only if the rule or its start changed, because counting is slow. */
export function withLastByCount<Span extends DatedRule>(span: Span, before?: Partial<DatedRule>): Counted<Span> {
  const isSame = before?.last_by_count !== undefined && before.rrule === span.rrule && before.start_date === span.start_date;
  return { ...span, last_by_count: isSame ? (before.last_by_count ?? null) : lastByCount(span.rrule, span.start_date) };
}

/** A span of the past: it describes the routine for dates earlier than `before`. */
export type Ending<Span> = Span & { readonly before: string };

export interface DatedRoutine extends DatedSpan {
  /** Earlier spans, oldest first. Left out: the routine has had one span for all dates. */
  readonly earlier?: readonly Ending<DatedSpan>[];
}

/** How many days the program keeps a span after its last date. An occurrence that the owner moved can be due long after its own date. */
const KEPT_DAYS = 100;

/**
 * The earlier spans after a change from a date on. The span of the day before ends there, and spans that begin later stay, as `changed`
 * rewrites them. `today` is approximate; spans that ended long before it are dropped.
 */
export function splitAt<Span>(
  { earlier, present }: { readonly earlier: readonly Ending<Span>[]; readonly present: Span },
  { from, today }: { readonly from: string; readonly today: string },
  changed: (span: Span) => Span,
): readonly Ending<Span>[] {
  const held = { ...spanOn(earlier, present, addDays(from, -1)), before: from };
  const later = endingAfter(earlier, from).map((span) => ({ ...changed(span), before: span.before }));
  const oldest = addDays(today, -KEPT_DAYS);
  return [...earlier.filter(({ before }) => before < from), held, ...later].filter(({ before }) => before > oldest);
}

/** The earlier spans that a change from a date on affects, besides the present one; undefined: the change affects all dates. */
export const endingAfter = <Span>(earlier: readonly Ending<Span>[], from: string | undefined): readonly Ending<Span>[] =>
  from === undefined ? earlier : earlier.filter(({ before }) => before > from);

export const spanOn = <Span>(earlier: readonly Ending<Span>[], present: Span, date: string): Span =>
  earlier.find(({ before }) => date < before) ?? present;

/** A span with its own dates: from `from` (null: from the beginning) until the day before `before` (null: without end). */
export interface Bounded<Span> {
  readonly span: Span;
  readonly from: string | null;
  readonly before: string | null;
}

export function spansOf<Span>(earlier: readonly Ending<Span>[], present: Span): readonly Bounded<Span>[] {
  const ends = earlier.map(({ before }) => before);
  return [...earlier, present].map((span, index) => ({ span, from: ends[index - 1] ?? null, before: ends[index] ?? null }));
}

export const isWithin = (date: string, { from, before }: Pick<Bounded<unknown>, 'from' | 'before'>): boolean =>
  (from === null || date >= from) && (before === null || date < before);

/** An occurrence in mode completion. Occurrences are listed in the order in which they were made. */
export type ChainLink = {
  readonly date: string;
  /** The local date on which the occurrence is due now; null: the owner removed the due date. Left out: it is due on its own date. */
  readonly due?: string | null;
  /** The local date on which the occurrence was completed, skipped, missed or deleted; null: it is open. */
  readonly closed: string | null;
};

/** The instant at which the program makes the occurrence of a date. If it has passed, the program makes the occurrence at once. */
export const makingOf = (date: string, zone: string): string => startOfDay(addDays(date, -DAYS_AHEAD), zone);

/** Searches the spans of one mode in order. `search` never looks beyond the end of its span. */
function firstIn(
  { earlier = [], ...present }: DatedRoutine,
  mode: DatedSpan['mode'],
  search: (span: DatedSpan) => string | null,
): string | null {
  for (const bounded of spansOf<DatedSpan>(earlier, present)) {
    const { span, from } = bounded;
    if (span.mode !== mode) continue;
    const date = search({ ...span, until: untilIn(bounded), from_date: from === null ? span.from_date : later(span.from_date, from) });
    if (date !== null && isWithin(date, bounded)) return date;
  }
  return null;
}

export function untilIn({ span, before }: Bounded<Pick<DatedSpan, 'until'>>): string | null {
  if (before === null) return span.until;
  const last = addDays(before, -1);
  return span.until === null || last < span.until ? last : span.until;
}

export const nextDue = (routine: DatedRoutine, through: string | null): string | null =>
  firstIn(routine, 'due', ({ rrule, start_date: start, until, last_by_count, from_date }) =>
    firstDate({ rrule, start, until, last_by_count }, through === null ? from_date : later(from_date, addDays(through, 1))),
  );

/**
 * Mode completion: the next date once no occurrence is open, counted from the local date on which the last one was closed (`countedFrom`).
 * `made`: how many occurrences there were, for COUNT.
 */
export const nextInChain = (routine: DatedRoutine, chain: readonly ChainLink[], made: number): string | null =>
  firstIn(routine, 'completion', (span) => nextOfSpan(span, chain, made));

function nextOfSpan(span: DatedSpan, chain: readonly ChainLink[], made: number): string | null {
  const { rrule, start_date, until, from_date } = span;
  const { count, frequency } = ruleOf(rrule);
  if (count !== null && made >= count) return null;
  const anchor = chain.reduce<string | null>((last, one) => {
    const from = countedFrom(one, frequency);
    return from !== null && (last === null || from > last) ? from : last;
  }, null);
  const recurrence = { rrule, start: anchor ?? start_date, until, uncounted: true };
  const taken = new Set(chain.map(({ date }) => date));
  let date = firstDate(recurrence, anchor === null ? from_date : later(from_date, addDays(anchor, 1)));
  while (date !== null && taken.has(date)) date = firstDate(recurrence, addDays(date, 1));
  return date;
}

/**
 * The date from which the next one is counted: the date on which the owner closed the occurrence. If the rule is weekly or rarer and the
 * owner closes it early, its due date counts instead. Otherwise somebody who is a few days early would get the next occurrence after half
 * the interval. A daily rule always counts from the completion.
 */
const countedFrom = ({ date, due = date, closed }: ChainLink, frequency: Rule['frequency']): string | null =>
  closed === null || due === null || frequency === 'DAILY' ? closed : later(closed, due);
