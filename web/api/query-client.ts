import { hashKey, MutationCache, type MutationMeta, QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError } from './problem.ts';

/** The keys of outdated queries, by query client. A key stands for all keys that begin with it. */
const staleReads = new WeakMap<QueryClient, Map<string, QueryKey>>();

/** Marks queries as outdated. `readStale` reads them again. */
export function markStale(client: QueryClient, keys: readonly QueryKey[]): void {
  const marked = staleReads.get(client) ?? new Map<string, QueryKey>();
  for (const key of keys) marked.set(hashKey(key), key);
  staleReads.set(client, marked);
}

/**
 * Cancels running reads of these queries, because the server may answer them with the state before the change that is being
 * sent. It also marks them as outdated, so that `readStale` reads them again after the answer.
 */
export async function stopReads(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const running = client.getQueryCache().findAll({ queryKey, predicate: ({ state }) => state.fetchStatus !== 'idle' });
  markStale(
    client,
    running.map((query) => query.queryKey),
  );
  await client.cancelQueries({ queryKey });
}

/** The meta of a mutation whose result is shown before the server answers (an optimistic update). */
export const SHOWN_AT_ONCE: MutationMeta = { shownAtOnce: true };

/**
 * The meta of a mutation that ends the session. While it is under way, and after its success, outdated queries are not read,
 * because the server would refuse each of them.
 */
export const ENDS_SESSION: MutationMeta = { endsSession: true };

/**
 * The meta of a mutation after which only a new session cookie is valid. Until its answer has brought the cookie, nothing is read
 * because of a live change, because the server would refuse the old cookie.
 */
export const RENEWS_SESSION: MutationMeta = { renewsSession: true };

const leavings = (client: QueryClient) =>
  client
    .getMutationCache()
    .findAll({ predicate: ({ meta, state }) => meta?.endsSession === true && ['pending', 'success'].includes(state.status) });
export const isLeaving = (client: QueryClient): boolean => leavings(client).length > 0;

/** Called when somebody has signed out: the next person may sign in on the same page. */
export function forgetLeaving(client: QueryClient): void {
  for (const mutation of leavings(client)) client.getMutationCache().remove(mutation);
  staleReads.delete(client);
}

function isChanging(client: QueryClient, own: 0 | 1): boolean {
  const shown = client.getMutationCache().findAll({
    status: 'pending',
    predicate: ({ meta, state }) => (meta?.shownAtOnce === true && state.failureCount === 0) || meta?.renewsSession === true,
  });
  return shown.length > own;
}

/**
 * Reads outdated queries, unless optimistic changes are still under way: a read would show these as not done yet. It does not
 * wait for a change that is being retried after a failure. `own` is 1 if an optimistic mutation calls this before it has
 * settled itself.
 */
export function readAfterChange(client: QueryClient, own: 0 | 1): void {
  if (!isChanging(client, own)) readStale(client);
}

/** Like `readAfterChange`. Resolves when the visible queries were read, or at once if they are read later. */
export async function readUnlessChanging(client: QueryClient): Promise<void> {
  if (!isChanging(client, 0)) await readMarked(client);
}

/** Invalidates outdated queries. Visible queries are read now, the others when they are next shown. */
export const readStale = (client: QueryClient): void => void readMarked(client);

async function readMarked(client: QueryClient): Promise<void> {
  if (isLeaving(client)) return;
  const marked = staleReads.get(client);
  staleReads.delete(client);
  await Promise.all([...(marked?.values() ?? [])].map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** Retries only failures that may pass: no answer, or a fault of the server. */
export const isRetryable = (error: unknown): boolean => !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

/**
 * The query client has one rule for all reads and changes: a read that began before a change was answered may contain the old
 * state, so it must not overwrite the result of the change. It is cancelled before the `onSuccess` or `onError` of the change
 * is called, and repeated afterwards.
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
