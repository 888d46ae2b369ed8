import { type DateContext, written } from './dates.ts';
import { addDays, comingDate, comingDay, comingWeekday, lastOfMonth, monthLater, nthWeekday, weekdayOf } from './days.ts';
import { count, figure, month, monthIn, nth, ordinalIn, weekday, weekdayIn } from './lexicon.ts';
import { EVERY, manyWeekdays, ofTime, type Pace, pace, stepOfWeekday, WEEKEND, WORKDAYS, weekdays } from './paces.ts';
import { grammar, oneWord, type WordReader } from './pattern.ts';

/** The day of the month on which a repetition falls. */
export type RepeatDay =
  | { readonly kind: 'day'; readonly day: number }
  | { readonly kind: 'days'; readonly days: readonly number[] }
  | { readonly kind: 'last' }
  | { readonly kind: 'nth'; readonly nth: number; readonly weekday: number };

export interface Repeat {
  readonly unit: Pace['unit'];
  readonly every?: number;
  readonly weekdays?: readonly number[];
  readonly on?: RepeatDay;
  readonly month?: number;
}

export interface RepeatMeaning {
  /** Null: the words describe a repetition that Vouch does not support ('every 8 hours', 'every first and third monday'). */
  readonly repeat: Repeat | null;
  /** The first date, if the words name one. Otherwise the repetition begins with the first day that fits its rule. */
  readonly first: string | null;
  readonly last?: true;
}

/** Days of a month: '1st', '1st and 15th', '1st, 10th & 20th'. */
const monthDays: WordReader<readonly number[]> = (tokens, at) => {
  const days: number[] = [];
  let end = at;
  for (let next = at; ; ) {
    const day = ordinalIn(tokens[next]?.text ?? '');
    if (day === null) break;
    days.push(day);
    end = next + 1;
    next = end;
    while (['and', '&', ',', 'the'].includes(tokens[next]?.text ?? '')) next += 1;
  }
  return end === at ? null : { value: [...new Set(days)].sort((a, b) => a - b), next: end };
};

const dayNumber = (day: number): RepeatDay => ({ kind: 'day', day });
const onDays = (days: readonly number[]): RepeatDay =>
  days.length === 1 && days[0] !== undefined ? dayNumber(days[0]) : { kind: 'days', days };

const MONTH_CLASSES = { monthDays, nth, weekday, figure };
/** The day of the month in the words of a repetition: '1st and 15th', 'last day', 'second tuesday'. */
const monthDay = grammar<typeof MONTH_CLASSES, unknown, RepeatDay>(MONTH_CLASSES, [
  ['{monthDays}', ({ monthDays: days }) => onDays(days)],
  ['day {figure}', ({ figure: day }) => dayNumber(day)],
  ['{nth} day', ({ nth: day }) => (day === -1 ? { kind: 'last' } : dayNumber(day))],
  ['{nth} {weekday}', ({ nth: which, weekday: day }) => ({ kind: 'nth', nth: which, weekday: day })],
]);

const CLASSES = {
  pace,
  monthDay,
  weekdays,
  manyWeekdays,
  monthDays,
  nth,
  weekday,
  month,
  figure,
  count,
  step: stepOfWeekday,
  written,
  ofTime: oneWord((word) => (ofTime(word) || weekdayIn(word) !== null || monthIn(word) !== null ? true : null)),
};

const UNKNOWN: RepeatMeaning = { repeat: null, first: null };
const plain = (repeat: Repeat, last?: true): RepeatMeaning => ({ repeat, first: null, ...(last ? { last } : {}) });

/** The next of these weekdays. Today counts. A rule such as 'every other friday' begins with it. */
function weekly(every: number, days: readonly number[], today: string): RepeatMeaning {
  const ahead = days.map((day) => comingWeekday(addDays(today, -1), day)).sort()[0];
  const first = ahead !== undefined && days.includes(weekdayOf(today)) ? null : (ahead ?? null);
  return { repeat: { unit: 'week', every, weekdays: days }, first };
}

/** The next date on such a day of a month. Today counts. */
function nextOn(on: RepeatDay, today: string): string | null {
  const ahead = [0, 1, 2, 3].flatMap((months) => {
    const month = monthLater(today, months);
    if (on.kind === 'last') return [lastOfMonth(month)];
    if (on.kind === 'nth') return [nthWeekday(month, on.nth, on.weekday)];
    return (on.kind === 'day' ? [on.day] : on.days).map((day) => comingDay(month, day));
  });
  return ahead.filter((date) => date !== null && date >= today).sort()[0] ?? null;
}

