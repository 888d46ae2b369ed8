import { addDays, mondayOf } from '../lib/calendar.ts';
import { localTime } from '../lib/zone.ts';
import { parseDate, parseTime } from '../ui/date-text.ts';

/** ParseContext and when a text is read. `now` in milliseconds since the epoch. */
export interface TextContext {
  readonly today: string;
  readonly now: number;
  readonly zone: string;
}

export interface Found<T> {
  /** The number of characters that it takes up. */
  readonly length: number;
  readonly value: T;
}

/** The end of a word: the end of the text, a space, or a punctuation mark with a space after it. */
export const END = String.raw`(?=$|\s|[,;.!?)](?:\s|$))`;
export const DAY = 'monday|tuesday|wednesday|thursday|friday|saturday|sunday';
export const DAY_SHORT = 'mon|tues|tue|wed|thurs|thur|thu|fri|sat|sun';
export const MONTH =
  'january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec';
const FIGURE = String.raw`\d{1,2}(?:st|nd|rd|th)?`;

/** Matches a calendar date: '24 dec', 'dec 24', '24th of december 2027', '2026-12-24', '24.12.'. */
export const WRITTEN = String.raw`(?:${FIGURE}(?: of)? (?:${MONTH})(?:,? \d{4})?|(?:${MONTH}) ${FIGURE}(?:,? \d{4})?|\d{4}-\d\d-\d\d|\d{1,2}\.\d{1,2}\.(?:\d{4})?)`;

const make = (source: string): RegExp => new RegExp(`^(?:${source})${END}`, 'i');
const NAMED = make(`(?:(?:on|by|due|this|next) )*(?:today|tomorrow|tmrw|tmr|${DAY}|tues|tue|thurs|thur|thu|fri|mon|wed)`);
/** 'sat' and 'sun' are also ordinary words, so they only count as days after a word such as 'on'. */
const SHORT = make(`(?:on|by|due|this|next) (?:sat|sun)`);
const DATED = make(`(?:(?:on|by|due) )?${WRITTEN}`);
const AHEAD = make(String.raw`in (?:\d{1,3}|an?|one|two|three) (?:days?|weeks?|months?)`);
const WEEK = make('next week');
const SOON = make(String.raw`in (?:\d{1,4}|an?|half an) (?:hours?|hrs?|h|minutes?|mins?|min)`);
const CLOCK = make(
  String.raw`(?:at )?(?:(?:[01]?\d|2[0-3]):[0-5]\d(?: ?[ap]m)?|(?:1[0-2]|0?[1-9])(?:[.:][0-5]\d)? ?[ap]m|noon|midday|midnight)`,
);

const NUMBERS: Readonly<Record<string, string>> = { a: '1', an: '1', one: '1', two: '2', three: '3' };
const cleaned = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ');

/** Parses a calendar date. Null when it is none, or in the past. */
export function writtenDate(text: string, today: string): string | null {
  const date = parseDate(cleaned(text).replace(' of ', ' '), today);
  return date !== null && date >= today ? date : null;
}

function dateOf(text: string, today: string): string | null {
  const cleanedText = cleaned(text);
  if (cleanedText === 'next week') return addDays(mondayOf(today), 7);
  const bare = cleanedText.replace(/^(?:(?:on|by|due|this|next) )+/, '').replace(/^tm(?:r|rw)$/, 'tomorrow');
  return writtenDate(
    bare.replace(/^in (an?|one|two|three) /, (_, word: string) => `in ${NUMBERS[word]} `),
    today,
  );
}

export function findDate(rest: string, { today }: TextContext): Found<string> | null {
  const found = [NAMED, SHORT, DATED, AHEAD, WEEK].map((pattern) => pattern.exec(rest)?.[0]).find((text) => text !== undefined);
  const value = found === undefined ? null : dateOf(found, today);
  return found === undefined || value === null ? null : { length: found.length, value };
}

export function findTime(rest: string): Found<string> | null {
  const found = CLOCK.exec(rest)?.[0];
  if (found === undefined) return null;
  const cleanedText = cleaned(found).replace(/^at /, '').replace('midday', 'noon');
  const value = parseTime(cleanedText.replace('.', ':'));
  return value === null ? null : { length: found.length, value };
}

/** Reads a span such as 'in 2 hours' at the start of the text, as a date and a time in the owner's time zone. */
export function findSoon(rest: string, { now, zone }: TextContext): Found<{ date: string; time: string }> | null {
  const found = SOON.exec(rest)?.[0];
  if (found === undefined) return null;
  const [, amount = '', unit = ''] = /^in (half an|\S+) (\S+)$/.exec(cleaned(found)) ?? [];
  const count = amount === 'half an' ? 0.5 : Number(NUMBERS[amount] ?? amount);
  const minutes = Math.round(count * (unit.startsWith('h') ? 60 : 1));
  if (!Number.isFinite(now) || minutes < 1 || minutes > 20_000) return null;
  const { date, time } = localTime(now + minutes * 60_000, zone);
  return { length: found.length, value: { date, time } };
}
