import type { Decider } from '../kernel/decider.ts';
import type { Decided } from '../kernel/event.ts';
import type { AiModule, KeyOwner, Tier } from './event-data.ts';
import { AI_EVENTS, type AiEvent } from './events.ts';
import { type AiUses, countedUses, evolve, initial } from './state.ts';

/** A model that the plan allows, and how often in a month; null: without limit. */
export interface Allowed {
  readonly tier: Tier;
  readonly limit: number | null;
}

export type AiCommand =
  /** Takes one use of the first model that has one left. There is no event if this id took one already, or if no model has one left. */
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
