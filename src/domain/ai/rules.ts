import type { Allowed } from './decide.ts';
import type { AiModule, Tier } from './event-data.ts';

/** What a plan includes of an AI in a month. Null: as much as one likes. */
export interface AiLimits {
  readonly mini: number | null;
  readonly premium: number | null;
}

/** The plan of an owner, as far as it is about an AI. `premium`: Pro runs, as a trial too. */
interface Plan {
  readonly plan: 'free' | 'byok' | 'pro';
  readonly premium: boolean;
  readonly limits: AiLimits;
}

export interface Grant extends Plan {
  /** Whose key is used. `none`: there is none, and no AI is asked. */
  readonly key: 'operator' | 'own' | 'none';
}

/** What BYOK gets, too, as long as it has no key of its own. The catalogue of plans says the same about Free. */
export const FREE_LIMITS: AiLimits = { mini: 20, premium: 0 };
const NOTHING: AiLimits = { mini: 0, premium: 0 };

/**
 * With which key an owner's AI is asked, and how often. Pro uses the operator's key. An own key comes first on the other plans;
 * on Free its uses count, too.
 */
export function grantFrom({ plan, premium, limits }: Plan, has: { readonly own: boolean; readonly operator: boolean }): Grant {
  const common = { plan, premium };
  const keys = premium ? (['operator', 'own'] as const) : (['own', 'operator'] as const);
  const key = keys.find((one) => has[one]) ?? 'none';
  if (key === 'none') return { ...common, key, limits: NOTHING };
  return { ...common, key, limits: plan === 'byok' && key !== 'own' ? FREE_LIMITS : limits };
}

/** Reviews of these are by the premium model on Pro. */
const PREMIUM_REVIEWS: ReadonlySet<AiModule> = new Set(['coding', 'system_design']);

/** The models that may review, the best first. */
export const reviewersOf = ({ premium, limits }: Grant, module: AiModule): readonly Allowed[] => {
  const tiers: readonly Tier[] = premium && PREMIUM_REVIEWS.has(module) ? ['premium', 'mini'] : ['mini'];
  return tiers.map((tier) => ({ tier, limit: limits[tier] }));
};
