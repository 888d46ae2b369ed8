import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { AiKey, AiUsage } from '../../src/contracts/ai.ts';
import { json, send } from './client.ts';

export type { AiKey, AiModule, AiUsage } from '../../src/contracts/ai.ts';

export const aiKeys = { all: ['ai'] as const, usage: ['ai', 'usage'] as const, key: ['ai', 'key'] as const };

/** What the AI was used for in this month, and how much is left. */
export const aiUsageQuery = () =>
  queryOptions({
    queryKey: aiKeys.usage,
    queryFn: ({ signal }) => json<AiUsage>('/api/premium/ai-usage', { signal, fallback: 'Failed to fetch AI usage' }),
    staleTime: 0,
  });
/** Reads the usage again after something was used. */
export const readUsage = (client: QueryClient): void => void client.invalidateQueries({ queryKey: aiKeys.usage });

/** The owner's own key, masked. */
export const aiKeyQuery = () =>
  queryOptions({
    queryKey: aiKeys.key,
    queryFn: ({ signal }) => json<AiKey>('/api/settings/ai', { signal, fallback: 'Failed to fetch the key' }),
  });

export interface NewAiKey {
  readonly key: string;
  readonly url: string | null;
  readonly model: string | null;
}
/** Saves a key, after one call with it has succeeded. */
export const saveAiKey = (body: NewAiKey) => json<AiKey>('/api/settings/ai', { method: 'PUT', body, fallback: 'Failed to save the key' });
export const removeAiKey = () => send('/api/settings/ai', { method: 'DELETE', fallback: 'Failed to remove the key' }).then(() => undefined);
