import { type InfiniteData, infiniteQueryOptions, type QueryFunctionContext, queryOptions, replaceEqualDeep } from '@tanstack/react-query';
import * as dayCalls from '../../src/contracts/calls/day.ts';
import * as calls from '../../src/contracts/calls/task.ts';
import type { AgainBody, EditTask as EditBody, NewTask as NewBody, Task as WireTask } from '../../src/contracts/task.ts';
import type { Page } from './client.ts';
import type { Camel } from './names.ts';
import { markStale } from './query-client.ts';
import { request, requestAll, requestDone, requestPage, requestTagged, type Tagged } from './request.ts';

export type Task = Camel<WireTask>;
export type NewTask = Camel<NewBody>;
export type EditTask = Camel<EditBody>;
export type AgainDue = Camel<AgainBody>;
export type TaskStatus = WireTask['status'];
export type ClientStatus = Exclude<TaskStatus, 'missed'>;
export interface TaggedTask {
  task: Task;
  etag: string | null;
}

export const taskKeys = {
  all: ['tasks'] as const,
  lists: ['tasks', 'list'] as const,
  list: () => ['tasks', 'list', 'all'] as const,
  /** In the owner's own order. */
  placed: () => ['tasks', 'list', 'placed'] as const,
  missed: () => ['tasks', 'list', 'missed'] as const,
  /** In pages. An earlier version kept a whole list under 'archived' in the browser. */
  archived: () => ['tasks', 'list', 'archive'] as const,
  one: (id: string) => ['tasks', 'one', id] as const,
  children: (id: string) => ['tasks', 'children', id] as const,
  /** One of the reads of a task that has changed. Its answer is put into the lists. */
  changed: (id: string, read: number) => ['tasks', 'changed', id, read] as const,
};

type List = typeof calls.listTasks | typeof calls.listMissedTasks | typeof calls.listArchivedTasks;
const allTasks = (list: List, limit: number, signal: AbortSignal): Promise<Task[]> => requestAll(list, { query: { limit }, signal });

/**
 * For lists that the screen can do without: if the call fails, it logs a warning and returns what is given as empty, which is read again
 * with the next change. A list that is known from before is not emptied.
 */
async function emptyOnFailure<T>(
  list: List,
  { client, queryKey, signal }: Pick<QueryFunctionContext, 'client' | 'queryKey' | 'signal'>,
  read: () => Promise<T>,
  empty: T,
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (signal.aborted || client.getQueryData(queryKey) !== undefined) throw error;
    console.warn(list.failure, error);
    markStale(client, [queryKey]);
    return empty;
  }
}

/**
 * Keeps the objects of tasks that have not changed. With thousands of tasks this takes much less time than the comparison of the
 * library, because most of them are the same objects.
 */
function sharedTasks(known: unknown, read: unknown): unknown {
  if (!Array.isArray(known) || !Array.isArray(read)) return read;
  const [before, after] = [known as readonly Task[], read as readonly Task[]];
  let byId: ReadonlyMap<string, Task> | null = null;
  const moved = (id: string): Task | undefined => {
    byId ??= new Map(before.map((task) => [task.id, task]));
    return byId.get(id);
  };
  let isSame = before.length === after.length;
  const shared = [...after];
  for (let at = 0; at < after.length; at += 1) {
    const task = after[at] as Task;
    if (task === before[at]) continue;
    const was = before[at]?.id === task.id ? before[at] : moved(task.id);
    const one = was === undefined ? task : replaceEqualDeep(was, task);
    isSame &&= one === before[at];
    shared[at] = one;
  }
  return isSame ? before : shared;
}

/** Without archived tasks, with steps, ordered by due instant. Tasks without a due date come last. */
export const tasksQuery = () =>
  queryOptions({
    queryKey: taskKeys.list(),
    queryFn: ({ signal }) => allTasks(calls.listTasks, 1_000, signal),
    structuralSharing: sharedTasks,
  });
/** The same tasks in the owner's own order. A new one is last. */
export const placedTasksQuery = () =>
  queryOptions({
    queryKey: taskKeys.placed(),
    queryFn: ({ signal }) => requestAll(calls.listTasks, { query: { limit: 1_000, sort: 'place' }, signal }),
  });
/** Newest first. If the call fails, the list is empty and a warning is logged. */
export const missedTasksQuery = () =>
  queryOptions({
    queryKey: taskKeys.missed(),
    queryFn: (context) =>
      emptyOnFailure<Task[]>(calls.listMissedTasks, context, () => allTasks(calls.listMissedTasks, 200, context.signal), []),
  });

