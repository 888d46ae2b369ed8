import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { failedWith } from '../api/problem.ts';
import { sessionKeys, sessionQuery, type User } from '../api/session.ts';
import { sessionEvent } from './session-event.ts';

export interface SessionState {
  /** Undefined while the first answer is on its way. */
  user: User | null | undefined;
  /** The first answer could not be had. */
  failed: boolean;
  retry: () => void;
}

/** Polled every 30 s; a poll that fails leaves things as they were. */
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

/** Signed in or out, here or in another tab: what was read for the one before is forgotten. */
export function useSessionWatch(user: User | null | undefined): void {
  const client = useQueryClient();
  const before = useRef<string | null | undefined>(undefined);
  const id = user === undefined ? undefined : (user?.id ?? null);

  useEffect(() => {
    if (sessionEvent(before.current, id) !== null) forgetAllButSession(client);
    before.current = id;
  }, [client, id]);

  // A call that is refused because the session ended asks at once who is signed in.
  useEffect(
    () =>
      client.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error' || event.query.queryKey[0] === sessionKeys.all[0]) return;
        if (failedWith(event.action.error, 'unauthenticated')) void client.invalidateQueries({ queryKey: sessionKeys.all, exact: true });
      }),
    [client],
  );
}
