import type { Decider } from '../kernel/decider.ts';
import type { Decided } from '../kernel/event.ts';
import { AI_EVENTS, type AiEvent, type AiModule, type KeyOwner, type RecordedAiEvent, type Tier } from './events.ts';

export interface AiUse {
  readonly id: string;
  readonly module: AiModule;
  readonly tier: Tier;
  readonly key: KeyOwner;
}

/** One entry of a linked list. It is a list because a month can hold thousands of uses, and a copied map would cost too much. */
interface Entry {
  readonly id: string;
  /** Null: the use was given back. */
  readonly use: AiUse | null;
  readonly before: Entry | null;
}

export interface AiUses {
  readonly last: Entry | null;
}

const initial: AiUses = { last: null };

function evolve({ last }: AiUses, { type, data }: RecordedAiEvent): AiUses {
  if (type === 'AiUseGivenBack') return { last: { id: data.use_id, use: null, before: last } };
  if (type !== 'AiUsed') return { last };
  const { use_id: id, module, tier, key } = data;
  return { last: { id, use: { id, module, tier, key }, before: last } };
}

/** The uses that count, by id: those that were not given back, or were taken again later. */
export function countedUses({ last }: AiUses): ReadonlyMap<string, AiUse> {
  const seen = new Set<string>();
  const counted = new Map<string, AiUse>();
  for (let entry = last; entry !== null; entry = entry.before) {
    if (seen.has(entry.id)) continue;
    seen.add(entry.id);
    if (entry.use !== null) counted.set(entry.id, entry.use);
  }
  return counted;
}

/** A model that the plan allows, with the number of uses in a month; null: without limit. */
export interface Allowed {
  readonly tier: Tier;
  readonly limit: number | null;
}

export type AiCommand =
  /**
   * Takes one use of the first model that has one left. There is no event if this id has taken one before, or if no model
   * has one left.
   */
  | { readonly type: 'Take'; readonly id: string; readonly module: AiModule; readonly key: KeyOwner; readonly allowed: readonly Allowed[] }
  | { readonly type: 'GiveBack'; readonly id: string };

export const aiDecider: Decider<AiUses, AiCommand, AiEvent> = { events: AI_EVENTS, initial, evolve, decide };

function decide(command: AiCommand, state: AiUses): readonly Decided<AiEvent>[] {
  const counted = countedUses(state);
  const known = counted.get(command.id);
  if (command.type === 'GiveBack')
    return known ? [{ type: 'AiUseGivenBack', data: { use_id: known.id, module: known.module, tier: known.tier } }] : [];
  if (known) return [];
  const { id, module, key, allowed } = command;
  const used = (tier: Tier): number => [...counted.values()].filter((use) => use.tier === tier).length;
  const free = allowed.find(({ tier, limit }) => limit === null || used(tier) < limit);
  return free ? [{ type: 'AiUsed', data: { use_id: id, module, tier: free.tier, key } }] : [];
}

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
  /** Whose key pays for the request. `none`: nobody has a key, and the program sends no request. */
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

/** On Pro the premium model reviews proofs of these kinds. */
const PREMIUM_REVIEWS: ReadonlySet<AiModule> = new Set(['coding', 'system_design']);

/** The models that may review, best first. */
export const reviewersOf = ({ premium, limits }: Grant, module: AiModule): readonly Allowed[] => {
  const tiers: readonly Tier[] = premium && PREMIUM_REVIEWS.has(module) ? ['premium', 'mini'] : ['mini'];
  return tiers.map((tier) => ({ tier, limit: limits[tier] }));
};
