import type { QueryClient } from '@tanstack/react-query';
import { type Routine, routineKeys, type TaggedRoutine } from '../api/routines.ts';

/** Puts a routine into the cached list (oldest first) and into its own cached query. Queries that were never loaded stay that way. */
export function putRoutine(client: QueryClient, saved: TaggedRoutine): void {
  const { routine } = saved;
  client.setQueryData<Routine[]>(routineKeys.list(), (list) =>
    list?.some((one) => one.id === routine.id) ? list.map((one) => (one.id === routine.id ? routine : one)) : list && [...list, routine],
  );
  client.setQueryData<TaggedRoutine>(routineKeys.one(routine.id), (one) => one && saved);
}

/** Removes a routine that has ended from the cached list. */
export const dropRoutine = (client: QueryClient, id: string): void =>
  void client.setQueryData<Routine[]>(routineKeys.list(), (list) => list?.filter((one) => one.id !== id));
