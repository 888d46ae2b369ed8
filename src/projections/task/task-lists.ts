import { addDays } from '../../domain/calendar/local.ts';
import type { TaskStatus } from '../../domain/task/event-data.ts';
import type { Cursor, Page, Query, Stored } from '../../ports/documents.ts';
import { everything, pagesOf, type Views } from '../engine/views.ts';
import { type TaskDoc, tasks } from './tasks.ts';

export interface PageOf {
  readonly limit: number;
  readonly after?: Cursor;
}

type TaskSort = 'due' | 'place';

export interface LiveFilter {
  readonly statuses?: readonly TaskStatus[];
  /** Local dates, inclusive. */
  readonly dueFrom?: string;
  readonly dueTo?: string;
  /** By due instant, or in the owner's own order. Left out: by due instant. */
  readonly sort?: TaskSort;
  /** A test that needs more than the document's plain fields, such as an opened tag. */
  readonly accept?: (doc: TaskDoc) => boolean;
}

type Found = readonly Stored<TaskDoc>[];

const collection = (views: Views): string => views.current(tasks.name);
const find = (views: Views, query: Query): Promise<Page<TaskDoc>> => views.documents.find<TaskDoc>(collection(views), query);

/** Any task by id, also a deleted one: the caller checks `owner` and `deleted`. */
export const task = (views: Views, id: string): Promise<Stored<TaskDoc> | null> => views.documents.get<TaskDoc>(collection(views), id);

/** Any tasks by id, also deleted ones and those of anybody. An id that no task has is left out. */
export const tasksByIds = (views: Views, ids: readonly string[]): Promise<ReadonlyMap<string, Stored<TaskDoc>>> =>
  views.documents.getMany<TaskDoc>(collection(views), ids);

export const countLiveTasks = (views: Views, owner: string, most: number): Promise<number> =>
  views.documents.count(collection(views), { index: 'live', equals: [owner] }, most);

export const missedTasks = (views: Views, owner: string, page: PageOf): Promise<Page<TaskDoc>> =>
  find(views, { index: 'missed', equals: [owner], order: 'desc', ...page });

export const archivedTasks = (views: Views, owner: string, page: PageOf): Promise<Page<TaskDoc>> =>
  find(views, { index: 'archived', equals: [owner], order: 'desc', ...page });

/** Oldest first, without deleted ones. */
export const childrenOf = (views: Views, parentId: string): Promise<Found> =>
  everything<TaskDoc>(views.documents, collection(views), { index: 'children', equals: [parentId], order: 'asc' });

/** All tasks due from one local date to another (inclusive), also deleted ones. */
export const tasksBetween = (views: Views, owner: string, from: string, to: string): Promise<Found> =>
  everything<TaskDoc>(views.documents, collection(views), { index: 'due', equals: [owner], from, to, order: 'asc' });

/** All tasks due on a local date or later, also deleted ones, by date and page by page. */
export const tasksFrom = (views: Views, owner: string, from: string): AsyncGenerator<Found> =>
  pagesOf<TaskDoc>(views.documents, collection(views), { index: 'due', equals: [owner], from, order: 'asc' });

/**
 * The tasks that count on the local dates from one to another (inclusive), by due instant, including deleted tasks that were kept, missed
 * or skipped. A deleted task that was still open counts as taken back, and a withdrawn one does not count, so neither is listed.
 */
export const tasksDue = (views: Views, owner: string, from: string, to: string): Promise<Found> =>
  someTasksDue(views, owner, { from, to }, WHOLE);

/** The tasks of `tasksDue`, page by page, by due date. */
export async function* countedTasks(views: Views, owner: string, from: string, to: string): AsyncGenerator<Found> {
  const query = { index: 'due', equals: [owner], from, to, order: 'asc' } as const;
  for await (const page of pagesOf<TaskDoc>(views.documents, collection(views), query))
    yield page.filter(({ doc }) => doc.outcome !== 'none');
}

/** How many tasks of a list are wanted, and from which end of it. */
export interface ListLimit {
  readonly most: number;
  readonly end: 'first' | 'newest';
}

export const WHOLE: ListLimit = { most: Number.POSITIVE_INFINITY, end: 'first' };

interface Keyed {
  readonly key: string;
  readonly task: Stored<TaskDoc>;
}

/**
 * Like `tasksDue`, but only the first or the newest of them, in the same order. It reads little more than these, so that a part of a long
 * list takes neither the time nor the memory of all of it.
 */
export async function someTasksDue(
  views: Views,
  owner: string,
  { from, to }: { readonly from: string; readonly to: string },
  part: ListLimit,
): Promise<Found> {
  let kept: Keyed[] = [];
  const query = { index: 'due', equals: [owner], from, to, order: part.end === 'first' ? 'asc' : 'desc' } as const;
  for await (const page of pagesOf<TaskDoc>(views.documents, collection(views), query)) {
    for (const task of page)
      if (task.doc.outcome !== 'none') kept.push({ key: `${task.doc.due_at} ${task.doc.created_at} ${task.id}`, task });
    if (kept.length < part.most) continue;
    kept = sortedPart(kept, part);
    const reached = page.at(-1)?.doc.due_date;
    if (reached && isBeyond(reached, kept, part)) break;
  }
  return sortedPart(kept, part).map(({ task }) => task);
}

