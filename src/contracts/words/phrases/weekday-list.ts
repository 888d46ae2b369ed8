import { weekdayIn } from './lexicon.ts';
import type { WordReader } from './pattern.ts';
import type { Token } from './tokens.ts';

const TO = ['to', '-', '–', 'through', 'thru', 'till'];
const AND = ['and', '&', '+', '/', ','];

/** The weekday in a word, also in the plural. */
const dayIn = (word: string): number | null => weekdayIn(word) ?? weekdayIn(word.replace(/s$/, ''));

/** The days from one to another, also over the end of a week. */
const between = (first: number, last: number): number[] =>
  Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, index) => ((first + index - 1) % 7) + 1);

/** Days in one word: 'monday', 'mondays', 'mon-fri', 'mon/wed/fri'. */
function daysIn(word: string): readonly number[] | null {
  const [first = '', last, ...others] = word.split(/[-–]/);
  if (last !== undefined) {
    const [from, to] = [dayIn(first), dayIn(last)];
    return from && to && others.length === 0 ? between(from, to) : null;
  }
  const days = word.split(/[/&+]/).map(dayIn);
  return days.every((day) => day !== null) ? (days as number[]) : null;
}

function oneOrRange(tokens: readonly Token[], at: number): { days: readonly number[]; next: number } | null {
  const days = daysIn(tokens[at]?.text ?? '');
  if (!days) return null;
  const last = TO.includes(tokens[at + 1]?.text ?? '') ? dayIn(tokens[at + 2]?.text ?? '') : null;
  const first = days[0];
  return last && first && days.length === 1 ? { days: between(first, last), next: at + 3 } : { days, next: at + 1 };
}

/** The index after the words between two days of a list: 'mon, wed and fri', 'mon wed'. */
function afterAnd(tokens: readonly Token[], at: number): number {
  const next = AND.includes(tokens[at]?.text ?? '') ? at + 1 : at;
  return next > at && AND.includes(tokens[next]?.text ?? '') ? next + 1 : next;
}

/** A list of weekdays in their order: 'monday wednesday', 'mon, wed and fri', 'monday to friday', 'mon-thu'. */
export const weekdays: WordReader<readonly number[]> = (tokens, at) => {
  const found = new Set<number>();
  let end = at;
  for (let one = oneOrRange(tokens, at); one !== null; one = oneOrRange(tokens, afterAnd(tokens, end))) {
    for (const day of one.days) found.add(day);
    end = one.next;
  }
  return end === at ? null : { value: [...found].sort((a, b) => a - b), next: end };
};

/** Weekdays of which each is in the plural: 'mondays and thursdays', 'weekdays'. */
export const manyWeekdays: WordReader<readonly number[]> = (tokens, at) => {
  const found = weekdays(tokens, at);
  const words = tokens.slice(at, found?.next).filter(({ text }) => daysIn(text) !== null);
  return found && words.every(({ text }) => /s$/.test(text) && weekdayIn(text) === null) ? found : null;
};
