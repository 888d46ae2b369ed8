import { oneWord, type WordReader } from './pattern.ts';

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const SHORT_DAYS: ReadonlyMap<string, number> = new Map([
  ['mon', 1],
  ['tue', 2],
  ['tues', 2],
  ['wed', 3],
  ['weds', 3],
  ['thu', 4],
  ['thur', 4],
  ['thurs', 4],
  ['fri', 5],
  ['sat', 6],
  ['sun', 7],
]);
const MONTHS = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'];
const COUNTS = 'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen'.split(' ');
const NTHS = ['first', 'second', 'third', 'fourth', 'fifth'];

/** From 1 (Monday) to 7 (Sunday). */
export function weekdayIn(word: string): number | null {
  return SHORT_DAYS.get(word) ?? (WEEKDAYS.indexOf(word) + 1 || null);
}
/** 'Sat' and 'sun' are also ordinary words. */
export const isOrdinaryWord = (word: string): boolean => word === 'sat' || word === 'sun';

/** From 1 (January) to 12. */
export function monthIn(word: string): number | null {
  const found = MONTHS.findIndex((name) => name === word || name.slice(0, 3) === word) + 1;
  return found || (word === 'sept' ? 9 : null);
}

export function countIn(word: string): number | null {
  if (/^\d{1,3}$/.test(word)) return Number(word) || null;
  if (word === 'a' || word === 'an') return 1;
  return word === 'twenty' ? 20 : word === 'thirty' ? 30 : COUNTS.indexOf(word) > 0 ? COUNTS.indexOf(word) : null;
}

/** A day of a month in digits: '5', '5th', '05'. */
function figureIn(word: string): number | null {
  const day = Number(/^(\d{1,2})(?:st|nd|rd|th)?$/.exec(word)?.[1] ?? 0);
  return day >= 1 && day <= 31 ? day : null;
}
/** A day with its ending, such as '5th'. It cannot be a mere number. */
export const ordinalIn = (word: string): number | null => (/^\d{1,2}(?:st|nd|rd|th)$/.test(word) ? figureIn(word) : null);

/** 1 to 5, or -1 for 'last'. */
export function nthIn(word: string): number | null {
  if (word === 'last') return -1;
  const figure = ordinalIn(word);
  return figure === null ? NTHS.indexOf(word) + 1 || null : figure <= 5 ? figure : null;
}

export interface Span {
  readonly days: number;
  readonly months: number;
}
const SPANS: readonly (readonly [words: RegExp, days: number, months: number])[] = [
  [/^(?:d|days?)$/, 1, 0],
  [/^(?:w|wks?|weeks?)$/, 7, 0],
  [/^fortnights?$/, 14, 0],
  [/^(?:mo|months?)$/, 0, 1],
  [/^quarters?$/, 0, 3],
  [/^(?:y|yrs?|years?)$/, 0, 12],
];

function spanIn(word: string): Span | null {
  const found = SPANS.find(([words]) => words.test(word));
  return found ? { days: found[1], months: found[2] } : null;
}
const times = ({ days, months }: Span, count: number): Span => ({ days: days * count, months: months * count });

/** A number of days, weeks, months or years: '5 days', 'two weeks', 'a couple of months', '3d'. */
export const span: WordReader<Span> = (tokens, at) => {
  const together = /^(\d{1,3})([a-z]+)$/.exec(tokens[at]?.text ?? '');
  const [attached, many] = [together && spanIn(together[2] ?? ''), Number(together?.[1])];
  if (attached && many > 0) return { value: times(attached, many), next: at + 1 };
  const couple = ['a', 'couple', 'of'].every((word, index) => tokens[at + index]?.text === word);
  const count = couple ? 2 : countIn(tokens[at]?.text ?? '');
  const unit = tokens[at + (couple ? 3 : 1)]?.text ?? '';
  const one = unit.length > 2 ? spanIn(unit) : null;
  return one && count ? { value: times(one, count), next: at + (couple ? 4 : 2) } : null;
};

const MINUTES: readonly (readonly [words: RegExp, minutes: number])[] = [
  [/^(?:h|hrs?|hours?)$/, 60],
  [/^(?:m|mins?|minutes?)$/, 1],
];
const minutesIn = (unit: string): number | null => MINUTES.find(([words]) => words.test(unit))?.[1] ?? null;

/** One length of time in minutes: '2 hours', '2h', '1.5 h', '90 min', '2h30', 'half an hour', 'an hour'. */
const oneLength: WordReader<number> = (tokens, at) => {
  const word = tokens[at]?.text ?? '';
  if (word === 'half' && /^an?$/.test(tokens[at + 1]?.text ?? '') && tokens[at + 2]?.text === 'hour') return { value: 30, next: at + 3 };
  const joined = /^(\d{1,2})h(\d{1,2})(?:m|min)?$/.exec(word);
  if (joined) return { value: Number(joined[1]) * 60 + Number(joined[2]), next: at + 1 };
  const [, number = '', attached = ''] = /^(\d{1,4}(?:[.,]\d{1,2})?)([a-z]*)$/.exec(word) ?? [];
  const count = number === '' ? countIn(word) : Number(number.replace(',', '.'));
  const unit = minutesIn(attached === '' ? (tokens[at + 1]?.text ?? '') : attached);
  return count === null || unit === null ? null : { value: Math.round(count * unit), next: at + (attached === '' ? 2 : 1) };
};

/** A length of time in minutes: '2 hours', '1 h 30 min', '1 hour and 30 minutes', 'an hour and a half'. */
export const length: WordReader<number> = (tokens, at) => {
  const first = oneLength(tokens, at);
  if (!first) return null;
  const rest = first.next + (tokens[first.next]?.text === 'and' ? 1 : 0);
  if (rest > first.next && tokens[rest]?.text === 'a' && tokens[rest + 1]?.text === 'half')
    return { value: first.value + 30, next: rest + 2 };
  const isHours = first.value >= 60;
  const second = isHours ? oneLength(tokens, rest) : null;
  if (second && second.value < 60) return { value: first.value + second.value, next: second.next };
  const bare = isHours && rest === first.next ? /^[0-5]\d$/.exec(tokens[rest]?.text ?? '') : null;
  return bare && /^h/.test(tokens[first.next - 1]?.text ?? '') ? { value: first.value + Number(bare[0]), next: rest + 1 } : first;
};

export const weekday = oneWord(weekdayIn);
export const month = oneWord(monthIn);
export const count = oneWord(countIn);
export const figure = oneWord(figureIn);
export const ordinal = oneWord(ordinalIn);
export const nth = oneWord(nthIn);
export const year = oneWord((word) => (/^(?:19|20|21)\d\d$/.test(word) ? Number(word) : null));
