import { LRUCache } from 'lru-cache';
import type { KeyedMutex } from '../ports/keyed-mutex.ts';
import type { RateCounters } from '../ports/rate-counters.ts';

/** What the processes on several servers share besides the stores. A process that runs alone has its own. */
export interface Shared {
  /**
   * A mutex by key over all processes. If the process that holds a key dies, the others wait a few seconds; if it hangs, at most half a
   * minute.
   */
  readonly mutex: KeyedMutex;
  readonly rateCounters: RateCounters;
}

/** Limits by size and not by `max`, because `max` reserves megabytes at once and takes milliseconds to do so. */
const KEYS = { maxSize: 50_000, sizeCalculation: () => 1 };
const MOST_INSTANTS = 128;

export function createRateCounters(): RateCounters {
  const instants = new LRUCache<string, readonly number[]>(KEYS);
  const windows = new LRUCache<string, { readonly ends: number; uses: number }>(KEYS);
  const recent = (key: string, since: number): readonly number[] => (instants.get(key) ?? []).filter((at) => at > since);
  return {
    recent: async (key, since) => recent(key, since),
    async add(key, at, windowMs) {
      const all = [...recent(key, at - windowMs), at].slice(-MOST_INSTANTS);
      instants.set(key, all);
      return all;
    },
    async spend(key, windowMs) {
      const now = performance.now();
      const known = windows.get(key);
      const window = known && known.ends > now ? known : { ends: now + windowMs, uses: 0 };
      window.uses += 1;
      windows.set(key, window);
      return { uses: window.uses, leftMs: window.ends - now };
    },
  };
}
