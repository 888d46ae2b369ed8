import { LRUCache } from 'lru-cache';
import { createKeyedMutex } from '../../concurrency/keyed-mutex.ts';
import type { SearchTerm } from '../../contracts/words/search-query.ts';
import { searchable, searchWords } from '../../contracts/words/search-words.ts';
import { localDate } from '../../domain/calendar/local.ts';
import type { Cursor, Stored } from '../../ports/documents.ts';
import { yieldToEventLoop } from '../../projections/engine/views.ts';
import { type RoutineDoc, routines } from '../../projections/routine/routines.ts';
import { type TaskDoc, tasks } from '../../projections/task/tasks.ts';
import type { App } from '../app.ts';
import { ownerZone } from '../caller.ts';
import { cursorOf, type Entry, inOrder, placeOf } from './entries.ts';
import { excerptOf } from './excerpt.ts';
import { hasWords, type Search, searchFor, verdictOn } from './matching.ts';
import { OwnerIndex } from './owner-index.ts';

export interface Found {
  readonly entry: Entry;
  /** Part of the description, if something was found there. */
  readonly excerpt: string | null;
}

export interface FoundPage {
  readonly items: readonly Found[];
  readonly next: Cursor | null;
  /** How much all pages have together. Null: it was not counted. */
  readonly total: number | null;
}

export interface PageOf {
  readonly limit: number;
  readonly after?: Cursor;
  /** Whether the first page says how much was found. Then everything is looked through, and not only until the page is full. */
  readonly isCounted?: boolean;
}

/** A page of what an owner's search finds. @throws RuleViolation not_found if there is no such account */
export type SearchIn = (owner: string, terms: readonly SearchTerm[], page: PageOf) => Promise<FoundPage>;

type Ports = Pick<App, 'views' | 'opener' | 'clock'>;

/** All indexes together, in characters. The index of an owner that was not used for this time is dropped. */
const MOST_HELD = 64 * 1_024 * 1_024;
const HELD_MS = 10 * 60_000;
/** In characters. The long descriptions of an owner who has more than this are not held. */
const MOST_LONG = 16 * 1_024 * 1_024;
/** Entries that are looked at without a pause, and long descriptions that are read at a time. */
const SLICE = 2_000;
const READ = 50;
/** Excerpts that are made without a pause. One of a long description takes some milliseconds. */
const EXCERPTS = 5;

/**
 * Searches tasks and routines. Read models hold texts sealed, so the words of an owner are decrypted into memory at the first search, and
 * kept up to date from then on: a search costs about the same whether or not something has changed since the last one.
 */
export function createSearch(app: Ports, { mostLong = MOST_LONG } = {}): SearchIn {
  const indexes = new LRUCache<string, OwnerIndex>({
    maxSize: MOST_HELD,
    sizeCalculation: ({ size }) => size + 1,
    ttl: HELD_MS,
    ttlAutopurge: true,
  });
  const mutex = createKeyedMutex();
  return async (owner, terms, page) => {
    const search = searchFor(terms, localDate(app.clock.now(), await ownerZone(app, owner)));
    if (search === null) return { items: [], next: null, total: page.isCounted ? 0 : null };
    return mutex(owner, async () => {
      const index = indexes.get(owner) ?? new OwnerIndex(owner, mostLong);
      // An index is incomplete if its refresh fails, and the cache measures the size of a new entry only.
      indexes.delete(owner);
      await index.refresh(app);
      indexes.set(owner, index);
      const { entries, ...rest } = await find(app, owner, index.sorted, search, page);
      return { items: await withExcerpts(app, owner, search, entries), ...rest };
    });
  };
}

async function find(
  app: Ports,
  owner: string,
  sorted: readonly Entry[],
  search: Search,
  { limit, after, isCounted = false }: PageOf,
): Promise<{ entries: readonly Entry[] } & Pick<FoundPage, 'next' | 'total'>> {
  const found: Entry[] = [];
  const from = after === undefined ? 0 : firstAfter(sorted, after);
  const isWhole = isCounted && after === undefined;
  for (let at = from; at < sorted.length && (isWhole || found.length <= limit); at += SLICE) {
    if (at > from) await yieldToEventLoop();
    const [sure, unsure] = [new Set<Entry>(), [] as Entry[]];
    const slice = sorted.slice(at, at + SLICE);
    for (const entry of slice) {
      const verdict = verdictOn(search, entry);
      if (verdict === 'found') sure.add(entry);
      else if (verdict === 'unsure') unsure.push(entry);
    }
    for (let first = 0; first < unsure.length; first += READ)
      for (const entry of await withLongTexts(app, owner, search, unsure.slice(first, first + READ))) sure.add(entry);
    found.push(...slice.filter((entry) => sure.has(entry)));
  }
  const entries = found.slice(0, limit);
  const last = entries.at(-1);
  return { entries, next: found.length > limit && last ? cursorOf(last) : null, total: isWhole ? found.length : null };
}

function firstAfter(sorted: readonly Entry[], after: Cursor): number {
  const place = placeOf(after);
  const index = sorted.findIndex((entry) => inOrder(entry, place) > 0);
  return index === -1 ? sorted.length : index;
}

/** Those of some entries that the search finds, if their long descriptions are looked through, too. */
async function withLongTexts(app: Ports, owner: string, search: Search, some: readonly Entry[]): Promise<readonly Entry[]> {
  const descriptions = await descriptionsOf(app, owner, some);
  return some.filter(({ id, text }) => hasWords(search, text + searchable([searchWords(descriptions.get(id) ?? '')])));
}

async function withExcerpts(app: Ports, owner: string, { needles }: Search, entries: readonly Entry[]): Promise<readonly Found[]> {
  const sought = needles.flatMap(({ text, not }) => (not ? [] : [text]));
  const described = sought.length === 0 ? [] : entries.filter(({ isDescribed }) => isDescribed);
  const descriptions = await descriptionsOf(app, owner, described);
  const found: Found[] = [];
  for (let at = 0; at < entries.length; at += EXCERPTS) {
    if (at > 0 && descriptions.size > 0) await yieldToEventLoop();
    for (const entry of entries.slice(at, at + EXCERPTS))
      found.push({ entry, excerpt: excerptOf(descriptions.get(entry.id) ?? '', sought) });
  }
  return found;
}

/** Present descriptions, by id. Entries without one are left out. */
async function descriptionsOf({ views, opener }: Ports, owner: string, entries: readonly Entry[]): Promise<ReadonlyMap<string, string>> {
  const idsOf = (kind: Entry['kind']) => entries.flatMap((entry) => (entry.kind === kind ? [entry.id] : []));
  const documentsOf = async <D extends TaskDoc | RoutineDoc>(name: string, ids: readonly string[]): Promise<readonly Stored<D>[]> =>
    ids.length === 0 ? [] : [...(await views.documents.getMany<D>(views.current(name), ids)).values()];
  const found = [
    ...(await documentsOf<TaskDoc>(tasks.name, idsOf('task'))),
    ...(await documentsOf<RoutineDoc>(routines.name, idsOf('routine'))),
  ];
  await opener.ready(owner);
  return new Map(
    found.flatMap(({ id, doc }) => {
      const description = opener.openNow(owner, doc.description)?.description;
      return description ? [[id, description] as const] : [];
    }),
  );
}
