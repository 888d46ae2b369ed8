import type { Condition, DateRange, SearchTerm } from '../../contracts/words/search-query.ts';
import { needle } from '../../contracts/words/search-words.ts';
import { addDays } from '../../domain/calendar/local.ts';
import { isOpen } from '../../domain/calendar/task-times.ts';
import type { Entry } from './entries.ts';

interface Needle {
  readonly text: string;
  readonly not: boolean;
}

/** A search that can be applied to entries. */
export interface Search {
  /** Conditions about fields. */
  readonly fits: (entry: Entry) => boolean;
  /** Conditions about words. */
  readonly needles: readonly Needle[];
}

type Fields = Exclude<Condition, { readonly kind: 'words' }>;

/** Null: there is nothing to look for. `today`: the owner's local date. */
export function searchFor(terms: readonly SearchTerm[], today: string): Search | null {
  if (terms.length === 0) return null;
  const needles = terms.flatMap((term) => (term.kind === 'words' ? [{ text: needle(term.words, term.whole), not: term.not }] : []));
  const tests = terms.flatMap((term) => {
    if (term.kind === 'words') return [];
    const test = testFor(term, today);
    return [(entry: Entry): boolean => test(entry) !== term.not];
  });
  const archivedToo = terms.some((term) => term.kind === 'state' && term.state === 'archived' && !term.not);
  return { needles, fits: (entry) => (archivedToo || !entry.archived) && tests.every((test) => test(entry)) };
}

function testFor(condition: Fields, today: string): (entry: Entry) => boolean {
  switch (condition.kind) {
    case 'tag':
      return ({ tagKeys }) => tagKeys.includes(condition.tag);
    case 'priority':
      return ({ priority }) => priority === condition.priority;
    case 'state':
      return stateTest(condition.state);
    case 'due':
      return dueTest(condition.due, today);
  }
}

function stateTest(state: Extract<Condition, { kind: 'state' }>['state']): (entry: Entry) => boolean {
  if (state === 'archived') return ({ archived }) => archived;
  if (state === 'open') return ({ status }) => status !== null && isOpen(status);
  return ({ status }) => status === state;
}

const WEEK = 7;

function dueTest(due: Extract<Condition, { kind: 'due' }>['due'], today: string): (entry: Entry) => boolean {
  if (due === 'overdue') return ({ status }) => status === 'missed';
  // A routine has no due date itself.
  if (due === 'none') return ({ kind, due_date }) => kind === 'task' && due_date === null;
  const { from, to } = rangeOf(due, today);
  return ({ due_date }) => due_date !== null && from <= due_date && due_date <= to;
}

function rangeOf(due: 'today' | 'tomorrow' | 'week' | DateRange, today: string): DateRange {
  if (due === 'today') return { from: today, to: today };
  if (due === 'tomorrow') return { from: addDays(today, 1), to: addDays(today, 1) };
  return due === 'week' ? { from: today, to: addDays(today, WEEK - 1) } : due;
}

/** Whether words are in a text of `searchable`, and none that are excluded. */
export const hasWords = ({ needles }: Search, text: string): boolean =>
  needles.every(({ text: sought, not }) => text.includes(sought) !== not);

/** Whether the search finds the entry. 'unsure': this depends on a description that is not held in memory. */
export function verdictOn(search: Search, entry: Entry): 'found' | 'not found' | 'unsure' {
  if (!search.fits(entry)) return 'not found';
  const { needles } = search;
  if (!entry.isPartial || needles.length === 0) return hasWords(search, entry.text) ? 'found' : 'not found';
  if (needles.some(({ text, not }) => not && entry.text.includes(text))) return 'not found';
  return needles.every(({ text, not }) => !not && entry.text.includes(text)) ? 'found' : 'unsure';
}
