import { hashKey, type MutationMeta, type QueryClient, type QueryKey } from '@tanstack/react-query';

/** By query client: the keys of queries whose data is known to be out of date. A key stands for all keys that begin with it. */
const stale = new WeakMap<QueryClient, Map<string, QueryKey>>();

/** Marks queries as out of date. They are read again when `readStale` is called. */
export function markStale(client: QueryClient, keys: readonly QueryKey[]): void {
  const marked = stale.get(client) ?? new Map<string, QueryKey>();
  for (const key of keys) marked.set(hashKey(key), key);
  stale.set(client, marked);
}

/**
 * Cancels the reads of these queries that are under way, since the server may answer them as things were before the change
 * that is being sent. They are marked as out of date, so that `readStale` reads them again after the change was answered.
 */
export async function stopReads(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const running = client.getQueryCache().findAll({ queryKey, predicate: ({ state }) => state.fetchStatus !== 'idle' });
  markStale(
    client,
    running.map((query) => query.queryKey),
  );
  await client.cancelQueries({ queryKey });
}

/** The meta of a mutation whose result the screen shows before the answer. */
export const SHOWN_AT_ONCE: MutationMeta = { shownAtOnce: true };

/**
 * Reads what is marked as out of date, unless changes are still under way that the screen shows already: an earlier read would
 * show them as not yet done. One that is tried again after a failure is not waited for. `own` is 1 when a mutation calls this
 * before it has settled itself and is one of those.
 */
export function readAfterChange(client: QueryClient, own: 0 | 1): void {
  const shown = client.getMutationCache().findAll({
    status: 'pending',
    predicate: ({ meta, state }) => meta?.shownAtOnce === true && state.failureCount === 0,
  });
  if (shown.length <= own) readStale(client);
}

/** Invalidates what is marked as out of date: queries on the screen are read now, the others when they are next shown. */
export function readStale(client: QueryClient): void {
  const marked = stale.get(client);
  stale.delete(client);
  for (const queryKey of marked?.values() ?? []) void client.invalidateQueries({ queryKey });
}
