import { DAY } from './instant.ts';

/** A period in which a zone keeps the same offset from UTC. Milliseconds; instants since the epoch. */
interface OffsetPeriod {
  readonly from: number;
  readonly until: number;
  readonly offset: number;
}

/** More than there are names of zones. */
const MOST_ZONES = 1_000;
/** The clocks of most zones change twice a year. */
const MOST_PERIODS = 24;
/** Looking up the offset of a zone takes fifty times as long as the computation that uses it. */
const periods = new Map<string, OffsetPeriod[]>();

/**
 * Milliseconds by which the local time of the zone is ahead of UTC at an instant.
 * @throws RangeError if the zone is unknown
 */
export const offsetAt = (instant: number, zone: string): number => periodAt(instant, zone).offset;

/**
 * The first instant at which the clocks of the zone show `local` or later. If the clocks show it twice, it is the earlier instant; if they
 * skip it, the instant at which they jump. `local`: the local time, counted as if it were UTC.
 * @throws RangeError if the zone is unknown
 */
export function firstInstantShowing(local: number, zone: string): number {
  // No zone differs from UTC by a day or more.
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
  // If the offset changes at this very instant, the period begins with it.
  const previous = at.add({ nanoseconds: 1 }).getTimeZoneTransition('previous');
  return {
    from: previous?.epochMilliseconds ?? Number.NEGATIVE_INFINITY,
    until: at.getTimeZoneTransition('next')?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
    offset: at.offsetNanoseconds / 1_000_000,
  };
}
