import { queryOptions } from '@tanstack/react-query';
import * as calls from '../../src/contracts/calls/routine.ts';
import type { EditRecurringTask, NewRecurringTask, RecurringTask } from '../../src/contracts/routine.ts';
import type { Camel } from './names.ts';
import { request, requestDone, requestTagged, type Tagged } from './request.ts';

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
const taggedRoutine = ({ value, etag }: Tagged<Routine>): TaggedRoutine => ({ routine: value, etag });

export const routinesQuery = () =>
  queryOptions({
    queryKey: routineKeys.list(),
    queryFn: ({ signal }) => request(calls.listRoutines, { signal }),
  });
export const routineQuery = (id: string) =>
  queryOptions({
    queryKey: routineKeys.one(id),
    queryFn: async ({ signal }) => taggedRoutine(await requestTagged(calls.readRoutine, { params: { id }, signal })),
  });

/** `key` is the idempotency key: a retry with the same key creates the routine only once. */
export const createRoutine = async (
  body: Partial<NewRoutine> & Pick<NewRoutine, 'title' | 'rrule'>,
  key?: string,
): Promise<TaggedRoutine> => taggedRoutine(await requestTagged(calls.createRoutine, { body, key }));
export const editRoutine = async (id: string, change: EditRoutine, etag?: string | null): Promise<TaggedRoutine> =>
  taggedRoutine(await requestTagged(calls.editRoutine, { params: { id }, body: change, etag }));
/** Past tasks of the routine stay. */
export const endRoutine = (id: string) => requestDone(calls.endRoutine, { params: { id } });
