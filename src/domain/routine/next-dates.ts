import { later } from '../calendar/dates.ts';
import { addDays, dueInstant, localDate } from '../calendar/local.ts';
import { datesFrom } from '../calendar/recurrence.ts';
import {
  type Bounded,
  type ChainLink,
  type DatedSpan,
  type Ending,
  isWithin,
  nextInChain,
  spansOf,
  untilIn,
} from '../calendar/routine-dates.ts';

export interface NextDatesOptions {
  readonly now: string;
  readonly zone: string;
  readonly limit: number;
  /** Mode due: dates from today on whose occurrence is decided, or was deleted by hand. */
  readonly decided?: ReadonlySet<string>;
  /** Mode completion: the occurrences so far, and how many there were. */
  readonly chain: readonly ChainLink[];
  readonly made: number;
}

type Span = DatedSpan & { readonly due_time: string | null };
export type ComingRoutine = Span & {
  readonly earlier?: readonly Ending<Span>[];
  readonly paused: boolean;
  readonly ended: boolean;
};

/**
 * The next dates on which something is to be done, oldest first. Today is included only while it can still be done in time. In mode
 * completion the list assumes that the owner does each occurrence on its day.
 */
export function nextDates(routine: ComingRoutine, ahead: NextDatesOptions): readonly string[] {
  if (routine.paused || routine.ended) return [];
  const spans = spansOf<Span>(routine.earlier ?? [], routine);
  const due = spans.flatMap((bounded) =>
    bounded.span.mode === 'due' ? dueIn(bounded, ahead).filter((date) => isWithin(date, bounded)) : [],
  );
  const inChain = spans.some(({ span }) => span.mode === 'completion') ? chained(routine, ahead) : [];
  return [...due, ...inChain].sort().slice(0, ahead.limit);
}

function dueIn(bounded: Bounded<Span>, ahead: NextDatesOptions): readonly string[] {
  const { span, from } = bounded;
  const today = localDate(ahead.now, ahead.zone);
  const first = ahead.now > dueInstant(today, span.due_time, ahead.zone) ? addDays(today, 1) : today;
  const { rrule, start_date: start, last_by_count, from_date } = span;
  const { decided = new Set(), limit } = ahead;
  const since = [first, from_date, from ?? first].reduce(later);
  const dates = datesFrom({ rrule, start, until: untilIn(bounded), last_by_count }, since, limit + decided.size);
  return dates.filter((date) => !decided.has(date)).slice(0, limit);
}

function chained(routine: ComingRoutine, { chain, made, limit }: NextDatesOptions): readonly string[] {
  const open = chain.filter(({ closed }) => closed === null).map(({ date }) => date);
  const dates = [...open];
  let known: readonly ChainLink[] = chain.map((link) => (link.closed === null ? { ...link, closed: link.date } : link));
  for (let count = made; dates.length < limit; count += 1) {
    const date = nextInChain(routine, known, count);
    if (date === null) break;
    dates.push(date);
    known = [...known, { date, closed: date }];
  }
  return dates.slice(0, limit);
}
