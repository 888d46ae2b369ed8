import { addDays, mondayLater } from '../../src/contracts/words/phrases/days.ts';

// Arithmetic on local dates (`YYYY-MM-DD`). No time zone is needed, since only whole days are counted.

const DAY = 86_400_000;
const stamp = (date: string): number => Date.parse(`${date}T00:00:00Z`);

/** The number of days from `from` to `to`. It is negative when `to` is earlier. */
export const daysBetween = (from: string, to: string): number => Math.round((stamp(to) - stamp(from)) / DAY);
export const earlier = (a: string, b: string): string => (a.localeCompare(b) < 0 ? a : b);
export const mondayOf = (date: string): string => mondayLater(date, 0);

/** The ISO 8601 week number. Week 1 is the week with the first Thursday of the year. */
export function isoWeek(date: string): number {
  const thursday = addDays(mondayOf(date), 3);
  return Math.floor(daysBetween(`${thursday.slice(0, 4)}-01-01`, thursday) / 7) + 1;
}

// Instants as local times in the owner's time zone. The time zone of the browser is never used.

export interface LocalTime {
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** `HH:MM` */
  readonly time: string;
  /** Minutes since local midnight as a clock shows them, without regard to changes of daylight saving time. */
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

/** The local date and time of an instant. `at` is an RFC 3339 instant, or milliseconds since the epoch. */
export function localTime(at: string | number, zone: string): LocalTime {
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

/** The offset of a time zone at an instant, as 'UTC+01:00'. */
export function offsetOf(at: string | number, zone: string): string {
  const ms = Math.floor(new Date(at).getTime() / 1_000) * 1_000;
  const local = localTime(ms, zone);
  const minutes = Math.round((Date.parse(`${local.date}T${local.time}:00Z`) - Math.floor(ms / 60_000) * 60_000) / 60_000);
  const size = Math.abs(minutes);
  const pad = (value: number) => String(value).padStart(2, '0');
  return `UTC${minutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
}
