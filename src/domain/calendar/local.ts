import { fromEpoch, plus } from './instant.ts';

/** Local dates are `YYYY-MM-DD`, times `HH:MM`, zones IANA names, instants as in instant.ts. */

const inZone = (instant: string, zone: string): Temporal.ZonedDateTime => Temporal.Instant.from(instant).toZonedDateTimeISO(zone);

/** The first instant of a local day; of a day that the zone skips, the first instant after it. */
export const startOfDay = (date: string, zone: string): string =>
  fromEpoch(Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds);

/** The last millisecond of a local day. */
export const endOfDay = (date: string, zone: string): string => plus(startOfDay(addDays(date, 1), zone), -1);

/**
 * The due instant of a local date and time: the last instant that is in time. In a gap of the zone the first valid
 * instant after it, in a fold the earlier one; without a time the last millisecond of the local day.
 */
export function dueInstant(date: string, time: string | null, zone: string): string {
  if (time === null) return endOfDay(date, zone);
  const wanted = Temporal.PlainDate.from(date).toPlainDateTime(Temporal.PlainTime.from(time));
  const found = wanted.toZonedDateTime(zone, { disambiguation: 'earlier' });
  if (found.toPlainDateTime().equals(wanted)) return fromEpoch(found.epochMilliseconds);
  // 'earlier' lands before the gap: the clocks' next change is the gap's end
  const gapEnd = found.getTimeZoneTransition('next') ?? wanted.toZonedDateTime(zone, { disambiguation: 'later' });
  return fromEpoch(gapEnd.epochMilliseconds);
}

export const localDate = (instant: string, zone: string): string => inZone(instant, zone).toPlainDate().toString();

/** 0 to 23. */
export const localHour = (instant: string, zone: string): number => inZone(instant, zone).hour;

/** `HH:MM`. */
export const localTime = (instant: string, zone: string): string =>
  inZone(instant, zone).toPlainTime().toString({ smallestUnit: 'minute' });

export const addDays = (date: string, days: number): string => Temporal.PlainDate.from(date).add({ days }).toString();

/** Days from the first to the second; negative when the second is earlier. */
export const daysBetween = (from: string, to: string): number =>
  Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to), { largestUnit: 'day' }).days;

/** 1 Monday to 7 Sunday. */
export const weekday = (date: string): number => Temporal.PlainDate.from(date).dayOfWeek;

/** The Monday and the Sunday of the week that holds the date. */
export function weekOf(date: string): { readonly from: string; readonly to: string } {
  const from = addDays(date, 1 - weekday(date));
  return { from, to: addDays(from, 6) };
}

/** Every date from the first to the last, both inside; empty when they are reversed. */
export function datesBetween(from: string, to: string): readonly string[] {
  const length = Math.max(0, daysBetween(from, to) + 1);
  return Array.from({ length }, (_, index) => addDays(from, index));
}
