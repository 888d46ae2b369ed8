import { LRUCache } from 'lru-cache';
import type { KeyedMutex } from '../ports/keyed-mutex.ts';
import type { RateCounters } from '../ports/rate-counters.ts';

/** What the processes of a program on servers share beyond its stores. A process that runs alone has its own of each. */
export interface Shared {
  /** A keyed mutex over all processes. One that died keeps others waiting for a few seconds, one that hangs for half a minute at most. */
  readonly mutex: KeyedMutex;
  readonly rateCounters: RateCounters;
}

/** Counted by size, not by `max`: for that many entries `max` would take megabytes and milliseconds while there are none. */
const KEYS = { maxSize: 50_000, sizeCalculation: () => 1 };
const MOST_INSTANTS = 128;

/** Rate counters of this process alone. */
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
