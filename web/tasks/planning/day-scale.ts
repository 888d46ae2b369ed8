import { localTime } from '../../lib/calendar.ts';
import { instantOf, type LocalDay, localDay } from '../../lib/local-day.ts';

const MINUTE = 60_000;
const WALL_MINUTES = 1_440;

/**
 * Where the instants of a day stand on an axis of minutes. The line of one day shows each of its minutes, so it has 23 or 25
 * hours when the clocks are changed. The columns of a week share their hours, so they show what the clock shows.
 */
export interface DayScale {
  readonly kind: 'elapsed' | 'wall';
  readonly day: LocalDay;
  /** The length of the axis in minutes. */
  readonly length: number;
  /** An instant before or after the day stands at the end of the axis. */
  readonly minuteOf: (at: number) => number;
  readonly instantAt: (minute: number) => number;
}

export const clockWords = (minute: number): string =>
  `${String(Math.floor(minute / 60) % 24).padStart(2, '0')}:${String(Math.floor(minute) % 60).padStart(2, '0')}`;

const within = (value: number, most: number): number => Math.min(Math.max(value, 0), most);

export function elapsedScale(date: string, zone: string): DayScale {
  const day = localDay(date, zone);
  return {
    kind: 'elapsed',
    day,
    length: day.minutes,
    minuteOf: (at) => within((at - day.start) / MINUTE, day.minutes),
    instantAt: (minute) => day.start + within(minute, day.minutes) * MINUTE,
  };
}

export function wallScale(date: string, zone: string): DayScale {
  const day = localDay(date, zone);
  const isUsual = day.minutes === WALL_MINUTES;
  return {
    kind: 'wall',
    day,
    length: WALL_MINUTES,
    minuteOf(at) {
      if (at <= day.start) return 0;
      if (at >= day.end) return WALL_MINUTES;
      return isUsual ? (at - day.start) / MINUTE : localTime(at, zone).minutes;
    },
    instantAt(minute) {
      const at = within(minute, WALL_MINUTES);
      return at === WALL_MINUTES ? day.end : instantOf(date, clockWords(at), zone);
    },
  };
}

export const scaleOf = (kind: DayScale['kind'], date: string, zone: string): DayScale =>
  kind === 'wall' ? wallScale(date, zone) : elapsedScale(date, zone);

export interface HourMark {
  readonly minute: number;
  /** `HH:00`. An hour that the clocks show twice is there twice. */
  readonly time: string;
}

const STEP = 15;

/** The full hours of the day, with the first one and without the last. */
export function hourMarks({ kind, day, length, instantAt }: DayScale): readonly HourMark[] {
  if (kind === 'wall' || day.minutes === WALL_MINUTES)
    return Array.from({ length: Math.ceil(length / 60) }, (_, hour) => ({ minute: hour * 60, time: clockWords(hour * 60) }));
  const steps = Array.from({ length: Math.ceil(length / STEP) }, (_, index) => index * STEP);
  return steps.flatMap((minute) => {
    const { time } = localTime(instantAt(minute), day.zone);
    return time.endsWith(':00') ? [{ minute, time }] : [];
  });
}