/** The pages of the archive that were read. */
export type Archive = InfiniteData<Page<Task>, string | null>;
const tasksOfArchive = ({ pages }: Archive): Task[] => pages.flatMap(({ items }) => items);

/**
 * The archive, newest first, in pages of 200. It has no bound, so further pages are read when they are needed. If the first page cannot
 * be read, the archive is empty and a warning is logged.
 */
export const archivedTasksQuery = () =>
  infiniteQueryOptions({
    queryKey: taskKeys.archived(),
    queryFn: (context) => {
      const query = { limit: 200, after: context.pageParam };
      const read = () => requestPage(calls.listArchivedTasks, { query, signal: context.signal });
      return emptyOnFailure<Page<Task>>(calls.listArchivedTasks, context, read, { items: [], next: null });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    select: tasksOfArchive,
  });

const taggedTask = ({ value, etag }: Tagged<Task>): TaggedTask => ({ task: value, etag });

/** Reads the current task without the cache. */
export const readTask = async (id: string, signal?: AbortSignal): Promise<TaggedTask> =>
  taggedTask(await requestTagged(calls.readTask, { params: { id }, ...(signal && { signal }) }));
export const taskQuery = (id: string) => queryOptions({ queryKey: taskKeys.one(id), queryFn: ({ signal }) => readTask(id, signal) });
export const childrenQuery = (id: string) =>
  queryOptions({
    queryKey: taskKeys.children(id),
    queryFn: ({ signal }) => request(calls.listChildren, { params: { id }, signal }),
  });

/** `key` is the idempotency key: a retry with the same key creates the task only once. */
export const createTask = async (task: Partial<NewTask> & Pick<NewTask, 'title'>, key?: string): Promise<TaggedTask> =>
  taggedTask(await requestTagged(calls.createTask, { body: task, key }));
export const editTask = async (id: string, change: EditTask, etag?: string | null): Promise<TaggedTask> =>
  taggedTask(await requestTagged(calls.editTask, { params: { id }, body: change, etag }));

/** Creates a task that promises a missed or skipped one again. `key` is the idempotency key. */
export const promiseAgain = async (id: string, due: AgainDue, key?: string): Promise<TaggedTask> =>
  taggedTask(await requestTagged(calls.promiseAgain, { params: { id }, body: due, key }));

/** `reason` is required for `skipped` and not allowed for any other status. */
export const setTaskStatus = async (id: string, status: ClientStatus, reason?: string): Promise<TaggedTask> =>
  taggedTask(
    await requestTagged(calls.setTaskStatus, {
      params: { id },
      body: { completed: status === 'completed', status, ...(reason === undefined ? {} : { reason }) },
    }),
  );

/** Puts the task before another one in the owner's own order, or at its end. */
export const placeTask = (id: string, before: string | null): Promise<Task> =>
  request(calls.placeTask, { params: { id }, body: { before } });

/**
 * Undoes the owner's last change of a task. It can be repeated: a second call changes nothing. With `etag` it undoes only what was the last
 * change then.
 */
export const undoTask = async (id: string, key?: string, etag?: string | null) =>
  taggedTask(await requestTagged(calls.undoTask, { params: { id }, key, etag }));
export const archiveTask = async (id: string, key?: string) => taggedTask(await requestTagged(calls.archiveTask, { params: { id }, key }));
export const unarchiveTask = async (id: string, key?: string) =>
  taggedTask(await requestTagged(calls.unarchiveTask, { params: { id }, key }));

export const deleteTask = (id: string) => requestDone(calls.deleteTask, { params: { id } });
/** Deletes all of the named steps or none of them. */
export const deleteTaskChildren = (id: string, children: readonly string[]) =>
  requestDone(calls.deleteChildren, { params: { id }, body: { children: [...children] } });

export const nothingDueKeys = { all: ['nothing-due'] as const, of: (date: string) => ['nothing-due', date] as const };

export const nothingDueQuery = (date: string) =>
  queryOptions({
    queryKey: nothingDueKeys.of(date),
    queryFn: async ({ signal }) => (await request(dayCalls.readNothingDue, { params: { date }, signal })).nothingDue,
  });

/** Can be repeated: a second call changes nothing. */
export const markNothingDue = (date: string) => requestDone(dayCalls.sayNothingDue, { params: { date } });
