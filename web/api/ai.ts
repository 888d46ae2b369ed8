import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type * as wire from '../../src/contracts/ai.ts';
import * as calls from '../../src/contracts/calls/ai.ts';
import type { Camel } from './names.ts';
import { request, requestDone } from './request.ts';

export type { AiModule } from '../../src/contracts/ai.ts';

export type AiKey = Camel<wire.AiKey>;
export type AiUsage = Camel<wire.AiUsage>;
export type NewAiKey = Camel<wire.NewAiKey>;

export const aiKeys = { all: ['ai'] as const, usage: ['ai', 'usage'] as const, key: ['ai', 'key'] as const };

/** What the AI was used for in this month, and how much is left. */
export const aiUsageQuery = () =>
  queryOptions({ queryKey: aiKeys.usage, queryFn: ({ signal }) => request(calls.readUsage, { signal }), staleTime: 0 });
/** Reads the usage again after something was used. */
export const readUsage = (client: QueryClient): void => void client.invalidateQueries({ queryKey: aiKeys.usage });

/** The owner's own key, masked. */
export const aiKeyQuery = () => queryOptions({ queryKey: aiKeys.key, queryFn: ({ signal }) => request(calls.readKey, { signal }) });

/** Saves a key, after one call with it has succeeded. */
export const saveAiKey = (body: NewAiKey) => request(calls.saveKey, { body });
export const removeAiKey = () => requestDone(calls.removeKey);
