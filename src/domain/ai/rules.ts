import type { Allowed } from './decide.ts';
import type { AiModule, Tier } from './event-data.ts';

/** How many requests to an AI the plan includes in a month; null: without limit. */
export interface AiLimits {
  readonly mini: number | null;
  readonly premium: number | null;
}

/** `premium`: the owner has Pro, paid or as a trial. */
interface Plan {
  readonly plan: 'free' | 'byok' | 'pro';
  readonly premium: boolean;
  readonly limits: AiLimits;
}

export interface Grant extends Plan {
  /** Whose key pays for the request. `none`: nobody has a key, and the program asks no AI. */
  readonly key: 'operator' | 'own' | 'none';
}

/** BYOK has these limits, too, until the owner adds a key. The catalogue of plans says the same about Free. */
export const FREE_LIMITS: AiLimits = { mini: 20, premium: 0 };
const NOTHING: AiLimits = { mini: 0, premium: 0 };

/**
 * Decides whose key pays for an owner's requests, and how many the owner may make. Pro prefers the operator's key, the other plans prefer
 * the owner's. On Free, requests with the owner's key count as well.
 */
export function grantFrom({ plan, premium, limits }: Plan, has: { readonly own: boolean; readonly operator: boolean }): Grant {
  const common = { plan, premium };
  const keys = premium ? (['operator', 'own'] as const) : (['own', 'operator'] as const);
  const key = keys.find((one) => has[one]) ?? 'none';
  if (key === 'none') return { ...common, key, limits: NOTHING };
  return { ...common, key, limits: plan === 'byok' && key !== 'own' ? FREE_LIMITS : limits };
}

/** On Pro the premium model reviews these. */
const PREMIUM_REVIEWS: ReadonlySet<AiModule> = new Set(['coding', 'system_design']);

/** The models that may review, best first. */
export const reviewersOf = ({ premium, limits }: Grant, module: AiModule): readonly Allowed[] => {
  const tiers: readonly Tier[] = premium && PREMIUM_REVIEWS.has(module) ? ['premium', 'mini'] : ['mini'];
  return tiers.map((tier) => ({ tier, limit: limits[tier] }));
};
