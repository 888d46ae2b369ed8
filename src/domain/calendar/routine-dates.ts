import { later } from './instant.ts';
import { addDays, startOfDay } from './local.ts';
import { firstDate, lastByCount, ruleOf } from './recurrence.ts';
import type { Rule } from './recurrence-rule.ts';

/** How many days ahead an occurrence exists as a task. */
export const DAYS_AHEAD = 14;

/** What decides the dates of one span of a routine. */
export interface DatedSpan {
  readonly rrule: string;
  readonly start_date: string;
  readonly until: string | null;
  readonly mode: 'due' | 'completion';
  /** First local date of which occurrences are (still) to be made. */
  readonly from_date: string;
  /** The date of the last occurrence that COUNT allows; null: the rule has no COUNT, or more come than the calendar holds. */
  readonly last_by_count?: string | null;
}

type DatedRule = Pick<DatedSpan, 'rrule' | 'start_date' | 'last_by_count'>;
/** With what COUNT comes to. */
export type Counted<Span> = Span & { readonly last_by_count: string | null };

/** A span after a change. What COUNT comes to is counted only where the rule or its start is another one than before. */
export function withLastByCount<Span extends DatedRule>(span: Span, before?: Partial<DatedRule>): Counted<Span> {
  const isSame = before?.last_by_count !== undefined && before.rrule === span.rrule && before.start_date === span.start_date;
  return { ...span, last_by_count: isSame ? (before.last_by_count ?? null) : lastByCount(span.rrule, span.start_date) };
}

/** A span that ends: how a routine was for its dates before `before`, when it was changed from that date on. */
export type Ending<Span> = Span & { readonly before: string };

/** What decides the dates of a routine. */
export interface DatedRoutine extends DatedSpan {
  /** Earlier spans, oldest first. Left out: the routine is the same for all dates. */
  readonly earlier?: readonly Ending<DatedSpan>[];
}

/** How many days a span is kept after its last date. Occurrences that were moved by hand can be due long after their own date. */
const KEPT_DAYS = 100;

/**
 * The earlier spans once a routine is changed from a date on: what held on the day before it goes on until then, and what
 * was to hold only later still does, as `changed` makes it. `today`: about; spans that ended long before it are dropped.
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

/** The earlier spans that a change from a date on changes, beside the present one; undefined: from the beginning. */
export const endingAfter = <Span>(earlier: readonly Ending<Span>[], from: string | undefined): readonly Ending<Span>[] =>
  from === undefined ? earlier : earlier.filter(({ before }) => before > from);

/** The span to which a date belongs. */
export const spanOn = <Span>(earlier: readonly Ending<Span>[], present: Span, date: string): Span =>
  earlier.find(({ before }) => date < before) ?? present;

/** A span with the dates that are its own: from `from` on (null: from the beginning), before `before` (null: for good). */
export interface Bounded<Span> {
  readonly span: Span;
  readonly from: string | null;
  readonly before: string | null;
}

/** The spans of a routine, the present one last. */
export function spansOf<Span>(earlier: readonly Ending<Span>[], present: Span): readonly Bounded<Span>[] {
  const ends = earlier.map(({ before }) => before);
  return [...earlier, present].map((span, index) => ({ span, from: ends[index - 1] ?? null, before: ends[index] ?? null }));
}

/** Whether a date lies in a span. */
export const isWithin = (date: string, { from, before }: Pick<Bounded<unknown>, 'from' | 'before'>): boolean =>
  (from === null || date >= from) && (before === null || date < before);

/** One occurrence in mode completion, in the order in which they were made. */
export type ChainLink = {
  readonly date: string;
  /** The local date on which the occurrence is due now; null: its due date was taken away. Left out: on its own date. */
  readonly due?: string | null;
  /** The local date on which the occurrence was completed, skipped, missed or deleted; null: it is open. */
  readonly closed: string | null;
};

/** The instant at which the occurrence of a date is to be made. If it has passed, the occurrence is made at once. */
export const makingOf = (date: string, zone: string): string => startOfDay(addDays(date, -DAYS_AHEAD), zone);

/** The first date that a search finds in the spans of a mode. It looks for none beyond a span. */
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

/** The last date that a span can have. */
export function untilIn({ span, before }: Bounded<Pick<DatedSpan, 'until'>>): string | null {
  if (before === null) return span.until;
  const last = addDays(before, -1);
  return span.until === null || last < span.until ? last : span.until;
}

/** Mode due: the first date after `through`, or null. */
export const nextDue = (routine: DatedRoutine, through: string | null): string | null =>
  firstIn(routine, 'due', ({ rrule, start_date: start, until, last_by_count, from_date }) =>
    firstDate({ rrule, start, until, last_by_count }, through === null ? from_date : later(from_date, addDays(through, 1))),
  );

/**
 * Mode completion: the date that follows once nothing is open, counted from the local date on which the last was
 * closed (`countedFrom`). `made`: how many there were, which is what COUNT looks at.
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
 * The date from which the next one is counted: the date on which an occurrence was closed. What is closed before its due
 * date counts as closed on it where the rule is weekly or rarer. Otherwise who is some days early would get the next
 * occurrence at half the distance. Of a daily rule the distance itself is counted from the completion.
 */
const countedFrom = ({ date, due = date, closed }: ChainLink, frequency: Rule['frequency']): string | null =>
  closed === null || due === null || frequency === 'DAILY' ? closed : later(closed, due);
