import { hashKey, MutationCache, type MutationMeta, QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError } from './problem.ts';

/** By query client: the keys of queries whose data is known to be out of date. A key stands for all keys that begin with it. */
const staleReads = new WeakMap<QueryClient, Map<string, QueryKey>>();

/** Marks queries as out of date. They are read again when `readStale` is called. */
export function markStale(client: QueryClient, keys: readonly QueryKey[]): void {
  const marked = staleReads.get(client) ?? new Map<string, QueryKey>();
  for (const key of keys) marked.set(hashKey(key), key);
  staleReads.set(client, marked);
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
  const marked = staleReads.get(client);
  staleReads.delete(client);
  for (const queryKey of marked?.values() ?? []) void client.invalidateQueries({ queryKey });
}

/** Only failures that may pass by themselves are worth a retry: no answer, or a fault of the server. */
export const isRetryable = (error: unknown): boolean => !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

/**
 * The query client. It keeps one rule for everything that is read and changed: what began to be read before a change was answered
 * may show the time before the change, so it never overwrites what the change has put into the cache. It is stopped before the
 * change's own `onSuccess` or `onError` is called, and read again afterwards.
 */
export function makeQueryClient(): QueryClient {
  const stopOlderReads = () => stopReads(client, []);
  const mutationCache = new MutationCache({ onSuccess: stopOlderReads, onError: stopOlderReads });
  const client = new QueryClient({
    mutationCache,
    defaultOptions: { queries: { staleTime: 5 * 60_000, retry: (failures, error) => failures < 2 && isRetryable(error) } },
  });
  mutationCache.subscribe((event) => {
    if (event.type === 'updated' && (event.action.type === 'success' || event.action.type === 'error')) readAfterChange(client, 0);
  });
  return client;
}