/** 'Every third month' begins with the first month in which the day is not past. */
const monthly = (every: number, on: RepeatDay, today: string): RepeatMeaning => ({
  repeat: { unit: 'month', every, on },
  first: every === 1 ? null : nextOn(on, today),
});

function yearly(every: number, name: number, day: number, today: string): RepeatMeaning {
  const first = comingDate(today, name, day);
  return first === null ? UNKNOWN : { repeat: { unit: 'year', every, month: name, on: { kind: 'day', day } }, first };
}

const ofPace = ({ unit, every, weekdays: days, last }: Pace, today: string): RepeatMeaning =>
  days ? weekly(every, days, today) : plain({ unit, every }, last);
const inUnit = (of: Pace, unit: Pace['unit'], meaning: (every: number) => RepeatMeaning): RepeatMeaning | null =>
  of.unit === unit && of.weekdays === undefined ? meaning(of.every) : null;

/** The days of a repetition without the excluded ones: 'every day except sunday'. */
function without(of: Pace, days: readonly number[], today: string): RepeatMeaning | null {
  const all = of.unit === 'day' && of.every === 1 ? [1, 2, 3, 4, 5, 6, 7] : of.weekdays;
  const left = all?.filter((day) => !days.includes(day)) ?? [];
  return left.length > 0 ? weekly(1, left, today) : null;
}

const MONTH = 'of|in the|every|each? month';

/**
 * Reads a repetition. The words for its beginning and end are read separately, because they may stand elsewhere in the
 * line.
 */
export const readRepeat = grammar<typeof CLASSES, DateContext, RepeatMeaning>(CLASSES, [
  ['{pace}', ({ pace: of }, { today }) => ofPace(of, today)],

  [`${EVERY} {weekdays}`, ({ weekdays: days }, { today }) => weekly(1, days, today)],
  [`${EVERY} {step} {weekdays}`, ({ step, weekdays: days }, { today }) => weekly(step, days, today)],
  ['{pace} on? {weekdays}', ({ pace: of, weekdays: days }, { today }) => inUnit(of, 'week', (every) => weekly(every, days, today))],
  ['{pace} except|but on? {weekdays}', ({ pace: of, weekdays: days }, { today }) => without(of, days, today)],
  ['on {manyWeekdays}', ({ manyWeekdays: days }, { today }) => weekly(1, days, today)],
  ['on weekdays|workdays', (_, { today }) => weekly(1, WORKDAYS, today)],
  ['on weekends', (_, { today }) => weekly(1, WEEKEND, today)],

  ['{pace} on? the? {monthDay}', ({ pace: of, monthDay: on }, { today }) => inUnit(of, 'month', (every) => monthly(every, on, today))],
  [
    '{pace} on the? {figure}',
    ({ pace: of, figure: day }, { today }) => inUnit(of, 'month', (every) => monthly(every, dayNumber(day), today)),
  ],
  [`${EVERY} {monthDay} ${MONTH}`, ({ monthDay: on }, { today }) => monthly(1, on, today)],
  ['on? the? {monthDay} of every|each month', ({ monthDay: on }, { today }) => monthly(1, on, today)],
  [`${EVERY} {monthDays}`, ({ monthDays: days }, { today }) => monthly(1, onDays(days), today)],
  [`${EVERY} last day`, (_, { today }) => monthly(1, { kind: 'last' }, today)],
  [`${EVERY} month end`, (_, { today }) => monthly(1, { kind: 'last' }, today)],
  ['at? the? end of every|each month', (_, { today }) => monthly(1, { kind: 'last' }, today)],
  // Without 'of the month', 'every second friday' may also mean every other Friday.
  [
    `${EVERY} {nth} {weekday}`,
    ({ nth: which, weekday: day }, { today }) => (which === 2 ? UNKNOWN : monthly(1, { kind: 'nth', nth: which, weekday: day }, today)),
  ],

  [`${EVERY} {written}`, ({ written: date }, { today }) => (date.year === null ? yearly(1, date.month, date.day, today) : UNKNOWN)],
  [
    '{pace} on? {written}',
    ({ pace: of, written: date }, { today }) =>
      date.year === null ? inUnit(of, 'year', (every) => yearly(every, date.month, date.day, today)) : null,
  ],
  [
    `${EVERY} {nth} {weekday} of|in {month}`,
    ({ nth: which, weekday: day, month: name }) => plain({ unit: 'year', month: name, on: { kind: 'nth', nth: which, weekday: day } }),
  ],

  // Words about a repetition that no rule above reads.
  [`${EVERY} {ofTime}`, () => UNKNOWN],
  ['{count} times a|per|each|every day|week|month|year', () => UNKNOWN],
  ['once|twice a|per|each|every month|year|week', () => UNKNOWN],
]);
