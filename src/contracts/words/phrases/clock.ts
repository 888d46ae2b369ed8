import { grammar, oneWord, type WordReader } from './pattern.ts';

/** Clock times as `HH:MM`. */
function clockOf(hour: number, minute: number): string | null {
  const isTime = hour >= 0 && hour <= 23 && minute >= 0 && minute <= 59;
  return isTime ? `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}` : null;
}

type Half = 'am' | 'pm';

/** An hour from 1 to 12 in the first or the second half of the day. */
function inHalf(hour: number, minute: number, half: Half): string | null {
  return hour >= 1 && hour <= 12 ? clockOf((hour % 12) + (half === 'pm' ? 12 : 0), minute) : null;
}

interface HourAndMinute {
  readonly hour: number;
  readonly minute: number;
}
const hourIn = (word: string): HourAndMinute | null => {
  const found = /^(\d{1,2})(?:[:.]([0-5]\d))?$/.exec(word);
  return found ? { hour: Number(found[1]), minute: Number(found[2] ?? 0) } : null;
};

/**
 * Reads a single word that is almost certainly a time: '17:00', '09:30', '5pm', '5.30pm', '17h'. A bare number is not a
 * time, and neither is '5:30', which may be morning or evening. '8h' is a duration.
 */
function clockIn(word: string): string | null {
  const half = /^(\d{1,2})(?:[:.]([0-5]\d))?(am|pm)$/.exec(word);
  if (half) return inHalf(Number(half[1]), Number(half[2] ?? 0), half[3] === 'pm' ? 'pm' : 'am');
  const french = /^(1[3-9]|2[0-3])h([0-5]\d)?$/.exec(word);
  if (french) return clockOf(Number(french[1]), Number(french[2] ?? 0));
  const full = /^(\d{1,2}):([0-5]\d)h?$/.exec(word);
  if (full) return /^[1-5]:/.test(word) ? null : clockOf(Number(full[1]), Number(full[2]));
  return word === 'noon' || word === 'midday' ? '12:00' : null;
}

const ZONES = 'utc|gmt|est|edt|cst|cdt|mst|mdt|pst|pdt|et|pt|cet|cest|bst|ist|jst|z';
const CLASSES = {
  clock: oneWord(clockIn),
  hour: oneWord(hourIn),
  half: oneWord((word): Half | null => (word === 'am' || word === 'pm' ? word : null)),
  late: oneWord((word) => (/^(?:1[3-9]|2[0-3])$/.test(word) ? Number(word) : null)),
};
/** Represents a time in another zone than the owner's. */
const FOREIGN = '';

const read = grammar<typeof CLASSES, unknown, string>(CLASSES, [
  ['{clock}', ({ clock }) => clock],
  ['12 noon|midday', () => '12:00'],
  ['{hour} {half}', ({ hour, half }) => inHalf(hour.hour, hour.minute, half)],
  ['half past {hour} {half}', ({ hour, half }) => inHalf(hour.hour, 30, half)],
  ['quarter past {hour} {half}', ({ hour, half }) => inHalf(hour.hour, 15, half)],
  ["{late} o'clock|o’clock|hrs|uhr", ({ late }) => clockOf(late, 0)],
  [`{clock} ${ZONES}`, () => FOREIGN],
  [`{hour} {half} ${ZONES}`, () => FOREIGN],
]);

/** A clock time, which may consist of several words: '5 p.m.', 'half past 5 pm'. */
export const clock: WordReader<string> = (tokens, at) => {
  const found = read(tokens, at, null);
  return found?.value === FOREIGN ? null : found;
};

/** Recognises a time in another time zone, which must not be taken for the owner's time. */
export const foreignClock: WordReader<true> = (tokens, at) => {
  const found = read(tokens, at, null);
  return found?.value === FOREIGN ? { value: true, next: found.next } : null;
};

export type PartOfDay = 'morning' | 'afternoon' | 'evening';
const PARTS: ReadonlyMap<string, PartOfDay> = new Map([
  ['morning', 'morning'],
  ['afternoon', 'afternoon'],
  ['evening', 'evening'],
  ['night', 'evening'],
]);
export const partOfDay = oneWord((word) => PARTS.get(word));

/**
 * The end of each part of the day. A due time is the last moment that is in time, so 'in the morning' means the end of
 * the morning. The evening ends with the day.
 */
export const END_OF_PART: Readonly<Record<PartOfDay, string | null>> = { morning: '12:00', afternoon: '18:00', evening: null };

/**
 * An hour that is clear only together with a part of the day: 'at 8' may be morning or evening, '8 in the evening' is
 * clear.
 */
export const looseHour: WordReader<HourAndMinute> = (tokens, at) => {
  const value = hourIn(tokens[at]?.text ?? '');
  return value && value.hour >= 1 && value.hour <= 12 ? { value, next: at + 1 } : null;
};

const LATEST_MORNING = 11;
const EARLIEST_EVENING = 4;

export function hourInPart({ hour, minute }: HourAndMinute, part: PartOfDay): string | null {
  if (part === 'morning') return hour <= LATEST_MORNING ? clockOf(hour, minute) : null;
  if (part === 'afternoon') return hour === 12 || hour <= 6 ? inHalf(hour, minute, 'pm') : null;
  return hour >= EARLIEST_EVENING && hour < 12 ? inHalf(hour, minute, 'pm') : null;
}

/** Reads a time from a field for times, which also accepts '17', '5:30', '17.30', '1730' and '5p'. */
export function timeOnly(typed: string): string | null {
  const word = typed.trim().toLowerCase();
  if (word === 'midnight') return '00:00';
  const [, hour = '', minute = '0', half] = /^(\d{1,2})(?:[:.h ]?([0-5]\d))?\s*([ap])?m?$/.exec(word) ?? [];
  if (hour === '' || (half === undefined && word.endsWith('m'))) return null;
  return half ? inHalf(Number(hour), Number(minute), half === 'p' ? 'pm' : 'am') : clockOf(Number(hour), Number(minute));
}
