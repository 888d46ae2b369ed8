import { queryOptions } from '@tanstack/react-query';
import type { EditTask as EditBody, NewTask as NewBody, Task as WireTask } from '../../src/contracts/task.ts';
import { type Camel, camel, snake } from './camel.ts';
import { allOf, json, send, tagged } from './client.ts';

export type Task = Camel<WireTask>;
export type NewTask = Camel<NewBody>;
export type EditTask = Camel<EditBody>;
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
  missed: () => ['tasks', 'list', 'missed'] as const,
  archived: () => ['tasks', 'list', 'archived'] as const,
  one: (id: string) => ['tasks', 'one', id] as const,
  children: (id: string) => ['tasks', 'children', id] as const,
};

const path = (id: string, rest = ''): string => `/api/tasks/${encodeURIComponent(id)}${rest}`;

const allPages = async (from: string, signal: AbortSignal, fallback: string): Promise<Task[]> =>
  (await allOf<WireTask>(from, { query: { limit: from === '/api/tasks' ? 1_000 : 200 }, signal, fallback })).map(camel);

/** Reads a list that is not essential to its screen: when the call fails, it logs a warning and gives an empty list. */
async function emptyOnFailure(from: string, signal: AbortSignal, fallback: string): Promise<Task[]> {
  try {
    return await allPages(from, signal, fallback);
  } catch (error) {
    if (signal.aborted) throw error;
    console.warn(fallback, error);
    return [];
  }
}

/** All tasks that are not archived, including steps, ordered by due instant. Tasks without a due date come last. */
export const tasksQuery = () =>
  queryOptions({ queryKey: taskKeys.list(), queryFn: ({ signal }) => allPages('/api/tasks', signal, 'Failed to fetch all tasks') });
/** Missed tasks, newest first. The list is empty, with a warning on the console, when the call fails. */
export const missedTasksQuery = () =>
  queryOptions({
    queryKey: taskKeys.missed(),
    queryFn: ({ signal }) => emptyOnFailure('/api/tasks/missed', signal, 'Failed to fetch missed tasks'),
  });
export const archivedTasksQuery = () =>
  queryOptions({
    queryKey: taskKeys.archived(),
    queryFn: ({ signal }) => emptyOnFailure('/api/tasks/archived', signal, 'Failed to fetch archived tasks'),
  });

/** Reads a task as it is now, outside of the cache. */
export const readTask = async (id: string, signal?: AbortSignal): Promise<TaggedTask> =>
  taggedTask(await tagged<WireTask>(path(id), { ...(signal ? { signal } : {}), fallback: 'Failed to fetch task' }));
export const taskQuery = (id: string) => queryOptions({ queryKey: taskKeys.one(id), queryFn: ({ signal }) => readTask(id, signal) });
export const childrenQuery = (id: string) =>
  queryOptions({
    queryKey: taskKeys.children(id),
    queryFn: async ({ signal }) =>
      (await json<WireTask[]>(path(id, '/children'), { signal, fallback: 'Failed to fetch task children' })).map(camel),
  });

const taggedTask = (answer: { value: WireTask; etag: string | null }): TaggedTask => ({ task: camel(answer.value), etag: answer.etag });

/** Creates a task. `key` is the idempotency key: a second try with the same key creates it only once. */
export const createTask = async (task: Partial<NewTask> & Pick<NewTask, 'title'>, key?: string): Promise<TaggedTask> =>
  taggedTask(
    await tagged<WireTask>('/api/tasks', { method: 'POST', body: snake(task), ...(key ? { key } : {}), fallback: 'Failed to create task' }),
  );

export const editTask = async (id: string, change: EditTask, etag?: string | null): Promise<TaggedTask> =>
  taggedTask(await tagged<WireTask>(path(id), { method: 'PUT', body: snake(change), etag, fallback: 'Failed to update task' }));

/** Sets the status of a task. `reason` is required for `skipped`, and left out for every other status. */
export const setTaskStatus = async (id: string, status: ClientStatus, reason?: string): Promise<TaggedTask> =>
  taggedTask(
    await tagged<WireTask>(path(id, '/status'), {
      method: 'PATCH',
      body: { completed: status === 'completed', status, ...(reason === undefined ? {} : { reason }) },
      fallback: 'Failed to update task status',
    }),
  );

const post =
  (rest: string, fallback: string) =>
  async (id: string, key?: string): Promise<TaggedTask> =>
    taggedTask(await tagged<WireTask>(path(id, rest), { method: 'POST', ...(key ? { key } : {}), fallback }));
/** Undoes the owner's last change of a task. A second call changes nothing more. */
export const undoTask = post('/undo', 'Failed to undo');
export const archiveTask = post('/archive', 'Failed to archive task');
export const unarchiveTask = post('/unarchive', 'Failed to unarchive task');

export const deleteTask = (id: string) => send(path(id), { method: 'DELETE', fallback: 'Failed to delete task' }).then(() => undefined);
/** Deletes steps of a task: all of those named, or none. */
export const deleteTaskChildren = (id: string, children: readonly string[]) =>
  send(path(id, '/children'), { method: 'DELETE', body: { children }, fallback: 'Failed to delete task children' }).then(() => undefined);
