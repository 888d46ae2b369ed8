import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { failedWith } from '../api/problem.ts';
import { sessionKeys, sessionQuery, type User } from '../api/session.ts';
import { sessionEvent } from './session-event.ts';

export interface SessionState {
  /** Undefined until the first answer. */
  user: User | null | undefined;
  /** Whether the first request failed. */
  failed: boolean;
  retry: () => void;
}

/** Who is signed in, polled every 30 s. A poll that fails changes nothing. */
export function useSession(): SessionState {
  const query = useQuery(sessionQuery());
  return {
    user: query.data === undefined ? undefined : query.data.user,
    failed: query.isError && query.data === undefined,
    retry: () => void query.refetch(),
  };
}

const forgetAllButSession = (client: QueryClient): void =>
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== sessionKeys.all[0] });

/** Clears the cache when somebody signs in or out, in this tab or in another. */
export function useSessionWatch(user: User | null | undefined): void {
  const client = useQueryClient();
  const before = useRef<string | null | undefined>(undefined);
  const id = user === undefined ? undefined : (user?.id ?? null);

  useEffect(() => {
    if (sessionEvent(before.current, id) !== null) forgetAllButSession(client);
    before.current = id;
  }, [client, id]);

  // When a call is refused because the session has ended, the session is read again at once.
  useEffect(
    () =>
      client.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error' || event.query.queryKey[0] === sessionKeys.all[0]) return;
        if (failedWith(event.action.error, 'unauthenticated')) void client.invalidateQueries({ queryKey: sessionKeys.all, exact: true });
      }),
    [client],
  );
}
