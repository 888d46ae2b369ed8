import { isCancelledError, type QueryClient } from '@tanstack/react-query';
import { failedWith } from '../api/problem.ts';
import { markDue } from '../api/query-client.ts';
import { readTask, taskKeys } from '../api/tasks.ts';
import { cachedTask, dropTask, isListed, putTask } from './cache.ts';

let reads = 0;
/** The number of the newest read of each task, by query client. */
const newest = new WeakMap<QueryClient, Map<string, number>>();

/**
 * Reads a task that has changed with the next `readStale`, and puts it into the lists. With thousands of tasks this takes much less time
 * than reading the lists again.
 */
export const markTaskChanged = (client: QueryClient, id: string): void => markDue(client, `task ${id}`, () => readChanged(client, id));

/** False: no list has this task. It may be new, or deleted, and then the server would refuse the read. */
export function markListedTaskChanged(client: QueryClient, id: string): boolean {
  const isKnown = isListed(client, id);
  if (isKnown) markTaskChanged(client, id);
  return isKnown;
}

async function readChanged(client: QueryClient, id: string): Promise<void> {
  reads += 1;
  const read = reads;
  const ofTasks = newest.get(client) ?? new Map<string, number>();
  newest.set(client, ofTasks.set(id, read));
  try {
    // As a query, because a change of one's own cancels the reads that are under way (`stopReads`).
    const queryKey = taskKeys.changed(id, read);
    const { task, etag } = await client.fetchQuery({
      queryKey,
      queryFn: ({ signal }) => readTask(id, signal),
      gcTime: 0,
      retry: false,
      networkMode: 'always',
    });
    if (ofTasks.get(id) !== read) return;
    const before = cachedTask(client, id);
    putTask(client, task, etag);
    // A task has its old place again when it comes back from the archive.
    if (!before || before.archived !== task.archived) await client.invalidateQueries({ queryKey: taskKeys.placed() });
  } catch (error) {
    if (isCancelledError(error)) markTaskChanged(client, id);
    else if (failedWith(error, 'not_found')) dropTask(client, id);
    else await client.invalidateQueries({ queryKey: taskKeys.lists });
  }
}
