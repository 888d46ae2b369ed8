import { nthIn, ordinalIn, weekdayIn } from './lexicon.ts';
import { grammar, oneWord, type Token, type WordReader } from './pattern.ts';

export const WORKDAYS = [1, 2, 3, 4, 5];
export const WEEKEND = [6, 7];

/** How often something is repeated: 'every day', 'every 2 weeks', 'monthly'. */
export interface Pace {
  readonly unit: 'day' | 'week' | 'month' | 'year';
  readonly every: number;
  /** Set if the words name days of the week: 'every weekday'. */
  readonly weekdays?: readonly number[];
  /** It counts only if no ordinary word follows: 'pay rent monthly', but not 'monthly report'. */
  readonly last?: true;
}

const UNITS: readonly (readonly [words: RegExp, pace: Pace])[] = [
  [/^days?$/, { unit: 'day', every: 1 }],
  [/^(?:weeks?|wks?)$/, { unit: 'week', every: 1 }],
  [/^fortnights?$/, { unit: 'week', every: 2 }],
  [/^months?$/, { unit: 'month', every: 1 }],
  [/^quarters?$/, { unit: 'month', every: 3 }],
  [/^(?:years?|yrs?)$/, { unit: 'year', every: 1 }],
  [/^(?:week|work)days?$/, { unit: 'week', every: 1, weekdays: WORKDAYS }],
  [/^weekends?$/, { unit: 'week', every: 1, weekdays: WEEKEND }],
];
const ADVERBS: ReadonlyMap<string, Pace> = new Map([
  ['daily', { unit: 'day', every: 1 }],
  ['weekly', { unit: 'week', every: 1 }],
  ['fortnightly', { unit: 'week', every: 2 }],
  ['monthly', { unit: 'month', every: 1 }],
  ['quarterly', { unit: 'month', every: 3 }],
  ['yearly', { unit: 'year', every: 1 }],
  ['annually', { unit: 'year', every: 1 }],
]);
const STEPS = 'second third fourth fifth sixth seventh eighth ninth tenth'.split(' ');
const COUNTS = 'two three four five six seven eight nine ten eleven twelve'.split(' ');

const unitIn = (word: string): Pace | null => UNITS.find(([words]) => words.test(word))?.[1] ?? null;
const position = (list: readonly string[], word: string): number | null => (list.includes(word) ? list.indexOf(word) + 2 : null);

/** The interval: 'other', '2', '2nd', 'second', 'two'. */
function stepIn(word: string): number | null {
  if (word === 'other') return 2;
  if (/^[1-9]\d{0,2}$/.test(word)) return Number(word);
  return ordinalIn(word) ?? position(STEPS, word) ?? position(COUNTS, word);
}

const CLASSES = {
  unit: oneWord(unitIn),
  step: oneWord(stepIn),
  adverb: oneWord((word) => ADVERBS.get(word)),
  single: oneWord((word) => (/^(?:day|week|month|year)$/.test(word) ? unitIn(word) : null)),
};
/** Null for 'every 2 weekdays', which has no clear meaning. */
const stepped = (step: number, unit: Pace): Pace | null =>
  step === 1 || unit.weekdays === undefined ? { ...unit, every: unit.every * step } : null;

export const EVERY = 'every|each|ev';
export const pace = grammar<typeof CLASSES, unknown, Pace>(CLASSES, [
  [`${EVERY} {unit}`, ({ unit }) => unit],
  [`${EVERY} single {unit}`, ({ unit }) => unit],
  [`${EVERY} {step} {unit}`, ({ step, unit }) => stepped(step, unit)],
  [`${EVERY} working|work|business day`, () => ({ unit: 'week', every: 1, weekdays: WORKDAYS })],
  ['{adverb}', ({ adverb }) => ({ ...adverb, last: true })],
  ['once a|every {single}', ({ single }) => ({ ...single, last: true })],
]);

/**
 * The step in weeks before a weekday: 'every other friday', 'every 2 fridays'. 'Every second friday' is not read here,
 * because it may also mean the second Friday of a month.
 */
export const stepOfWeekday = oneWord((word) => (word === 'other' ? 2 : /^(?:[2-9]|two|three|four)$/.test(word) ? stepIn(word) : null));

const VOCABULARY =
  /^(?:\d+(?:st|nd|rd|th)?|few|couple|other|single|hours?|minutes?|mins?|h|day|days|weeks?|months?|years?|weekdays?|weekends?|quarters?)$/;
/** A word that makes 'every' an expression of time, whatever follows it. */
export const ofTime = (word: string): boolean => VOCABULARY.test(word) || nthIn(word) !== null || stepIn(word) !== null;

const TO = ['to', '-', '–', 'through', 'thru', 'till'];
const AND = ['and', '&', '+', '/', ','];

/** The weekday in a word, also in the plural. */
const dayIn = (word: string): number | null => weekdayIn(word) ?? weekdayIn(word.replace(/s$/, ''));

/** The days from one weekday to another. The range may include the end of the week. */
const between = (first: number, last: number): number[] =>
  Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, index) => ((first + index - 1) % 7) + 1);

/** Weekdays in one word: 'monday', 'mondays', 'mon-fri', 'mon/wed/fri'. */
function daysIn(word: string): readonly number[] | null {
  const [first = '', last, ...others] = word.split(/[-–]/);
  if (last !== undefined) {
    const [from, to] = [dayIn(first), dayIn(last)];
    return from && to && others.length === 0 ? between(from, to) : null;
  }
  const days = word.split(/[/&+]/).map(dayIn);
  return days.every((day) => day !== null) ? days : null;
}

function oneOrRange(tokens: readonly Token[], at: number): { days: readonly number[]; next: number } | null {
  const days = daysIn(tokens[at]?.text ?? '');
  if (!days) return null;
  const last = TO.includes(tokens[at + 1]?.text ?? '') ? dayIn(tokens[at + 2]?.text ?? '') : null;
  const first = days[0];
  return last && first && days.length === 1 ? { days: between(first, last), next: at + 3 } : { days, next: at + 1 };
}

/** The index after the words that separate two days of a list: 'mon, wed and fri', 'mon wed'. */
function afterAnd(tokens: readonly Token[], at: number): number {
  const next = AND.includes(tokens[at]?.text ?? '') ? at + 1 : at;
  return next > at && AND.includes(tokens[next]?.text ?? '') ? next + 1 : next;
}

/** A list of weekdays: 'monday wednesday', 'mon, wed and fri', 'monday to friday', 'mon-thu'. */
export const weekdays: WordReader<readonly number[]> = (tokens, at) => {
  const found = new Set<number>();
  let end = at;
  for (let one = oneOrRange(tokens, at); one !== null; one = oneOrRange(tokens, afterAnd(tokens, end))) {
    for (const day of one.days) found.add(day);
    end = one.next;
  }
  return end === at ? null : { value: [...found].sort((a, b) => a - b), next: end };
};

/** Weekdays in the plural: 'mondays and thursdays', 'weekdays'. */
export const manyWeekdays: WordReader<readonly number[]> = (tokens, at) => {
  const found = weekdays(tokens, at);
  const words = tokens.slice(at, found?.next).filter(({ text }) => daysIn(text) !== null);
  return found && words.every(({ text }) => /s$/.test(text) && weekdayIn(text) === null) ? found : null;
};
