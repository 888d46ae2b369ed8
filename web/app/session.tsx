import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { forgetLastRead } from '../api/last-read/storage.ts';
import { failedWith } from '../api/problem.ts';
import { forgetLeaving } from '../api/query-client.ts';
import { sessionKeys, sessionQuery, type User } from '../api/session.ts';

export type SessionEvent = 'SIGNED_IN' | 'SIGNED_OUT';

/**
 * The change between two polls, or null if there is none. Each state is the id of the user, null if nobody is signed in, or
 * `undefined` before the first answer.
 */
export function sessionEvent(before: string | null | undefined, now: string | null | undefined): SessionEvent | null {
  if (before === undefined || now === undefined || before === now) return null;
  return now === null ? 'SIGNED_OUT' : 'SIGNED_IN';
}

export interface SessionState {
  /** Undefined until the first answer. */
  user: User | null | undefined;
  /** Whether the first request failed, or waits for a connection. */
  failed: boolean;
  /** The same, but already true after the first try without an answer. */
  unanswered: boolean;
  retry: () => void;
}

/** Polled every 30 s. A failed poll changes nothing. */
export function useSession(): SessionState {
  const query = useQuery(sessionQuery());
  return {
    user: query.data === undefined ? undefined : query.data.user,
    // Without a connection the request waits for one.
    failed: (query.isError || query.isPaused) && query.data === undefined,
    unanswered: (query.failureCount > 0 || query.isError || query.isPaused) && query.data === undefined,
    retry: () => void query.refetch(),
  };
}

const forgetAllButSession = (client: QueryClient): void =>
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== sessionKeys.all[0] });

/** Clears the cache when somebody signs in or out, in this tab or another one. */
export function useSessionWatch(user: User | null | undefined): void {
  const client = useQueryClient();
  const before = useRef<string | null | undefined>(undefined);
  const id = user === undefined ? undefined : (user?.id ?? null);

  useEffect(() => {
    const event = sessionEvent(before.current, id);
    if (event !== null) forgetAllButSession(client);
    if (event === 'SIGNED_OUT') forgetLeaving(client);
    // The session may also have ended while no page was open.
    if (id === null) void forgetLastRead();
    before.current = id;
  }, [client, id]);

  // A call was refused because the session has ended, so the session is read again at once.
  useEffect(
    () =>
      client.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error' || event.query.queryKey[0] === sessionKeys.all[0]) return;
        if (failedWith(event.action.error, 'unauthenticated')) void client.invalidateQueries({ queryKey: sessionKeys.all, exact: true });
      }),
    [client],
  );
}
