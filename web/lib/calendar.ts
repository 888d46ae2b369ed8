import { conventions } from '../../src/contracts/words/conventions.ts';
import { pastMoment } from '../../src/contracts/words/format.ts';
import { addDays, daysBetween, mondayLater, weekdayOf } from '../../src/contracts/words/phrases/days.ts';

// Arithmetic on local dates (`YYYY-MM-DD`). It counts whole days only, so it needs no time zone.

export const earlier = (a: string, b: string): string => (a.localeCompare(b) < 0 ? a : b);
export const mondayOf = (date: string): string => mondayLater(date, 0);

/** The first day of the week in which the date is, as the reader's calendar has it. Statistics begin their weeks on Monday (`mondayOf`). */
export const weekBegin = (date: string): string => addDays(date, -((weekdayOf(date) - conventions().firstDay + 7) % 7));
/** The seven days of a week from its first day on: 0 is Monday, as in `WEEKDAYS`. */
export const weekOrder = (): readonly number[] => Array.from({ length: 7 }, (_, index) => (conventions().firstDay - 1 + index) % 7);

/** Week 1 is the week with the first Thursday of the year (ISO 8601). */
export function isoWeek(date: string): number {
  const thursday = addDays(mondayOf(date), 3);
  return Math.floor(daysBetween(`${thursday.slice(0, 4)}-01-01`, thursday) / 7) + 1;
}

// Converts instants to the owner's time zone. The time zone of the browser is never used.

export interface LocalTime {
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** `HH:MM` */
  readonly time: string;
  /** Minutes since local midnight as a clock shows them, ignoring changes of daylight saving time. */
  readonly minutes: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formats.set(zone, made);
  return made;
}

// A list asks for the instants of all its tasks again whenever one of them changes, and `Intl` takes long.
const MOST_KEPT = 20_000;
const kept = new Map<string, LocalTime>();

/** `at` is an RFC 3339 instant, or milliseconds since the epoch. */
export function localTime(at: string | number, zone: string): LocalTime {
  if (typeof at === 'number') return converted(at, zone);
  const key = `${zone} ${at}`;
  const known = kept.get(key);
  if (known) return known;
  if (kept.size >= MOST_KEPT) kept.clear();
  const made = converted(at, zone);
  kept.set(key, made);
  return made;
}

function converted(at: string | number, zone: string): LocalTime {
  const part: Record<string, string> = {};
  for (const { type, value } of formatOf(zone).formatToParts(new Date(at))) part[type] = value;
  const hour = part.hour ?? '00';
  const minute = part.minute ?? '00';
  return {
    date: `${part.year}-${part.month}-${part.day}`,
    time: `${hour}:${minute}`,
    minutes: Number(hour) * 60 + Number(minute),
  };
}

const DAY_MS = 86_400_000;
/** The difference between local time and UTC at that instant, in milliseconds. */
const aheadOfUtc = (at: number, zone: string): number => {
  const { date, minutes } = localTime(at, zone);
  return Date.parse(`${date}T00:00:00Z`) + minutes * 60_000 - Math.floor(at / 60_000) * 60_000;
};

/**
 * The due instant of a local date and time as RFC 3339. A time of null is the last millisecond of the day. The server computes
 * it itself; where clocks change, its result may differ by the length of the change.
 */
export function dueInstant(date: string, time: string | null, zone: string): string {
  const asUtc = Date.parse(`${date}T${time ?? '00:00'}:00Z`) + (time === null ? DAY_MS : 0);
  const first = asUtc - aheadOfUtc(asUtc, zone);
  const at = asUtc - aheadOfUtc(first, zone);
  return new Date(time === null ? at - 1 : at).toISOString();
}

/** The instant at which a local date begins, with the limits of `dueInstant`. */
export const dayBegins = (date: string, zone: string): string =>
  new Date(Date.parse(dueInstant(addDays(date, -1), null, zone)) + 1).toISOString();

/** For example 'UTC+01:00'. */
export function offsetOf(at: string | number, zone: string): string {
  const ms = Math.floor(new Date(at).getTime() / 1_000) * 1_000;
  const local = localTime(ms, zone);
  const minutes = Math.round((Date.parse(`${local.date}T${local.time}:00Z`) - Math.floor(ms / 60_000) * 60_000) / 60_000);
  const size = Math.abs(minutes);
  const pad = (value: number) => String(value).padStart(2, '0');
  return `UTC${minutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
}

/** A past instant in the shortest clear form: '13:20', 'Wed 17:00', '9 Nov 10:24', '9 Nov 2025'. */
export const moment = (at: string, zone: string, today: string): string => pastMoment(localTime(at, zone), today);
