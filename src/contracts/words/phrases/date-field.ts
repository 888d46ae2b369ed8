import { clock, timeOnly } from './clock.ts';
import { type DateContext, dottedIn, readDay } from './dates.ts';
import { addDays, comingDate, monthsLater, realDate, weekdayOf } from './days.ts';
import { span, weekday } from './lexicon.ts';
import { grammar, type Reader, type Token, tokensOf } from './pattern.ts';

const day: Reader<string, DateContext> = (tokens, at, context) => {
  const found = readDay(tokens, at, context);
  return found && found.value.date !== null ? { value: found.value.date, next: found.next } : null;
};
const dotted = (tokens: readonly Token[], at: number) => {
  const value = dottedIn(tokens[at]?.text ?? '');
  return value && { value, next: at + 1 };
};
const CLASSES = { day, dotted, span, weekday };

/** A field for dates contains nothing but a date. So it accepts more words than the quick add, and also past days. */
const field = grammar<typeof CLASSES, DateContext, string>(CLASSES, [
  ['on|by|due? {day}', ({ day: date }) => date],
  ['eod|end? of? day? {day}', ({ day: date }) => date],
  ['tom', (_, { today }) => addDays(today, 1)],
  ['yesterday', (_, { today }) => addDays(today, -1)],
  ['last {weekday}', ({ weekday: name }, { today }) => addDays(today, -((weekdayOf(today) - name + 7) % 7 || 7))],
  ['{span}', ({ span: far }, { today }) => (far.months > 0 ? monthsLater(today, far.months) : addDays(today, far.days))],
  ['{span} ago', ({ span: far }, { today }) => (far.months > 0 ? monthsLater(today, -far.months) : addDays(today, -far.days))],
  ['{dotted}', ({ dotted: date }, { today }) => comingDate(today, date.month, date.day)],
]);

/**
 * Accepts the words of the quick add: 'fri', 'in five days', 'next month', 'eod', '20 nov', '20.11.', '2026-11-20'. Null if the
 * whole text is not a date.
 */
export function dateOnly(typed: string, today: string): string | null {
  const tokens = tokensOf(typed);
  if (tokens.at(-1)?.text === '.') tokens.pop();
  const found = field(tokens, 0, { today });
  if (found === null || found.next < tokens.length) return null;
  const [year = 0, month = 0, date = 0] = found.value.split('-').map(Number);
  return realDate(year, month, date);
}

/** For example '17', '5pm', '5:30 p.m.', '17.30', '1730', 'noon'. Null if it is not a time. */
export function timeInField(typed: string): string | null {
  const tokens = tokensOf(typed);
  const from = tokens[0]?.text === 'at' ? 1 : 0;
  const found = clock(tokens, from);
  return found && found.next === tokens.length ? found.value : timeOnly(typed.trim().replace(/^at\s+/i, ''));
}
