import { nthIn, ordinalIn } from './lexicon.ts';
import { grammar, oneWord } from './pattern.ts';

export const WORKDAYS = [1, 2, 3, 4, 5];
export const WEEKEND = [6, 7];

/** How often something comes back: 'every day', 'every 2 weeks', 'monthly'. */
export interface Pace {
  readonly unit: 'day' | 'week' | 'month' | 'year';
  readonly every: number;
  /** Set where the words name the days of the week: 'every weekday'. */
  readonly weekdays?: readonly number[];
  /** It is a pace only where no ordinary word follows: 'pay rent monthly', but not 'monthly report'. */
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

/** Of how many one counts: 'other', '2', '2nd', 'second', 'two'. */
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
/** 'Every 2 weekdays' is said by nobody. */
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

/** Of weekdays: 'every other friday', 'every 2 fridays'. 'Every second friday' may also be that of a month. */
export const stepOfWeekday = oneWord((word) => (word === 'other' ? 2 : /^(?:[2-9]|two|three|four)$/.test(word) ? stepIn(word) : null));

const VOCABULARY =
  /^(?:\d+(?:st|nd|rd|th)?|few|couple|other|single|hours?|minutes?|mins?|h|day|days|weeks?|months?|years?|weekdays?|weekends?|quarters?)$/;
/** A word by which 'every' speaks of time, whatever else follows. */
export const ofTime = (word: string): boolean => VOCABULARY.test(word) || nthIn(word) !== null || stepIn(word) !== null;
