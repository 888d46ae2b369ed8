import { hydrate, type QueryClient } from '@tanstack/react-query';
import { correctClock } from '../clock.ts';
import { type SessionAnswer, sessionKeys } from '../session.ts';
import { type Answer, readAnswers } from './answers.ts';
import type { SessionData } from './keep.ts';
import { markRestored } from './restored.ts';
import type { Storage } from './storage.ts';

const stateOf = (data: unknown, at: number) => ({
  ...{ data, dataUpdateCount: 0, dataUpdatedAt: at, error: null, errorUpdateCount: 0, errorUpdatedAt: 0 },
  ...{ fetchFailureCount: 0, fetchFailureReason: null, fetchMeta: null },
  // As soon as there is a connection, it is read again, however new it is.
  isInvalidated: true,
  status: 'success' as const,
  fetchStatus: 'idle' as const,
});

function putBack(client: QueryClient, answers: readonly Answer[], now: number): void {
  const queries = answers.map(({ queryHash, queryKey, isInfinite, data, at }) => ({
    ...{ queryHash, queryKey, state: stateOf(data, at), dehydratedAt: now },
    ...(isInfinite ? { queryType: 'infinite' as const } : {}),
  }));
  // A screen that is opened an hour later can show it, too.
  hydrate(client, { queries }, { defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } } });
}

const isOfSession = ({ queryKey }: Answer): boolean => queryKey[0] === sessionKeys.all[0];

/** Until when it is known to have been true. */
function knownAt({ queryHash, at, page }: Answer, session: Answer): number {
  const isCurrent = page === session.page && !(session.data as SessionData).outdated.includes(queryHash);
  return isCurrent ? Math.max(at, session.at) : at;
}

/**
 * Puts what was read last into the cache, where this page has not read it itself. The session comes last, because the screens open
 * with it. Of somebody else than the person who is signed in nothing is put back. False: nobody's answers are kept, or they are too old.
 */
export async function restoreLastRead(client: QueryClient, storage: Storage, now = Date.now()): Promise<boolean> {
  const { owner, answers } = await readAnswers(storage, now);
  const session = answers.find(isOfSession);
  const data = session?.data as SessionData | undefined;
  if (!session || !data || data.user?.id !== owner) return false;
  const present = client.getQueryData<SessionAnswer>(sessionKeys.all);
  if (present && present.user?.id !== owner) return false;
  if (!present) correctClock(new Date(Date.now() + data.ahead).toISOString());
  const others = answers.filter((answer) => !isOfSession(answer));
  const newer = answers.filter(({ queryHash, at }) => at > (client.getQueryCache().get(queryHash)?.state.dataUpdatedAt ?? 0));
  markRestored(client, new Map(newer.map((answer) => [answer.queryHash, knownAt(answer, session)])));
  putBack(client, others, now);
  putBack(client, [{ ...session, data: { user: data.user, session: data.session } }], now);
  return true;
}
