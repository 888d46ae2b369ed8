import { realDate } from './phrases/days.ts';
import { searchTag, searchWords } from './search-words.ts';

const SEARCH_STATES = ['open', 'completed', 'missed', 'skipped', 'archived'] as const;
export type SearchState = (typeof SEARCH_STATES)[number];
const SEARCH_PRIORITIES = ['high', 'medium', 'low', 'none'] as const;
export type SearchPriority = (typeof SEARCH_PRIORITIES)[number];
const SEARCH_DUE = ['today', 'tomorrow', 'week', 'overdue', 'none'] as const;

/** Local dates, both included. */
export interface DateRange {
  readonly from: string;
  readonly to: string;
}

/** One condition of a search. `words` are those of `searchWords`, a tag is that of `searchTag`. */
export type Condition =
  /** Side by side; the last one is the beginning of a word, unless `whole` is set. */
  | { readonly kind: 'words'; readonly words: string; readonly whole: boolean }
  | { readonly kind: 'tag'; readonly tag: string }
  | { readonly kind: 'state'; readonly state: SearchState }
  | { readonly kind: 'priority'; readonly priority: SearchPriority }
  | { readonly kind: 'due'; readonly due: (typeof SEARCH_DUE)[number] | DateRange };

/** `not`: what fits the condition is excluded. */
export type SearchTerm = Condition & { readonly not: boolean };

/** What was asked for, or a sentence that names what cannot be read. */
export type SearchQuery = { readonly terms: readonly SearchTerm[] } | { readonly fault: string };

export const MOST_TERMS = 10;

const QUOTE = '"“”„‟″＂«»';
/** A term: an exclusion sign, a tag sign, and then a text in quotation marks or everything up to white space or a quotation mark. */
const TERM = new RegExp(`(-?)(#?)(?:[${QUOTE}]([^${QUOTE}]*)([${QUOTE}]|$)|([^\\s${QUOTE}]+))`, 'gu');
const NAMED = /^(is|priority|due):(.*)$/;

/** Reads what a person typed into a search field. Terms without a letter or a digit, such as '&', are left out. */
export function parseSearch(text: string): SearchQuery {
  const found = [...text.matchAll(TERM)];
  if (found.length > MOST_TERMS) return { fault: `At most ${MOST_TERMS} terms.` };
  const read = found.map(([whole, ...parts]) => readTerm(whole, parts));
  const fault = read.find((term) => typeof term === 'string');
  if (fault !== undefined) return { fault };
  return { terms: read.filter((term) => typeof term !== 'string' && term !== null) };
}

type Groups = readonly (string | undefined)[];

/** Null: nothing to look for. A text: what is wrong with it. */
function readTerm(whole: string, [exclusion, sign, quoted, end, bare = '']: Groups): SearchTerm | string | null {
  if (quoted !== undefined && end === '') return `The quotation mark of ${whole} is not closed.`;
  const condition = sign ? tagIn(quoted ?? bare) : quoted === undefined ? bareCondition(bare) : wordsIn(quoted, true);
  return condition === null || typeof condition === 'string' ? condition : { ...condition, not: exclusion !== '' };
}

const nullIfEmpty = <Some extends Condition>(value: string, condition: Some): Some | null => (value === '' ? null : condition);

function tagIn(text: string): Condition | null {
  const tag = searchTag(text);
  return nullIfEmpty(tag, { kind: 'tag', tag });
}

function wordsIn(text: string, whole: boolean): Condition | null {
  const words = searchWords(text);
  return nullIfEmpty(words, { kind: 'words', words, whole });
}

function bareCondition(text: string): Condition | string | null {
  const [, name, value = ''] = NAMED.exec(text.normalize('NFKC').toLowerCase()) ?? [];
  if (name === 'is') return stateIn(value) ?? unknown(text, SEARCH_STATES, 'is');
  if (name === 'priority') return priorityIn(value) ?? unknown(text, SEARCH_PRIORITIES, 'priority');
  if (name === 'due')
    return dueIn(value) ?? `${unknown(text, SEARCH_DUE, 'due')} It takes a date and a range, too, as due:2026-11-01..2026-11-30.`;
  return wordsIn(text, false);
}

const unknown = (text: string, known: readonly string[], name: string): string =>
  `There is no ${text}. There are ${known.map((one) => `${name}:${one}`).join(', ')}.`;

const oneOf = <Name extends string>(names: readonly Name[], value: string): Name | undefined => names.find((name) => name === value);

function stateIn(value: string): Condition | null {
  const state = oneOf(SEARCH_STATES, value);
  return state === undefined ? null : { kind: 'state', state };
}

function priorityIn(value: string): Condition | null {
  const priority = oneOf(SEARCH_PRIORITIES, value);
  return priority === undefined ? null : { kind: 'priority', priority };
}

function dueIn(value: string): Condition | null {
  const due = oneOf(SEARCH_DUE, value) ?? rangeIn(value);
  return due === null ? null : { kind: 'due', due };
}

const RANGE = /^(\d{4}-\d\d-\d\d)(?:\.\.(\d{4}-\d\d-\d\d))?$/;

/** A date, or a range that does not end before it begins. */
function rangeIn(value: string): DateRange | null {
  const [, from, to = from] = RANGE.exec(value) ?? [];
  if (from === undefined || to === undefined || !isReal(from) || !isReal(to) || to < from) return null;
  return { from, to };
}

function isReal(date: string): boolean {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return realDate(year, month, day) !== null;
}
