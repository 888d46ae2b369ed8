import type { OwnersGrant, Period } from '../app/ai/allowance.ts';
import { AI_MODULES, type AiKey, type AiModule, type AiUsage } from '../contracts/ai.ts';
import type { StoredAiKey } from '../ports/ai-help.ts';

/** A use as far as it is counted. */
interface Use {
  readonly module: AiModule;
  readonly tier: 'mini' | 'premium';
}

/** What was used in a month. `only`: the module about which the list says something; undefined: all. */
export function presentUsage(
  { month: _, renewsAt, from, to }: Period,
  { plan, key, limits }: OwnersGrant,
  uses: readonly Use[],
  only: AiModule | undefined,
): AiUsage {
  const used = (tier: Use['tier'], module?: AiModule): number =>
    uses.filter((use) => use.tier === tier && (module === undefined || use.module === module)).length;
  return {
    period: { from, to },
    plan,
    key,
    mini: { used: used('mini'), limit: limits.mini },
    premium: { used: used('premium'), limit: limits.premium },
    modules: (only === undefined ? AI_MODULES : [only]).map((module) => ({
      module,
      mini: used('mini', module),
      premium: used('premium', module),
    })),
    renews_at: renewsAt,
  };
}

const PREFIX = /^[A-Za-z]{2,4}-/;
const LAST = 4;
/** A shorter key is not shown in part, since the rest would be easy to guess. */
const SHORTEST_SHOWN = 12;

/** A key as its owner recognises it: how it begins where that is the usual prefix, and its last characters. */
export function masked(key: string): string {
  if (key.length < SHORTEST_SHOWN) return '…';
  return `${PREFIX.exec(key)?.[0] ?? ''}…${key.slice(-LAST)}`;
}

export const presentAiKey = (stored: StoredAiKey | null): AiKey =>
  stored === null
    ? { key: null, url: null, model: null, checked_at: null }
    : { key: masked(stored.key), url: stored.url, model: stored.model, checked_at: stored.checked_at };
