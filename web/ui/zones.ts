import { folded } from '../../src/contracts/words/spelling.ts';

/** Some browsers list these zones only under an older name, but people search for the present one. */
const RENAMED: Readonly<Record<string, string>> = {
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Europe/Kiev': 'Europe/Kyiv',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'America/Godthab': 'America/Nuuk',
  'Africa/Asmera': 'Africa/Asmara',
  'Pacific/Truk': 'Pacific/Chuuk',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
};
const present = (zone: string): string => RENAMED[zone] ?? zone;

/** An offset and its common name: 'CET', '+01:00'. If no short name is in use, the name is made from the offset: 'GMT+5:45'. */
export interface ZoneTime {
  abbreviation: string;
  offset: string;
}

export interface Zone {
  /** The IANA name: 'Asia/Kathmandu'. */
  id: string;
  /** The offset at the instant `at`: '(UTC+05:45)'. */
  offset: string;
  /** The long name: 'Nepal Time'. */
  name: string;
  /** '(UTC+05:45) Nepal Time'. */
  label: string;
  standard: ZoneTime;
  /** Null if the zone has no daylight saving time. */
  daylight: ZoneTime | null;
}

/** The English locale in which the zone's short names are in use: 'CET' in Britain, while the United States say 'GMT+1'. */
const ENGLISH: Readonly<Record<string, string>> = {
  Africa: 'en-ZA',
  Asia: 'en-IN',
  Atlantic: 'en-GB',
  Australia: 'en-AU',
  Europe: 'en-GB',
};

type Style = 'longOffset' | 'longGeneric' | 'short';
const namer = (zone: string, style: Style, locale = 'en-US'): ((at: Date) => string) => {
  const format = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: style });
  return (at) => format.formatToParts(at).find((one) => one.type === 'timeZoneName')?.value ?? '';
};

export function describeZone(id: string, at: Date): Zone {
  const longOffset = namer(id, 'longOffset');
  const short = namer(id, 'short', ENGLISH[id.split('/')[0] as string]);
  const timeAt = (instant: Date): ZoneTime => ({
    abbreviation: short(instant),
    offset: longOffset(instant).replace('GMT', '') || '+00:00',
  });
  const year = at.getUTCFullYear();
  const [first, second] = [timeAt(new Date(Date.UTC(year, 0, 1))), timeAt(new Date(Date.UTC(year, 6, 1)))];
  const isFirst = minutesOf(first.offset) <= minutesOf(second.offset);
  const offset = `(UTC${timeAt(at).offset})`;
  const name = namer(id, 'longGeneric')(at);
  return {
    id,
    offset,
    name,
    label: `${offset} ${name}`,
    standard: isFirst ? first : second,
    daylight: first.offset === second.offset ? null : isFirst ? second : first,
  };
}

/** Minutes east of UTC, from '+05:45'. */
function minutesOf(offset: string): number {
  const found = /([+-])(\d\d):(\d\d)/.exec(offset);
  return found ? (found[1] === '-' ? -1 : 1) * (Number(found[2]) * 60 + Number(found[3])) : 0;
}

/** For example 'CET, CEST'. Empty if none is in use. */
export const abbreviationsOf = ({ standard, daylight }: Zone): string =>
  [standard, ...(daylight ? [daylight] : [])]
    .map(({ abbreviation }) => abbreviation)
    .filter((short) => /^[A-Z]+$/.test(short))
    .join(', ');

/** '' if the browser has no named time zone. */
export function browserZone(): string {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone ?? '';
  return /^[A-Za-z]/.test(zone) ? present(zone) : '';
}

/** Ordered by offset and then by name. This takes tens of milliseconds, so callers should keep the result. */
export function allZones(at: Date): Zone[] {
  const ids = new Set(['UTC', browserZone(), ...Intl.supportedValuesOf('timeZone').map(present)].filter(Boolean));
  return [...ids].map((id) => describeZone(id, at)).sort((a, b) => minutesOf(a.offset) - minutesOf(b.offset) || (a.id < b.id ? -1 : 1));
}

const plainText = (text: string): string => folded(text).replaceAll('_', ' ').replaceAll('/', ' ');

/** Each typed word must occur in the name, long name, short names or offset. */
export function findZones(zones: readonly Zone[], typed: string): Zone[] {
  const words = plainText(typed).split(/\s+/).filter(Boolean);
  return zones.filter((zone) => {
    const text = `${plainText(zone.id)} ${zone.label.toLowerCase()} ${abbreviationsOf(zone).toLowerCase()}`;
    return words.every((word) => text.includes(word));
  });
}

/** Null unless the typed text is the complete name of a zone. */
export function exactZone(typed: string): string | null {
  const wanted = typed.trim().toLowerCase();
  if (!wanted.includes('/') && wanted !== 'utc') return null;
  return ['UTC', ...Intl.supportedValuesOf('timeZone').map(present)].find((id) => id.toLowerCase() === wanted) ?? null;
}
