import { instantOf, type LocalDay } from '../../lib/local-day.ts';
import { dayEnd, type QuietHours } from './day-sums.ts';
import type { Span } from './span.ts';

const MINUTE = 60_000;
const STEP = 15 * MINUTE;
/** A later day is planned from this time on, or from the end of quiet hours if that is later. */
const MORNING = '09:00';

/** The first beginning at or after `from` with this many free minutes before `until`; null: there is none. */
export function firstFree(busy: readonly Span[], minutes: number, from: number, until: number): number | null {
  let at = Math.ceil(from / STEP) * STEP;
  for (const { start, end } of [...busy].sort((a, b) => a.start - b.start)) {
    if (end <= at) continue;
    if (start >= at + minutes * MINUTE) break;
    at = Math.ceil(end / STEP) * STEP;
  }
  return at + minutes * MINUTE <= until ? at : null;
}

function morningOf({ date, zone }: LocalDay, { quietFrom, quietTo }: QuietHours): number {
  // Quiet hours that begin in the afternoon, such as a nap, end after the morning and do not delay it.
  const isNight = quietFrom !== null && quietTo !== null && quietFrom > quietTo;
  return instantOf(date, isNight && quietTo > MORNING ? quietTo : MORNING, zone);
}

/** The next free time for a box: on the first of these days, the rest of it from now on; on the others from the morning on. */
export function nextFree(days: readonly LocalDay[], busy: readonly Span[], minutes: number, quiet: QuietHours, now: number): number | null {
  for (const day of days) {
    const from = day.start <= now ? now : morningOf(day, quiet);
    const found = firstFree(busy, minutes, from, dayEnd(day, quiet, from));
    if (found !== null) return found;
  }
  return null;
}

/** The first gap of at least `least` minutes between the boxes. */
export function firstGap(busy: readonly Span[], least: number, from: number, until: number): Span | null {
  const start = firstFree(busy, least, from, until);
  if (start === null) return null;
  const next = busy.filter((span) => span.start >= start).map((span) => span.start);
  return { start, end: Math.min(until, ...next) };
}
