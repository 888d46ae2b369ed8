import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './problem.ts';

/** A refusal stays a refusal; only what may heal by itself is tried again. */
const mayHeal = (error: unknown): boolean => !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { staleTime: 5 * 60_000, retry: (failures, error) => failures < 2 && mayHeal(error) } },
  });
}
