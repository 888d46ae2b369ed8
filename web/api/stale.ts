import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';

/** By client: what has changed on the server in a way that no answer told. Every key stands for all keys that begin with it. */
const stale = new WeakMap<QueryClient, Map<string, QueryKey>>();

/** Notes what has to be read again once `readStale` is called. */
export function markStale(client: QueryClient, keys: readonly QueryKey[]): void {
  const marked = stale.get(client) ?? new Map<string, QueryKey>();
  for (const key of keys) marked.set(hashKey(key), key);
  stale.set(client, marked);
}

/**
 * Stops the reads of these keys that are on their way, since the server may have answered them before a change that is just
 * being sent. They are marked as stale, so that they are made again once the change was answered.
 */
export async function stopReads(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const running = client.getQueryCache().findAll({ queryKey, predicate: ({ state }) => state.fetchStatus !== 'idle' });
  markStale(
    client,
    running.map((query) => query.queryKey),
  );
  await client.cancelQueries({ queryKey });
}

/** Reads again what is marked as stale: now what a screen shows, the rest when it is next shown. */
export function readStale(client: QueryClient): void {
  const marked = stale.get(client);
  stale.delete(client);
  for (const queryKey of marked?.values() ?? []) void client.invalidateQueries({ queryKey });
}
