import {
  hashKey,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  type MutationMeta,
  notifyManager,
  type Query,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { ApiError } from './problem.ts';

/**
 * Runs whatever is scheduled within one task together in a later one, in the same order. The library schedules each change of the
 * cache by itself, and one change of a task makes several, so the screen would be rendered several times.
 */
function togetherLater(): (run: () => void) => void {
  let waiting: (() => void)[] = [];
  return (run) => {
    waiting.push(run);
    if (waiting.length > 1) return;
    setTimeout(() => {
      const runs = waiting;
      waiting = [];
      // Each by itself, so that an error in one does not stop the others. React renders after all of them.
      for (const one of runs) queueMicrotask(one);
    });
  };
}
notifyManager.setScheduler(togetherLater());

/** The keys of outdated queries, by query client. A key stands for all keys that begin with it. */
const staleReads = new WeakMap<QueryClient, Map<string, QueryKey>>();

/** Other reads that `readStale` begins, by query client and by name. */
const dueReads = new WeakMap<QueryClient, Map<string, () => Promise<void>>>();

/** For what is not read by a query. A read that is due already under this name is replaced. */
export function markDue(client: QueryClient, name: string, read: () => Promise<void>): void {
  const due = dueReads.get(client) ?? new Map<string, () => Promise<void>>();
  dueReads.set(client, due.set(name, read));
}

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
  dueReads.delete(client);
}

function isChanging(client: QueryClient): boolean {
  const shown = client.getMutationCache().findAll({
    status: 'pending',
    predicate: ({ meta, state }) => (meta?.shownAtOnce === true && state.failureCount === 0) || meta?.renewsSession === true,
  });
  return shown.length > 0;
}

/**
 * For so long, in milliseconds, nothing more may be changed before outdated queries are read. What a change shows is painted before
 * that, and changes in quick succession are followed by one read.
 */
const READ_AFTER_MS = 300;

/** The pause before the reads that follow a change, in milliseconds, by query client. Absent: none. */
const pauses = new WeakMap<QueryClient, number>();

interface Soon extends PromiseWithResolvers<void> {
  timer: ReturnType<typeof setTimeout> | undefined;
}
/** The reads that will begin soon, by query client. */
const soonReads = new WeakMap<QueryClient, Soon>();

/**
 * Reads outdated queries once nothing was changed for a moment, unless optimistic changes are still under way then: a read would
 * show these as not done yet. It does not wait for a change that is being retried after a failure. Resolves when the visible
 * queries were read, or without a read if a change is under way, which will be followed by one.
 */
export function readAfterChange(client: QueryClient): Promise<void> {
  const soon: Soon = soonReads.get(client) ?? { ...Promise.withResolvers<void>(), timer: undefined };
  soonReads.set(client, soon);
  clearTimeout(soon.timer);
  soon.timer = setTimeout(() => {
    soonReads.delete(client);
    soon.resolve(readUnlessChanging(client));
  }, pauses.get(client) ?? 0);
  return soon.promise;
}

async function readUnlessChanging(client: QueryClient): Promise<void> {
  if (!isChanging(client)) await readMarked(client);
}

/** Invalidates outdated queries. Visible queries are read now, the others when they are next shown. */
export const readStale = (client: QueryClient): void => void readMarked(client);

async function readMarked(client: QueryClient): Promise<void> {
  if (isLeaving(client)) return;
  const marked = [...(staleReads.get(client)?.values() ?? [])];
  const due = [...(dueReads.get(client)?.values() ?? [])];
  staleReads.delete(client);
  dueReads.delete(client);
  await Promise.all([...marked.map((queryKey) => client.invalidateQueries({ queryKey })), ...due.map((read) => read())]);
}

/** Retries only failures that may pass: no answer, or a fault of the server. */
export const isRetryable = (error: unknown): boolean => !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

/** Whether a read may succeed later. 429: too many requests. */
export const isPassing = (error: unknown): boolean => isRetryable(error) || (error instanceof ApiError && error.status === 429);

/** In milliseconds. */
const READ_FAILED_AGAIN_MS = 30_000;

/** A screen keeps its data when a later read fails. Nobody sees that the data is outdated, so the read is repeated. */
const readFailedAgain = ({ state }: Query): number | false =>
  state.data !== undefined && state.status === 'error' && isPassing(state.error) && READ_FAILED_AGAIN_MS;

/** Invalidated queries are read at once, except these: the read that is running goes on. */
const isLeftRunning = (query: Query): boolean =>
  query.state.fetchStatus === 'fetching' && (query.state.data === undefined || !query.isActive());

/**
 * React Query does not begin a first read again when its query is invalidated meanwhile, and its answer, which may be older,
 * then counts as fresh. So does the answer of a running read that no screen waits for. This client repeats such reads once they
 * have ended. It does not cancel them, because the person may be waiting for the first answer.
 */
class VouchQueryClient extends QueryClient {
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const running = this.getQueryCache().findAll(filters).filter(isLeftRunning);
    const ended = running.map(({ promise }) => promise?.catch(() => undefined));
    await super.invalidateQueries(filters, options);
    if (running.length === 0) return;
    await Promise.all(ended);
    // A first read that has failed shows its error, and nothing outdated.
    const answered = running.filter(({ state }) => state.data !== undefined);
    markStale(
      this,
      answered.map(({ queryKey }) => queryKey),
    );
    await readUnlessChanging(this);
  }
}

/**
 * The query client has two rules for all reads and changes. A read that began before a change was answered may contain the old
 * state, so it must not overwrite the result of the change. It is cancelled before the `onSuccess` or `onError` of the change
 * is called, and repeated afterwards. A read that began before its query was invalidated is repeated, too. `readAfterMs`: the pause
 * before the reads that follow a change, in milliseconds.
 */
export function makeQueryClient(readAfterMs = READ_AFTER_MS): QueryClient {
  const stopOlderReads = () => stopReads(client, []);
  const mutationCache = new MutationCache({ onSuccess: stopOlderReads, onError: stopOlderReads });
  const client = new VouchQueryClient({
    mutationCache,
    defaultOptions: {
      queries: {
        staleTime: 5 * 60_000,
        retry: (failures, error) => failures < 2 && isRetryable(error),
        refetchInterval: readFailedAgain,
      },
    },
  });
  pauses.set(client, readAfterMs);
  mutationCache.subscribe((event) => {
    if (event.type === 'updated' && (event.action.type === 'success' || event.action.type === 'error')) void readAfterChange(client);
  });
  return client;
}
