import { later } from '../calendar/instant.ts';
import { addDays, dueInstant, localDate } from '../calendar/local.ts';
import { datesFrom } from '../calendar/recurrence.ts';
import { type ChainLink, type DatedRoutine, nextInChain } from '../calendar/routine-dates.ts';

export interface Ahead {
  /** The owner's clock and zone. */
  readonly now: string;
  readonly zone: string;
  readonly limit: number;
  /** Mode due: dates from today on of which the occurrence is decided, or was deleted by hand. */
  readonly settled?: ReadonlySet<string>;
  /** Mode completion: the occurrences so far, and how many there were. */
  readonly chain: readonly ChainLink[];
  readonly made: number;
}

export type ComingRoutine = DatedRoutine & { readonly due_time: string | null; readonly paused: boolean; readonly ended: boolean };

/** The next dates, oldest first: those on which something is still to be done, today's only while it can be in time. In mode completion as if each were done on its day. */
export function nextDates(routine: ComingRoutine, ahead: Ahead): readonly string[] {
  if (routine.paused || routine.ended) return [];
  if (routine.mode === 'completion') return chained(routine, ahead);
  const today = localDate(ahead.now, ahead.zone);
  const first = ahead.now > dueInstant(today, routine.due_time, ahead.zone) ? addDays(today, 1) : today;
  const { rrule, start_date: start, until, from_date } = routine;
  const { settled = new Set(), limit } = ahead;
  const dates = datesFrom({ rrule, start, until }, later(first, from_date), limit + settled.size);
  return dates.filter((date) => !settled.has(date)).slice(0, limit);
}

function chained(routine: ComingRoutine, { chain, made, limit }: Ahead): readonly string[] {
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
