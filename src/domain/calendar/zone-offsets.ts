import { DAY } from './instant.ts';

/** A period in which the local time of a zone differs from UTC by the same amount. All in milliseconds; instants since the epoch. */
interface OffsetPeriod {
  readonly from: number;
  /** The first instant after it. */
  readonly until: number;
  readonly offset: number;
}

/** More zones than there are names of zones. */
const MOST_ZONES = 1_000;
/** The clocks of most zones change twice a year. */
const MOST_PERIODS = 24;
/** Finding the offset of a zone costs fifty times as much as the rest of what is computed from it. */
const periods = new Map<string, OffsetPeriod[]>();

/** Milliseconds by which the local time of the zone is ahead of UTC at an instant. @throws RangeError for an unknown zone */
export const offsetAt = (instant: number, zone: string): number => periodAt(instant, zone).offset;

/**
 * The first instant at which the clocks of the zone show a local time or a later one: the earlier one in a fold, the end
 * of the gap in a gap. `local`: the local time, counted as if it were UTC. @throws RangeError for an unknown zone
 */
export function firstInstantShowing(local: number, zone: string): number {
  // No zone is a day or more away from UTC.
  let period = periodAt(local - DAY, zone);
  while (local - period.offset >= period.until) period = periodAt(period.until, zone);
  return Math.max(local - period.offset, period.from);
}

function periodAt(instant: number, zone: string): OffsetPeriod {
  const known = periods.get(zone) ?? [];
  for (const period of known) if (period.from <= instant && instant < period.until) return period;
  const found = findPeriod(instant, zone);
  if (known.length === 0 && periods.size >= MOST_ZONES) periods.delete(periods.keys().next().value as string);
  periods.set(zone, [found, ...known.slice(0, MOST_PERIODS - 1)]);
  return found;
}

function findPeriod(instant: number, zone: string): OffsetPeriod {
  const at = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);
  // A change at the very instant begins the period.
  const previous = at.add({ nanoseconds: 1 }).getTimeZoneTransition('previous');
  return {
    from: previous?.epochMilliseconds ?? Number.NEGATIVE_INFINITY,
    until: at.getTimeZoneTransition('next')?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
    offset: at.offsetNanoseconds / 1_000_000,
  };
}
