/** Dates and instants, computed from the offsets of zones only. */

export const MINUTE = 60_000;
const dates = new Map<string, number>();
const offset = (ms: number, zone: string): number =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).offsetNanoseconds / 1e6;

/** The first instant at which the zone's clocks show this time or a later one, after an earlier one: from offsets only. */
export function clockShows(date: string, time: string, zone: string): number {
  const key = `${date} ${time} ${zone}`;
  const known = dates.get(key);
  if (known !== undefined) return known;
  const wanted = Date.parse(`${date}T${time}:00.000Z`);
  const fits = [offset(wanted - 24 * 60 * MINUTE, zone), offset(wanted + 24 * 60 * MINUTE, zone)]
    .map((by) => wanted - by)
    .filter((ms) => ms + offset(ms, zone) === wanted);
  const found = fits.length > 0 ? Math.min(...fits) : gapEnd(wanted, zone);
  dates.set(key, found);
  return found;
}

function gapEnd(wanted: number, zone: string): number {
  let [low, high] = [wanted - 26 * 60 * MINUTE, wanted + 26 * 60 * MINUTE];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (middle + offset(middle, zone) >= wanted) high = middle;
    else low = middle;
  }
  return high;
}

export const text = (ms: number): string => new Date(ms).toISOString();
export const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / (24 * 60 * MINUTE);
export const dateOf = (day: number): string => text(day * 24 * 60 * MINUTE).slice(0, 10);
export const shift = (date: string, days: number): string => dateOf(dayNumber(date) + days);
export const weekdayOf = (date: string): number => (dayNumber(date) + 3) % 7;
export const localDay = (ms: number, zone: string): string => text(ms + offset(ms, zone)).slice(0, 10);
export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
export const dom = (date: string): number => Number(date.slice(8));

/** A period in which the zone and the hour did not change. */
export interface Era {
  readonly since: number;
  readonly until: number;
  readonly zone: string;
  readonly reminder: string;
}
