import type { Clock } from '../../ports/clock.ts';
import type { RateCounters } from '../../ports/rate-counters.ts';

/** Whether one more is within what a key may have in a time of the program's clock; it is counted if so. */
export type Quota = (key: string) => Promise<boolean>;

export function createQuota(counters: RateCounters, clock: Clock, most: number, milliseconds: number): Quota {
  return async (key) => {
    const now = Date.parse(clock.now());
    if ((await counters.recent(key, now - milliseconds)).length >= most) return false;
    return (await counters.add(key, now, milliseconds)).length <= most;
  };
}
