import type { OwnersGrant, Period } from '../app/ai/allowance.ts';
import { AI_MODULES, type AiKey, type AiModule, type AiUsage } from '../contracts/ai.ts';
import type { StoredAiKey } from '../ports/ai-help.ts';

/** The part of a use that is counted. */
interface Use {
  readonly module: AiModule;
  readonly tier: 'mini' | 'premium';
}

/** `only`: the module to which the list is limited; undefined: all modules. */
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
/** Nothing of a shorter key is shown, because the rest would be easy to guess. */
const SHORTEST_SHOWN = 12;

/** Shortens a key so that its owner recognises it: the usual prefix, if it has one, and the last characters. */
export function masked(key: string): string {
  if (key.length < SHORTEST_SHOWN) return '…';
  return `${PREFIX.exec(key)?.[0] ?? ''}…${key.slice(-LAST)}`;
}

export const presentAiKey = (stored: StoredAiKey | null): AiKey =>
  stored === null
    ? { key: null, url: null, model: null, checked_at: null }
    : { key: masked(stored.key), url: stored.url, model: stored.model, checked_at: stored.checked_at };
