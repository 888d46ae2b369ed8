import type { AiModule, KeyOwner, Tier } from './event-data.ts';
import type { RecordedAiEvent } from './events.ts';

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

export const initial: AiUses = { last: null };

export function evolve({ last }: AiUses, { type, data }: RecordedAiEvent): AiUses {
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
