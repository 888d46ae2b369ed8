import type { Clock } from '../../ports/clock.ts';
import type { RateCounters } from '../../ports/rate-counters.ts';

/** Whether a key may have one more in the current span of the program's clock. If so, it is counted. */
export type Quota = (key: string) => Promise<boolean>;

export function createQuota(counters: RateCounters, clock: Clock, most: number, milliseconds: number): Quota {
  return async (key) => {
    const now = Date.parse(clock.now());
    if ((await counters.recent(key, now - milliseconds)).length >= most) return false;
    return (await counters.add(key, now, milliseconds)).length <= most;
  };
}
