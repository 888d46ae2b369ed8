import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { archivedTasksQuery, type Task } from '../api/tasks.ts';

export interface ArchiveNeeds {
  readonly enabled?: boolean;
  /** Whether the tasks that were read are enough. Until then the next pages are read, too. Absent: the first page is enough. */
  readonly isEnough?: (tasks: readonly Task[]) => boolean;
}

/** The archive as far as it was read. `isReading`: not enough was read yet, no read has failed, and none waits for the connection. */
export function useArchive({ enabled = true, isEnough }: ArchiveNeeds = {}) {
  const query = useInfiniteQuery({ ...archivedTasksQuery(), enabled });
  const { data, hasNextPage, isFetching, isPaused, error, fetchNextPage } = query;
  const goesOn = enabled && hasNextPage && !error && data !== undefined && isEnough !== undefined && !isEnough(data);
  useEffect(() => {
    if (goesOn && !isFetching) void fetchNextPage({ cancelRefetch: false });
  }, [goesOn, isFetching, fetchNextPage]);
  return { query, tasks: data, isReading: enabled && !error && !isPaused && (data === undefined || goesOn) };
}
