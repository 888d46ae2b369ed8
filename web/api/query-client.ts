import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './problem.ts';

/** Only failures that may pass by themselves are worth a retry: no answer, or a fault of the server. */
const isRetryable = (error: unknown): boolean => !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { staleTime: 5 * 60_000, retry: (failures, error) => failures < 2 && isRetryable(error) } },
  });
}
