import { clockTime } from '../../../src/contracts/words/format.ts';
import type { BoxPlace, TimeBox } from '../../api/time-boxes.ts';
import { localTime } from '../../lib/calendar.ts';
import { instantOf } from '../../lib/local-day.ts';

const MINUTE = 60_000;

/** The shortest and the longest box, in minutes. */
export const LEAST_MINUTES = 5;
export const MOST_MINUTES = 480;
/** The length of a box for a task without an estimate, in minutes. */
const USUAL_MINUTES = 30;

/** From one instant to another, in milliseconds since the epoch. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export const spanOf = ({ startsAt, endsAt }: Pick<TimeBox, 'startsAt' | 'endsAt'>): Span => ({
  start: Date.parse(startsAt),
  end: Date.parse(endsAt),
});

export const minutesOf = ({ start, end }: Span): number => Math.max(0, Math.round((end - start) / MINUTE));

/** The minutes of the span after this instant. */
export const minutesFrom = ({ start, end }: Span, now: number): number => minutesOf({ start: Math.max(start, now), end });

const fittingMinutes = (minutes: number): number =>
  Math.min(Math.max(Math.round(minutes / LEAST_MINUTES) * LEAST_MINUTES, LEAST_MINUTES), MOST_MINUTES);

/** The length that a new box for this task has. */
export const lengthFor = ({ estimateMinutes }: { readonly estimateMinutes: number | null }): number =>
  fittingMinutes(estimateMinutes ?? USUAL_MINUTES);

export function placeAt(start: number, minutes: number, zone: string): BoxPlace {
  const { date, time } = localTime(start, zone);
  return { date, time, minutes };
}

export function spanOfPlace({ date, time, minutes }: BoxPlace, zone: string): Span {
  const start = instantOf(date, time, zone);
  return { start, end: start + minutes * MINUTE };
}

/** '16:00–17:00' */
export const rangeOf = (place: BoxPlace, zone: string): string =>
  `${clockTime(place.time)}–${clockTime(localTime(spanOfPlace(place, zone).end, zone).time)}`;

export const samePlace = (a: BoxPlace, b: BoxPlace): boolean => a.date === b.date && a.time === b.time && a.minutes === b.minutes;

/** Clocks are never turned back by more hours than this. */
const MOST_STEPS = 24;

/**
 * The beginning that lies `minutes` later, or earlier if it is negative. When the clocks are turned back, some times are there
 * twice, and a box can begin only at the first of the two, so the second one is passed over.
 */
export function steppedStart(start: number, minutes: number, zone: string): number {
  let at = start + minutes * MINUTE;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const { date, time } = localTime(at, zone);
    if (instantOf(date, time, zone) === at) return at;
    at += minutes * MINUTE;
  }
  return start;
}

/** The beginning that the server makes of this instant, rounded to a step of `minutes`. */
export function snappedStart(at: number, minutes: number, zone: string): number {
  const step = minutes * MINUTE;
  const { date, time } = localTime(Math.round(at / step) * step, zone);
  return instantOf(date, time, zone);
}
