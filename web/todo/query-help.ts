import { parseSearch } from '../../src/contracts/words/search-query.ts';
import { searchTag } from '../../src/contracts/words/search-words.ts';
import type { TodoTab } from './address.ts';

export interface Suggestion {
  /** The term as it is put into the field. */
  readonly term: string;
  /** What it finds. */
  readonly words: string;
}

const NAMES: readonly Suggestion[] = [
  { term: 'is:', words: 'by its state' },
  { term: 'due:', words: 'by its due date' },
  { term: 'priority:', words: 'by its priority' },
];

const VALUES: readonly Suggestion[] = [
  { term: 'is:open', words: 'not done yet' },
  { term: 'is:completed', words: 'done' },
  { term: 'is:missed', words: 'not done in time' },
  { term: 'is:skipped', words: 'skipped with a reason' },
  { term: 'is:archived', words: 'in the archive' },
  { term: 'due:today', words: 'due today' },
  { term: 'due:tomorrow', words: 'due tomorrow' },
  { term: 'due:week', words: 'due in the next 7 days' },
  { term: 'due:overdue', words: 'missed' },
  { term: 'due:none', words: 'without a date' },
  { term: 'priority:high', words: 'high priority' },
  { term: 'priority:medium', words: 'medium priority' },
  { term: 'priority:low', words: 'low priority' },
  { term: 'priority:none', words: 'no priority' },
];

/** What is offered for an empty field, before the tags. */
const FIRST = ['is:open', 'due:week', 'due:none', 'priority:high'];
const MOST_TAGS = 6;
/** With one letter nearly every word would look like the beginning of a name. */
const LEAST_LETTERS = 2;

interface Term {
  readonly from: number;
  readonly to: number;
  /** Without the exclusion sign. */
  readonly text: string;
  readonly sign: '' | '-';
}

/** The term in which the text cursor is, up to the cursor. */
function termAt(text: string, cursor: number): Term {
  const from = text.slice(0, cursor).search(/\S*$/u);
  const whole = text.slice(from, cursor);
  const sign = whole.startsWith('-') ? '-' : '';
  return { from, to: cursor, text: whole.slice(sign.length), sign };
}

const tagTerm = (tag: string): string => (/[\s"“”„‟″＂«»]/u.test(tag) ? `#"${tag.replaceAll(/["“”„‟″＂«»]/gu, '')}"` : `#${tag}`);
const tagSuggestion = (tag: string): Suggestion => ({ term: tagTerm(tag), words: 'with this tag' });

/** What the term at the cursor may become. `tags`: those in use, the most used first. */
export function suggestionsFor(text: string, cursor: number, tags: readonly string[]): Suggestion[] {
  const { text: term } = termAt(text, cursor);
  if (text.trim() === '') return [...VALUES.filter((one) => FIRST.includes(one.term)), ...tags.slice(0, MOST_TAGS).map(tagSuggestion)];
  const typed = term.toLowerCase();
  if (typed.startsWith('#')) {
    const begun = searchTag(typed.slice(1).replace(/^"/, ''));
    const found = tags.filter((tag) => searchTag(tag).startsWith(begun)).map(tagSuggestion);
    return found.filter((one) => one.term !== term).slice(0, MOST_TAGS);
  }
  if (typed.length < LEAST_LETTERS) return [];
  const pool = typed.includes(':') ? VALUES : NAMES;
  return pool.filter((one) => one.term.startsWith(typed) && one.term !== typed);
}

/** Replaces the term at the cursor. A space follows, unless a value has to be typed next. */
export function withSuggestion(text: string, cursor: number, { term }: Suggestion): { text: string; cursor: number } {
  const { from, to, sign } = termAt(text, cursor);
  const put = `${sign}${term}${term.endsWith(':') ? '' : ' '}`;
  const rest = put.endsWith(' ') ? text.slice(to).trimStart() : text.slice(to);
  return { text: text.slice(0, from) + put + rest, cursor: from + put.length };
}

/** Why the text cannot be searched for. Null: it can be, or its faulty term is only begun and the suggestions end it. */
export function faultIn(text: string, cursor: number, suggestions: readonly Suggestion[]): string | null {
  const read = parseSearch(text);
  if (!('fault' in read)) return null;
  const { from, to } = termAt(text, cursor);
  const others = parseSearch(`${text.slice(0, from)} ${text.slice(to)}`);
  return suggestions.length > 0 && !('fault' in others) ? null : read.fault;
}

/** Whether the text names something to look for, without a fault. */
export function isSearchable(text: string): boolean {
  const read = parseSearch(text);
  return 'terms' in read && read.terms.length > 0;
}

/** What typing in a list begins with, so that it is that list which is searched. */
export const BEGINNINGS: Partial<Record<TodoTab, string>> = { missed: 'is:missed', completed: 'is:completed', archived: 'is:archived' };
