import { EVENTS } from '../../domain/catalogue.ts';
import { type HistoryType, publicNameOf, publicNamesOf } from '../../domain/kernel/define-event.ts';
import type { Actor } from '../../domain/kernel/event.ts';
import type { Cursor, Query, Stored } from '../../ports/documents.ts';
import { type Views, yieldToEventLoop } from '../engine/views.ts';
import { history, historyDoc, type StoredHistory } from './history.ts';

/** What a list of entries is narrowed to. Without any of these it has all entries of the owner. */
export interface HistoryOnly {
  readonly type?: HistoryType | undefined;
  /** The caller checks that the task is the owner's. */
  readonly task_id?: string | undefined;
  readonly actor?: Actor['kind'] | undefined;
  /** The public name of the event. */
  readonly action?: string | undefined;
  /** Instants: `from` is included, `to` is not. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Only what was recorded at this instant or before. */
  readonly recorded_by?: string | undefined;
}

/** The public names of all events that the history lists. */
export const LISTED_ACTIONS: ReadonlySet<string> = new Set(
  [...EVENTS.values()].filter((definition) => definition.history !== null).flatMap(publicNamesOf),
);

/** So many documents are read at a time where only some of them match. */
const SLICE = 250;
/** So many documents are read for one page, so that a rare kind of entry in a long history does not hold up other requests. */
const MOST_SCANNED = 10_000;

export interface PageOf {
  readonly limit: number;
  readonly after?: Cursor;
  /** How many documents are read at most. Default 10,000. */
  readonly scan?: number;
}

export interface Selected {
  /** Newest first. */
  readonly items: readonly Stored<StoredHistory>[];
  readonly next: Cursor | null;
  /** So many documents were read that the page ends here, although it is not full. */
  readonly isCut: boolean;
}

type Matches = (doc: StoredHistory) => boolean;
type Range = Pick<Query, 'index' | 'equals' | 'from' | 'to' | 'toExclusive'>;

/** The index that narrows the list the most, with the instants. */
function rangeOf(owner: string, { type, task_id, from, to, recorded_by }: HistoryOnly): Range {
  const span = { ...(from !== undefined && { from }), ...endOf(to, recorded_by) };
  if (task_id !== undefined) return { index: 'task', equals: [task_id], ...span };
  return type === undefined ? { index: 'all', equals: [owner], ...span } : { index: 'type', equals: [owner, type], ...span };
}

/** Nothing is recorded before it happens. */
function endOf(to: string | undefined, recordedBy: string | undefined): Pick<Range, 'to' | 'toExclusive'> {
  if (recordedBy !== undefined && (to === undefined || to > recordedBy)) return { to: recordedBy };
  return to === undefined ? {} : { to, toExclusive: true };
}

/** What the index does not say. Null: every document of the range matches. */
function matchesOf({ type, task_id, actor, action, recorded_by }: HistoryOnly): Matches | null {
  const tests: Matches[] = [];
  if (task_id !== undefined && type !== undefined) tests.push((doc) => doc.type === type);
  if (actor !== undefined) tests.push((doc) => historyDoc(doc).actor.kind === actor);
  if (action !== undefined) tests.push((doc) => isAction(doc, action));
  if (recorded_by !== undefined) tests.push(({ at, recorded_at = at }) => recorded_at <= recorded_by);
  return tests.length === 0 ? null : (doc) => tests.every((test) => test(doc));
}

function isAction(doc: StoredHistory, action: string): boolean {
  const definition = EVENTS.get(doc.action);
  return definition !== undefined && publicNamesOf(definition).includes(action) && publicNameOf(definition, doc.data) === action;
}

/** A page of the matching documents. It reads `scan` documents at most, however long the history is. */
export async function selected(
  views: Views,
  owner: string,
  only: HistoryOnly,
  { limit, after, scan = MOST_SCANNED }: PageOf,
): Promise<Selected> {
  const range = rangeOf(owner, only);
  const matches = matchesOf(only);
  const read = (most: number, at: Cursor | undefined) =>
    views.documents.find<StoredHistory>(views.current(history.name), { ...range, order: 'desc', limit: most, ...(at && { after: at }) });
  if (matches === null) return { ...(await read(limit, after)), isCut: false };

  const items: Stored<StoredHistory>[] = [];
  let at = after;
  for (let scanned = 0; scanned < scan; scanned += SLICE) {
    if (scanned > 0) await yieldToEventLoop();
    const slice = await read(SLICE, at);
    const last = takeInto(items, slice.items, matches, limit);
    // Only the store knows the cursor of a document that is not the last one of its page.
    if (last !== null) {
      const isEnd = last === slice.items.length;
      return { items, next: isEnd ? slice.next : (await read(last, at)).next, isCut: false };
    }
    if (slice.next === null) return { items, next: null, isCut: false };
    at = slice.next;
  }
  return { items, next: at ?? null, isCut: true };
}

/** Adds the matching documents until there are `limit`. The result is how many of the slice were looked at then; null: there are fewer. */
function takeInto(items: Stored<StoredHistory>[], slice: readonly Stored<StoredHistory>[], matches: Matches, limit: number): number | null {
  for (const [index, one] of slice.entries()) {
    if (matches(one.doc)) items.push(one);
    if (items.length >= limit) return index + 1;
  }
  return null;
}

/** More entries than anybody has. */
const UNBOUNDED = 1_000_000_000;

/**
 * How many entries match. Where an index does not tell, it reads all of the range, in slices between which other work can run.
 * @throws the signal's reason if it aborts
 */
export async function historyCount(views: Views, owner: string, only: HistoryOnly = {}, signal?: AbortSignal): Promise<number> {
  const collection = views.current(history.name);
  const range = rangeOf(owner, only);
  const matches = matchesOf(only);
  if (matches === null) return views.documents.count(collection, range, UNBOUNDED);
  let count = 0;
  for (let after: Cursor | null | undefined; after !== null; ) {
    const query: Query = { ...range, order: 'desc', limit: SLICE, ...(after && { after }) };
    const slice = await views.documents.find<StoredHistory>(collection, query);
    count += slice.items.filter(({ doc }) => matches(doc)).length;
    after = slice.next;
    await yieldToEventLoop();
    signal?.throwIfAborted();
  }
  return count;
}
