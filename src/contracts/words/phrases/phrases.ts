import { clock, END_OF_PART, foreignClock, hourInPart, looseHour, type PartOfDay, partOfDay } from './clock.ts';
import { type DateContext, type DateMeaning, readDay } from './dates.ts';
import { countIn, length, nth, type Span, span, weekday } from './lexicon.ts';
import { grammar, oneWord, type Reader } from './pattern.ts';
import { type Repeat, type RepeatMeaning, readRepeat } from './repeats.ts';

export interface PhraseContext extends DateContext {
  /** The owner's time now, `HH:MM`. */
  readonly time: string;
  /** The owner's date and time this many minutes from now. */
  readonly inMinutes: (minutes: number) => { readonly date: string; readonly time: string };
}

/** The meaning of a phrase. `last`: it counts only if no ordinary word follows the phrase. */
export type Meaning = (
  | { readonly kind: 'date'; readonly date: string; readonly time: string | null }
  | { readonly kind: 'time'; readonly time: string }
  | { readonly kind: 'repeat'; readonly repeat: Repeat; readonly first: string | null; readonly time: string | null }
  /** A repetition that Vouch does not support. */
  | { readonly kind: 'unknown repeat' }
  /** The end of a repetition. Without a repetition it is the due date. */
  | { readonly kind: 'until'; readonly date: string }
  | { readonly kind: 'limit'; readonly limit: { readonly times: number } | { readonly span: Span } }
  /** The start of a repetition. */
  | { readonly kind: 'from'; readonly date: string; readonly until: string | null }
  /** Words about a day that is unclear or cannot be a due date. A time beside them is not a time today. */
  | { readonly kind: 'no day' }
  /** Words that look like a time but are not one. */
  | { readonly kind: 'no time' }
) & { readonly last?: true };

/** The last date that Vouch supports. */
const LAST_DATE = '2100-12-31';
/** The most minutes that 'in 90 minutes' may name. */
const MOST_MINUTES = 20_000;
const NO_DAY: Meaning = { kind: 'no day' };
const NO_TIME: Meaning = { kind: 'no time' };

/** A word that means a day even without 'on' or a similar word before it. */
const sureDay: Reader<DateMeaning, DateContext> = (tokens, at, context) => {
  const found = readDay(tokens, at, context);
  return found?.value.weak ? null : found;
};

/** A word that means a day only because a time stands beside it: 'sat 10am'. */
const weakDay: Reader<DateMeaning, DateContext> = (tokens, at, context) => {
  const found = readDay(tokens, at, context);
  return found?.value.weak ? found : null;
};

const CLASSES = {
  day: sureDay,
  weakDay,
  anyDay: readDay,
  begin: readDay,
  repeat: readRepeat,
  clock,
  endClock: clock,
  foreignClock,
  part: partOfDay,
  hour: looseHour,
  length,
  span,
  nth,
  weekday,
  times: oneWord((word) => (/^[1-9]\d{0,3}$/.test(word) ? Number(word) : countIn(word))),
};

const isAhead = (date: string, today: string): boolean => date >= today && date <= LAST_DATE;
const ofLast = (day: DateMeaning): { readonly last?: true } => (day.last ? { last: true } : {});

function onDay(day: DateMeaning, { today }: PhraseContext, time: string | null = null): Meaning {
  return day.date !== null && isAhead(day.date, today) ? { kind: 'date', date: day.date, time, ...ofLast(day) } : NO_DAY;
}
function untilDay(day: DateMeaning, { today }: PhraseContext): Meaning {
  return day.date !== null && isAhead(day.date, today) ? { kind: 'until', date: day.date, ...ofLast(day) } : NO_DAY;
}
/** A part of today that is already over cannot be a due time. */
function partOfToday(part: PartOfDay, { today, time }: PhraseContext): Meaning {
  const end = END_OF_PART[part];
  return end !== null && end <= time ? NO_DAY : { kind: 'date', date: today, time: end };
}
function soon(minutes: number, { inMinutes }: PhraseContext): Meaning | null {
  return minutes < 1 || minutes > MOST_MINUTES ? null : { kind: 'date', ...inMinutes(minutes) };
}
const atTime = (time: string | null): Meaning | null => (time === null ? null : { kind: 'time', time });

function repeated({ repeat, first, last }: RepeatMeaning, time: string | null = null): Meaning {
  return repeat === null ? { kind: 'unknown repeat' } : { kind: 'repeat', repeat, first, time, ...(last && time === null ? { last } : {}) };
}

const tonight = (time: string | null, date: string): Meaning | null => (time === null ? null : { kind: 'date', date, time });
/** Null if the hour is not in that part of the day, as in 'night at 3'. Then the phrase has no meaning. */
const dayAtHour = (day: DateMeaning, time: string | null, context: PhraseContext): Meaning | null =>
  time === null ? null : onDay(day, context, time);
const repeatedAt = (of: RepeatMeaning, time: string | null): Meaning | null => (time === null ? null : repeated(of, time));
const DAILY: RepeatMeaning = { repeat: { unit: 'day', every: 1 }, first: null };

function fromDay(begin: DateMeaning, end: DateMeaning | null, { today }: PhraseContext): Meaning {
  const [from, until] = [begin.date, end?.date ?? null];
  if (from === null || !isAhead(from, today) || (end !== null && (until === null || until < from))) return NO_DAY;
  return { kind: 'from', date: from, until };
}

