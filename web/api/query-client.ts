import { MutationCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './problem.ts';
import { readAfterChange, stopReads } from './stale.ts';

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
