import type { OwnAiKey } from '../../ports/ai-help.ts';
import type { Access } from './openai.ts';

export interface AccessSettings {
  /** The address of an OpenAI-compatible API, without a trailing slash. */
  readonly url: string;
  /** The operator's key; null: there is none. */
  readonly key: string | null;
  readonly models: Readonly<Record<'mini' | 'premium', string>>;
  /** Fetches from addresses of owners. */
  readonly guardedFetch?: typeof globalThis.fetch;
}

interface Way {
  readonly tier: 'mini' | 'premium';
  /** `fetch`: what is used in the place of the one that its address asks for. */
  readonly own: (OwnAiKey & { readonly fetch?: typeof globalThis.fetch | null }) | null;
}

/** Where and with what a model is asked; null: there is no key. */
export function accessOf({ key, url, models, guardedFetch = refuseAll }: AccessSettings, { own, tier }: Way): Access | null {
  if (own === null) return key === null ? null : { key, url, model: models[tier], fetch };
  const ownFetch = own.url === null ? fetch : guardedFetch;
  return { key: own.key, url: own.url ?? url, model: own.model ?? models[tier], fetch: own.fetch ?? ownFetch };
}

const refuseAll: typeof globalThis.fetch = () => Promise.reject(new Error('Nothing is fetched from addresses of owners here.'));
