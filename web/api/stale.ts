import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';

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

/** Invalidates what is marked as out of date: queries on the screen are read now, the others when they are next shown. */
export function readStale(client: QueryClient): void {
  const marked = stale.get(client);
  stale.delete(client);
  for (const queryKey of marked?.values() ?? []) void client.invalidateQueries({ queryKey });
}
