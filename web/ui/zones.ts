/** Present names of time zones that browsers still list under an older name. People search for the present name. */
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

export interface Zone {
  /** The IANA name: 'Asia/Kathmandu'. */
  id: string;
  /** The offset at the instant `at`: '(UTC+05:45)'. */
  offset: string;
  /** The long name: 'Nepal Time'. */
  name: string;
}

const part = (zone: string, style: 'longOffset' | 'longGeneric', at: Date): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: style }).formatToParts(at).find((one) => one.type === 'timeZoneName')
    ?.value ?? '';

export function describeZone(id: string, at: Date): Zone {
  const offset = part(id, 'longOffset', at).replace('GMT', '');
  return { id, offset: `(UTC${offset === '' ? '+00:00' : offset})`, name: part(id, 'longGeneric', at) };
}

/** The named time zone of the browser, or '' when it has none. */
export function browserZone(): string {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone ?? '';
  return /^[A-Za-z]/.test(zone) ? present(zone) : '';
}

/** All named time zones, ordered by offset and then by name. This takes some tens of milliseconds, so callers keep the result. */
export function allZones(at: Date): Zone[] {
  const ids = new Set(['UTC', browserZone(), ...Intl.supportedValuesOf('timeZone').map(present)].filter(Boolean));
  const minutes = ({ offset }: Zone) => {
    const found = /([+-])(\d\d):(\d\d)/.exec(offset);
    return found ? (found[1] === '-' ? -1 : 1) * (Number(found[2]) * 60 + Number(found[3])) : 0;
  };
  return [...ids].map((id) => describeZone(id, at)).sort((a, b) => minutes(a) - minutes(b) || (a.id < b.id ? -1 : 1));
}

const plainText = (text: string): string => text.toLowerCase().replaceAll('_', ' ').replaceAll('/', ' ');

/** The time zones that contain every typed word in their name, long name or offset. */
export function findZones(zones: readonly Zone[], typed: string): Zone[] {
  const words = plainText(typed).split(/\s+/).filter(Boolean);
  return zones.filter((zone) => {
    const text = `${plainText(zone.id)} ${zone.name.toLowerCase()} ${zone.offset.toLowerCase()}`;
    return words.every((word) => text.includes(word));
  });
}

/** The name of the time zone whose complete name was typed, or null. */
export function exactZone(typed: string): string | null {
  const wanted = typed.trim().toLowerCase();
  if (!wanted.includes('/') && wanted !== 'utc') return null;
  return ['UTC', ...Intl.supportedValuesOf('timeZone').map(present)].find((id) => id.toLowerCase() === wanted) ?? null;
}
