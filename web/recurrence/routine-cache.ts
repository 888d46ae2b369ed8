import type { QueryClient } from '@tanstack/react-query';
import { type Routine, routineKeys, type TaggedRoutine } from '../api/routines.ts';

/** Puts a routine into the cached list, oldest first, and where it is read alone. A list that was never loaded stays so. */
export function putRoutine(client: QueryClient, saved: TaggedRoutine): void {
  const { routine } = saved;
  client.setQueryData<Routine[]>(routineKeys.list(), (list) =>
    list?.some((one) => one.id === routine.id) ? list.map((one) => (one.id === routine.id ? routine : one)) : list && [...list, routine],
  );
  client.setQueryData<TaggedRoutine>(routineKeys.one(routine.id), (one) => one && saved);
}

/** Takes a routine that has ended out of the cached list. */
export const dropRoutine = (client: QueryClient, id: string): void =>
  void client.setQueryData<Routine[]>(routineKeys.list(), (list) => list?.filter((one) => one.id !== id));