/** Reads the longest phrase in the table that begins at a token. */
export const readPhrase = grammar<typeof CLASSES, PhraseContext, Meaning>(CLASSES, [
  // Days.
  ['due? on|by|for|@? {day}', ({ day }, context) => onDay(day, context)],
  ['due? on|by|for|@ {anyDay}', ({ anyDay }, context) => onDay(anyDay, context)],
  ['due {anyDay}', ({ anyDay }, context) => onDay(anyDay, context)],
  ['no later than {anyDay}', ({ anyDay }, context) => onDay(anyDay, context)],
  ['{weakDay} at|@? {clock}', ({ weakDay: day, clock: time }, context) => onDay(day, context, time)],
  ['by? eod|cob on? {day}', ({ day }, context) => onDay(day, context)],
  ['by? the? end of the? day on? {day}', ({ day }, context) => onDay(day, context)],
  ['on|by? {day} eod', ({ day }, context) => onDay(day, context)],
  ['on|by? {day} end of day', ({ day }, context) => onDay(day, context)],
  // The day ends at midnight.
  ['on|by? {day} at? midnight', ({ day }, context) => onDay(day, context)],
  ['at|by? midnight', (_, { today }) => ({ kind: 'date', date: today, time: null })],

  // Parts of a day.
  ['this {part}', ({ part }, context) => partOfToday(part, context)],
  ['on|by? {day} {part}', ({ day, part }, context) => onDay(day, context, END_OF_PART[part])],
  ['on|by? {day} in the {part}', ({ day, part }, context) => onDay(day, context, END_OF_PART[part])],
  ['on|by? {day} {part} at|@? {hour}', ({ day, part, hour }, context) => dayAtHour(day, hourInPart(hour, part), context)],
  ['on|by? {day} at? {hour} in the {part}', ({ day, part, hour }, context) => dayAtHour(day, hourInPart(hour, part), context)],
  ['at? {hour} in the {part}', ({ hour, part }) => atTime(hourInPart(hour, part))],
  ['at? {hour} {day} {part}', ({ day, part, hour }, context) => dayAtHour(day, hourInPart(hour, part), context)],
  ['tonight at|@? {hour}', ({ hour }, { today }) => tonight(hourInPart(hour, 'evening'), today)],
  ['at? {hour} tonight', ({ hour }, { today }) => tonight(hourInPart(hour, 'evening'), today)],
  ['this {part} at|@? {hour}', ({ part, hour }, { today }) => tonight(hourInPart(hour, part), today)],
  ['on|by? {day} {part} at|@? {clock}', ({ day, clock: time }, context) => onDay(day, context, time)],
  ['this {part} at|@? {clock}', ({ clock: time }, { today }) => ({ kind: 'date', date: today, time })],
  ['at? {clock} in the {part}', ({ clock: time }) => atTime(time)],

  // Times. A length of time comes first, because in 'for 17h' the '17h' is no clock time.
  ['for|about|around {length}', () => NO_TIME],
  ['in|within {length}', ({ length: minutes }, context) => soon(minutes, context)],
  ['{length} from now', ({ length: minutes }, context) => soon(minutes, context)],
  ['due? at|by|@|for|before|until|till? {clock}', ({ clock: time }) => atTime(time)],
  ['{foreignClock}', () => NO_TIME],
  ['at|by {foreignClock}', () => NO_TIME],
  ['from|after|around|about|since|between {clock}', () => NO_TIME],
  ['from|between? {clock} to|and|until|till|or|-|– {endClock}', () => NO_TIME],

  // Repetitions, and their beginning and end.
  ['{repeat}', ({ repeat }) => repeated(repeat)],
  ['{repeat} in? the? {part}', ({ repeat, part }) => repeated(repeat, END_OF_PART[part])],
  ['{repeat} in? the? {part} at|@? {hour}', ({ repeat, part, hour }) => repeatedAt(repeat, hourInPart(hour, part))],
  ['{repeat} at {hour} in the {part}', ({ repeat, part, hour }) => repeatedAt(repeat, hourInPart(hour, part))],
  // 'Every monday or tuesday', 'every 1st monday and 3rd friday'.
  ['{repeat} ,? and|or the? {anyDay}', () => ({ kind: 'unknown repeat' })],
  ['{repeat} ,? and|or the? {nth} {weekday}', () => ({ kind: 'unknown repeat' })],
  ['every|each|ev {part}', ({ part }) => repeated(DAILY, END_OF_PART[part])],
  ['every|each|ev {part} at|@? {hour}', ({ part, hour }) => repeatedAt(DAILY, hourInPart(hour, part))],
  ['every|each|ev {part} at|@? {clock}', ({ clock: time }) => repeated(DAILY, time)],
  ['until|till|til|through {anyDay}', ({ anyDay }, context) => untilDay(anyDay, context)],
  ['ending|ends on|by? {anyDay}', ({ anyDay }, context) => untilDay(anyDay, context)],
  ['for {span}', ({ span: far }) => ({ kind: 'limit', limit: { span: far } })],
  ['for? {times} times', ({ times }) => ({ kind: 'limit', limit: { times } })],
  ['from|starting|starts|beginning|begins on|from? {begin}', ({ begin }, context) => fromDay(begin, null, context)],
  [
    'from|starting|between on? {begin} to|until|till|til|through|and|-|– {anyDay}',
    ({ begin, anyDay }, context) => fromDay(begin, anyDay, context),
  ],

  // Days that are mentioned, but not as the due date.
  ['not? before|after|since|about|around|except {anyDay}', () => NO_DAY],
]);
