import { LRUCache } from 'lru-cache';
import type { Clock } from '../domain/kernel/clock.ts';

/** Whether one more is within what a key may have in a time of the program's clock; it is counted if so. */
export type Quota = (key: string) => boolean;

export function createQuota(clock: Clock, most: number, milliseconds: number): Quota {
  const uses = new LRUCache<string, readonly number[]>({ max: 50_000 });
  return (key) => {
    const now = Date.parse(clock.now());
    const recent = (uses.get(key) ?? []).filter((at) => at > now - milliseconds);
    if (recent.length >= most) return false;
    uses.set(key, [...recent, now]);
    return true;
  };
}
