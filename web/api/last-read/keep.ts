import { onlineManager, type Query, type QueryCacheNotifyEvent, type QueryClient } from '@tanstack/react-query';
import { serverNow } from '../clock.ts';
import { PAGE } from '../kept.ts';
import { failedWith } from '../problem.ts';
import { isLeaving } from '../query-client.ts';
import { type SessionAnswer, sessionKeys } from '../session.ts';
import { type Answer, type AnswerWriter, openWriter } from './answers.ts';
import { restoredAsOf } from './restored.ts';
import type { Storage } from './storage.ts';

/** The first parts of the keys of what the screens show. Exports, tokens and what is only looked up are not among them. */
const ROOTS: ReadonlySet<unknown> = new Set([
  ...['session', 'own user', 'settings', 'subscription', 'partners', 'connections', 'ai', 'vacations', 'filters'],
  ...['tasks', 'next', 'routines', 'nothing-due', 'streaks', 'alerts', 'verifications', 'focus', 'time-boxes', 'reports', 'audit'],
]);
const LOOKED_UP: ReadonlySet<unknown> = new Set(['search', 'changed', 'rendering']);
const isKept = ({ queryKey: [root, part] }: Query): boolean => ROOTS.has(root) && !LOOKED_UP.has(part);

/** What the answer about the session holds beside it, for the time without a connection. */
export interface SessionData extends SessionAnswer {
  /** The difference to the server's clock, in milliseconds. */
  readonly ahead: number;
  /** The queries that this page knew to be outdated. Everything else that it had read was true when the session was read. */
  readonly outdated: readonly string[];
}

function sessionData(client: QueryClient, { user, session }: SessionAnswer): SessionData {
  const queries = client.getQueryCache().findAll({ predicate: ({ state }) => state.isInvalidated });
  return {
    user,
    // The token is a secret, and would have expired.
    session: session && { ...session, accessToken: '' },
    ahead: serverNow() - Date.now(),
    outdated: queries.map(({ queryHash }) => queryHash),
  };
}

interface Pages {
  readonly pages: readonly unknown[];
  readonly pageParams: readonly unknown[];
}
const firstPage = ({ pages, pageParams }: Pages): Pages => ({ pages: pages.slice(0, 1), pageParams: pageParams.slice(0, 1) });

function dataOf(client: QueryClient, { queryKey, queryType, state: { data } }: Query): unknown {
  if (queryKey[0] === sessionKeys.all[0]) return sessionData(client, data as SessionAnswer);
  return queryType === 'infinite' ? firstPage(data as Pages) : data;
}

type Updated = Extract<QueryCacheNotifyEvent, { type: 'updated' }>;

/** When each query was read, in milliseconds of this browser's clock. A change that is shown while it waits is no reading. */
class ReadTimes {
  readonly #times = new WeakMap<Query, number>();

  note({ action, query }: Updated): void {
    const isRead = action.type === 'success' && (!action.manual || onlineManager.isOnline());
    if (isRead) this.#times.set(query, query.state.dataUpdatedAt);
  }

  of(query: Query): number {
    return this.#times.get(query) ?? query.state.dataUpdatedAt;
  }
}

function answerOf(client: QueryClient, query: Query, readAt: number): Answer {
  const { queryHash, queryKey, queryType } = query;
  const asOf = restoredAsOf(client, query);
  // What another page has read is not current because this page goes on.
  const time = asOf === null ? { at: readAt, page: PAGE } : { at: asOf, page: '' };
  return { queryHash, queryKey, isInfinite: queryType === 'infinite', data: dataOf(client, query), ...time };
}

/** Several answers come one after the other. In milliseconds. */
const TOGETHER_MS = 1_000;
const whenIdle = (run: () => void): void =>
  void ('requestIdleCallback' in globalThis ? requestIdleCallback(run, { timeout: 2_000 }) : run());

/**
 * Keeps what the screens of this person read, sealed, until `signal` aborts or the keys are destroyed. If the browser has no room,
 * the page goes on without.
 */
export async function keepLastRead(client: QueryClient, owner: string, storage: Storage, signal: AbortSignal): Promise<void> {
  const cache = client.getQueryCache();
  const readTimes = new ReadTimes();
  // What was put back and not changed since is in the database already.
  const isNew = (query: Query): boolean => restoredAsOf(client, query) === null || query.state.dataUpdateCount > 0;
  const changed = new Set(cache.findAll({ predicate: (query) => isKept(query) && query.state.data !== undefined && isNew(query) }));
  const gone = new Set<string>();
  let writer: AnswerWriter | null = await openWriter(storage, owner, Date.now()).catch(() => null);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWriting = false;

  async function write(): Promise<void> {
    if (signal.aborted || writer === null || isWriting || isLeaving(client)) return;
    const known = [...changed].filter(({ state }) => state.data !== undefined);
    const answers = known.map((query) => answerOf(client, query, readTimes.of(query)));
    const hashes = [...gone];
    changed.clear();
    gone.clear();
    isWriting = true;
    const isTheirs = client.getQueryData<SessionAnswer>(sessionKeys.all)?.user?.id === owner;
    const isOpen = isTheirs && (await writer.write(answers, hashes, Date.now()).catch(() => true));
    isWriting = false;
    if (!isOpen) writer = null;
    else if (changed.size > 0 || gone.size > 0) plan();
  }
  function plan(): void {
    clearTimeout(timer);
    timer = setTimeout(() => whenIdle(() => void write()), TOGETHER_MS);
  }

  if (writer === null || signal.aborted) return;
  const stop = cache.subscribe((event) => {
    if (event.type !== 'updated' || !isKept(event.query)) return;
    readTimes.note(event);
    if (event.action.type === 'success') changed.add(event.query);
    else if (event.action.type === 'error' && failedWith(event.action.error, 'not_found')) gone.add(event.query.queryHash);
    else return;
    plan();
  });
  // The browser may end a page that is hidden.
  if (typeof document !== 'undefined')
    document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && void write(), { signal });
  signal.addEventListener('abort', () => {
    stop();
    clearTimeout(timer);
  });
  plan();
}