function sortedPart(tasks: Keyed[], { most, end }: ListLimit): Keyed[] {
  tasks.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return end === 'first' ? tasks.slice(0, most) : tasks.slice(-most);
}

/**
 * Whether no task that is due on the local date, or later in the order of reading, can belong to the part. A local date begins at 10:00 UTC
 * of the day before at the earliest, and ends at 12:00 UTC of the day after at the latest.
 */
function isBeyond(date: string, part: readonly Keyed[], { end }: ListLimit): boolean {
  const [first, last] = [part[0]?.key ?? '', part.at(-1)?.key ?? ''];
  return end === 'first' ? `${addDays(date, -1)}T10:00` > last : `${addDays(date, 1)}T12:01` < first;
}

/** All tasks by due date, undated ones first, including archived, deleted and withdrawn ones. */
export const allTasks = (views: Views, owner: string, page: PageOf): Promise<Page<TaskDoc>> =>
  find(views, { index: 'due', equals: [owner], order: 'asc', ...page });

/** Every task that an owner ever made, also deleted ones, page by page. */
export const everyTask = (views: Views, owner: string): AsyncGenerator<Found> =>
  pagesOf<TaskDoc>(views.documents, collection(views), { index: 'due', equals: [owner], order: 'asc' });

/** So many tasks are read at a time where the filter has left out some of the first. */
const CHUNK = 200;

/** Tasks that are not archived, by due instant (undated ones last), then by the time they were made; or in the owner's own order. */
export async function liveTasks(views: Views, owner: string, filter: LiveFilter, page: PageOf): Promise<Page<TaskDoc>> {
  const items: Stored<TaskDoc>[] = [];
  let after: Cursor | null | undefined = page.after;
  // One more than the limit shows whether there is a next page.
  for (let limit = page.limit + 1; items.length <= page.limit && after !== null; limit = Math.max(CHUNK, limit)) {
    const chunk: Page<TaskDoc> = await merged(views, lists(owner, filter), { limit, ...(after && { after }) });
    items.push(...chunk.items.filter(({ doc }) => accepted(doc, filter)));
    after = chunk.next;
  }
  const shown = items.slice(0, page.limit);
  const last = shown.at(-1);
  return { items: shown, next: items.length > page.limit && last ? cursorOf(last, filter.sort) : null };
}

type List = Omit<Query, 'limit' | 'after'>;

/** One list for each requested status, all in the same order. The due dates limit the instants only roughly, so that every zone fits. */
function lists(owner: string, { statuses, dueFrom, dueTo, sort }: LiveFilter): readonly List[] {
  if (sort === 'place') return [{ index: 'place', equals: [owner, true], order: 'asc' }];
  const bounds = { ...(dueFrom && { from: addDays(dueFrom, -1) }), ...(dueTo && { to: addDays(dueTo, 2) }), order: 'asc' as const };
  if (!statuses) return [{ index: 'live', equals: [owner], ...bounds }];
  return [...new Set(statuses)].map((status) => ({ index: 'status', equals: [owner, status], ...bounds }));
}

function accepted(doc: TaskDoc, { statuses, dueFrom, dueTo, accept }: LiveFilter): boolean {
  if (statuses !== undefined && !statuses.includes(doc.status)) return false;
  if (dueFrom !== undefined && (doc.due_date === null || doc.due_date < dueFrom)) return false;
  if (dueTo !== undefined && (doc.due_date === null || doc.due_date > dueTo)) return false;
  return accept === undefined || accept(doc);
}

/** The cursor of a page is the sort key, then the id. It is the same in every list of one order. */
const cursorOf = ({ id, doc }: Stored<TaskDoc>, sort: TaskSort = 'due'): Cursor => [sort === 'place' ? doc.place : doc.live_key, id];

const before = (a: Stored<TaskDoc>, b: Stored<TaskDoc>): number => {
  const [x, y] = [a.doc.live_key ?? '', b.doc.live_key ?? ''];
  return x === y ? (a.id < b.id ? -1 : 1) : x < y ? -1 : 1;
};

async function merged(views: Views, from: readonly List[], page: PageOf): Promise<Page<TaskDoc>> {
  const pages = await Promise.all(from.map((list) => find(views, { ...list, ...page })));
  const [first, ...others] = pages;
  if (first !== undefined && others.length === 0) return first;
  const all = pages.flatMap(({ items }) => items).sort(before);
  const items = all.slice(0, page.limit);
  const last = items.at(-1);
  const more = all.length > items.length || pages.some(({ next }) => next !== null);
  return { items, next: more && last ? cursorOf(last) : null };
}

/** The id of the only unarchived task of an owner that ends with these characters. Null: there is none, or more than one. */
export async function liveTaskWith(views: Views, owner: string, ending: string): Promise<string | null> {
  const query = { index: 'live', equals: [owner], order: 'asc' } as const;
  const found: string[] = [];
  for await (const page of pagesOf<TaskDoc>(views.documents, views.current(tasks.name), query))
    found.push(...page.flatMap(({ id }) => (id.endsWith(ending) ? [id] : [])));
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** Tasks by id, also deleted ones. */
export const tasksById = (views: Views, ids: readonly string[]): Promise<ReadonlyMap<string, Stored<TaskDoc>>> =>
  views.documents.getMany<TaskDoc>(collection(views), [...new Set(ids)]);
