import { DAY, fromEpoch, HOUR, MINUTE, plus, toDate, toEpoch, toNumber, weekdayOf } from './dates.ts';

/** Local dates are `YYYY-MM-DD`, times `HH:MM`, zones IANA names, instants as in instant.ts. */

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
const offsetAt = (instant: number, zone: string): number => periodAt(instant, zone).offset;

/**
 * The first instant at which the clocks of the zone show `local` or later. If the clocks show it twice, it is the earlier instant; if they
 * skip it, the instant at which they jump. `local`: the local time, counted as if it were UTC.
 * @throws RangeError if the zone is unknown
 */
function firstInstantShowing(local: number, zone: string): number {
  // No zone differs from UTC by a day or more.
  let period = periodAt(local - DAY, zone);
  while (local - period.offset >= period.until) period = periodAt(period.until, zone);
  return Math.max(local - period.offset, period.from);
}

function periodAt(instant: number, zone: string): OffsetPeriod {
  const known = periods.get(zone) ?? [];
  for (const period of known) if (period.from <= instant && instant < period.until) return period;
  const found = findPeriod(instant, zone);
  if (known.length === 0 && periods.size >= MOST_ZONES) for (const oldest of periods.keys().take(1)) periods.delete(oldest);
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

const [FIRST, LAST] = [toNumber('0000-01-01'), toNumber('9999-12-31')];
const EPOCH = toNumber('1970-01-01');

/** @throws RangeError if the text is not a date */
function numberOf(date: string): number {
  const number = toNumber(date);
  // The fast path knows only the usual form. Temporal reads or refuses everything else.
  return date.length === 10 && toDate(number) === date ? number : EPOCH + Temporal.PlainDate.from(date).since('1970-01-01').days;
}

const dateOf = (number: number): string =>
  number >= FIRST && number <= LAST
    ? toDate(number)
    : Temporal.PlainDate.from('1970-01-01')
        .add({ days: number - EPOCH })
        .toString();

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/**
 * Milliseconds since midnight.
 * @throws RangeError if the text is not a time
 */
function millisecondsOf(time: string): number {
  if (TIME.test(time)) return Number(time.slice(0, 2)) * HOUR + Number(time.slice(3)) * MINUTE;
  return Temporal.PlainTime.from('00:00').until(time).total('milliseconds');
}

/**
 * The local time of an instant in milliseconds since the epoch, as if the zone were UTC.
 * @throws RangeError if the text is not an instant
 */
function localOf(instant: string, zone: string): number {
  const parsed = INSTANT.test(instant) ? toEpoch(instant) : Number.NaN;
  const since = Number.isNaN(parsed) ? Temporal.Instant.from(instant).epochMilliseconds : parsed;
  return since + offsetAt(since, zone);
}

/** The first instant of a local day. If the zone skips the day, the first instant after it. */
export const startOfDay = (date: string, zone: string): string => fromEpoch(firstInstantShowing((numberOf(date) - EPOCH) * DAY, zone));

export const endOfDay = (date: string, zone: string): string => plus(startOfDay(addDays(date, 1), zone), -1);

/**
 * The due instant of a local date and time, which is the last instant in time. If the zone's clocks skip the time, it is the first valid
 * instant after it; if they show it twice, the earlier one. Without a time it is the last millisecond of the local day.
 */
export function dueInstant(date: string, time: string | null, zone: string): string {
  if (time === null) return endOfDay(date, zone);
  return fromEpoch(firstInstantShowing((numberOf(date) - EPOCH) * DAY + millisecondsOf(time), zone));
}

export const localDate = (instant: string, zone: string): string => dateOf(EPOCH + Math.floor(localOf(instant, zone) / DAY));

/** Milliseconds since local midnight, as clocks show them. */
const clockOf = (instant: string, zone: string): number => {
  const local = localOf(instant, zone);
  return local - Math.floor(local / DAY) * DAY;
};

/** 0 to 23. */
export const localHour = (instant: string, zone: string): number => Math.floor(clockOf(instant, zone) / HOUR);

const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** `HH:MM`. */
export function localTime(instant: string, zone: string): string {
  const minutes = Math.floor(clockOf(instant, zone) / MINUTE);
  return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

/** What the calendars and clocks of the zone show at an instant. */
export const localMoment = (instant: string, zone: string) => ({ date: localDate(instant, zone), time: localTime(instant, zone) });

export const addDays = (date: string, days: number): string => dateOf(numberOf(date) + days);

/** Negative if `to` is earlier than `from`. */
export const daysBetween = (from: string, to: string): number => numberOf(to) - numberOf(from);

/** 1 (Monday) to 7 (Sunday). */
export const weekday = (date: string): number => weekdayOf(numberOf(date));

/** The Monday and the Sunday of the week that contains the date. */
export function weekOf(date: string): { readonly from: string; readonly to: string } {
  const from = addDays(date, 1 - weekday(date));
  return { from, to: addDays(from, 6) };
}

/** Includes both dates; empty if `to` is earlier than `from`. */
export function datesBetween(from: string, to: string): readonly string[] {
  const first = numberOf(from);
  return Array.from({ length: Math.max(0, numberOf(to) - first + 1) }, (_, index) => dateOf(first + index));
}

/** An owner's change to another IANA zone. `revision`: that of its event in the account's stream. */
export interface ZoneMove {
  readonly at: string;
  readonly to: string;
  readonly revision: number;
}

/** When something is due: the local date and time (null: by the end of the day), and the instant. */
export interface LocalDue {
  readonly date: string;
  readonly time: string | null;
  readonly at: string;
}

const NEAR = 48 * HOUR;

/**
 * A due date after a change of zone. A due date before the change stays as it is. A due date within the next 48 hours keeps its instant,
 * and gets the date and time of this instant in the new zone. A later one keeps its date and time, and gets a new instant in the new zone.
 */
export function dueAfterMove(due: LocalDue, { at: moved, to }: Pick<ZoneMove, 'at' | 'to'>): LocalDue {
  if (due.at < moved) return due;
  return due.at <= plus(moved, NEAR) ? localDue(due.at, to) : { ...due, at: dueInstant(due.date, due.time, to) };
}

/** The date and the time (to the minute, rounded down) that the clocks of a zone show at an instant. The end of a day has no time. */
export function localDue(at: string, zone: string): LocalDue {
  const date = localDate(at, zone);
  return { date, time: at === endOfDay(date, zone) ? null : localTime(at, zone), at };
}
