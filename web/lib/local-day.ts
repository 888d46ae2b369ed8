import { addDays } from '../../src/contracts/words/phrases/days.ts';
import { localTime } from './calendar.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Milliseconds by which the clocks of the zone are ahead of UTC. */
function offsetAt(at: number, zone: string): number {
  const { date, time } = localTime(at, zone);
  return Date.parse(`${date}T${time}:00Z`) - Math.floor(at / MINUTE) * MINUTE;
}

/** The instant between `from` and `to` at which the clocks are changed. */
function changeBetween(from: number, to: number, zone: string): number {
  const before = offsetAt(from, zone);
  let [low, high] = [from, to];
  while (high - low > MINUTE) {
    const middle = Math.floor((low + high) / 2 / MINUTE) * MINUTE;
    if (offsetAt(middle, zone) === before) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * The instant, in milliseconds since the epoch, at which the clocks of the zone first show this time or a later one. This is the
 * rule of the server: a time that the clocks show twice is the earlier instant, and one that they skip is the instant at which
 * they jump.
 */
export function instantOf(date: string, time: string, zone: string): number {
  const local = Date.parse(`${date}T${time}:00Z`);
  const [before, after] = [offsetAt(local - DAY, zone), offsetAt(local + DAY, zone)];
  const early = local - before;
  if (before === after || offsetAt(early, zone) === before) return early;
  const late = local - after;
  return offsetAt(late, zone) === after ? late : changeBetween(late, early, zone);
}

/** A local day, from its first instant to the first one of the next day. */
export interface LocalDay {
  readonly date: string;
  readonly zone: string;
  /** Milliseconds since the epoch. */
  readonly start: number;
  readonly end: number;
  /** Usually 1,440. On a day on which the clocks are changed, an hour more or less. */
  readonly minutes: number;
}

export function localDay(date: string, zone: string): LocalDay {
  const start = instantOf(date, '00:00', zone);
  const end = instantOf(addDays(date, 1), '00:00', zone);
  return { date, zone, start, end, minutes: Math.round((end - start) / MINUTE) };
}
