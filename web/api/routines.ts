import { queryOptions } from '@tanstack/react-query';
import type { EditRecurringTask, NewRecurringTask, RecurringTask } from '../../src/contracts/routine.ts';
import { type Camel, camel, snake } from './camel.ts';
import { json, send, tagged } from './client.ts';

export type Routine = Camel<RecurringTask>;
export type NewRoutine = Camel<NewRecurringTask>;
export type EditRoutine = Camel<EditRecurringTask>;
export interface TaggedRoutine {
  readonly routine: Routine;
  readonly etag: string | null;
}

export const routineKeys = {
  all: ['routines'] as const,
  list: () => ['routines', 'list'] as const,
  one: (id: string) => ['routines', 'one', id] as const,
};
const path = (id: string): string => `/api/recurring_tasks/${encodeURIComponent(id)}`;
const taggedRoutine = (answer: { value: RecurringTask; etag: string | null }): TaggedRoutine => ({
  routine: camel(answer.value),
  etag: answer.etag,
});

export const routinesQuery = () =>
  queryOptions({
    queryKey: routineKeys.list(),
    queryFn: async ({ signal }) =>
      (await json<RecurringTask[]>('/api/recurring_tasks', { signal, fallback: 'Failed to fetch recurring tasks' })).map(camel),
  });
export const routineQuery = (id: string) =>
  queryOptions({
    queryKey: routineKeys.one(id),
    queryFn: async ({ signal }) =>
      taggedRoutine(await tagged<RecurringTask>(path(id), { signal, fallback: 'Failed to fetch recurring task' })),
  });

/** `key` is the idempotency key: a second try with the same key creates it only once. */
export const createRoutine = async (
  body: Partial<NewRoutine> & Pick<NewRoutine, 'title' | 'rrule'>,
  key?: string,
): Promise<TaggedRoutine> =>
  taggedRoutine(
    await tagged<RecurringTask>('/api/recurring_tasks', {
      method: 'POST',
      body: snake(body),
      ...(key ? { key } : {}),
      fallback: 'Failed to create recurring task',
    }),
  );
export const editRoutine = async (id: string, change: EditRoutine, etag?: string | null): Promise<TaggedRoutine> =>
  taggedRoutine(
    await tagged<RecurringTask>(path(id), { method: 'PUT', body: snake(change), etag, fallback: 'Failed to update recurring task' }),
  );
/** Ends a routine. Its past tasks stay. */
export const endRoutine = (id: string) =>
  send(path(id), { method: 'DELETE', fallback: 'Failed to delete recurring task' }).then(() => undefined);
