import { createRateCounters } from '../../app/shared.ts';
import type { Clock } from '../../ports/clock.ts';
import type { RateCounters } from '../../ports/rate-counters.ts';
import { limited } from './limits.ts';

/** At most so many wrong tries in a span of the program's clock. Right ones are not counted, and do not reset the count. */
export interface TryBound {
  readonly key: string;
  readonly most: number;
  readonly windowMs: number;
}

/** Refuses with 429 if there were too many wrong tries by now. */
export type StillAllowed = () => Promise<void>;

export interface WrongTries {
  /**
   * Runs a try. It counts as wrong, under every bound, if it is refused with `code` (and, if given, about `field`). A try that
   * has effects asks `stillAllowed` before it brings them about.
   * @throws Refusal 429 after too many wrong tries, also if this one would have been right
   */
  readonly guard: <T>(
    bounds: readonly TryBound[],
    code: string,
    attempt: (stillAllowed: StillAllowed) => Promise<T>,
    field?: string,
  ) => Promise<T>;
}

/** Ten in a quarter of an hour. */
export const tenWrong = (key: string): TryBound => ({ key, most: 10, windowMs: 15 * 60_000 });

export function createWrongTries(clock: Clock, counters: RateCounters = createRateCounters()): WrongTries {
  const now = (): number => Date.parse(clock.now());

  /** `wrong`: the instants in the window, oldest first. */
  const refuseFrom = (count: number, wrong: readonly number[], { most, windowMs }: TryBound): void => {
    if (wrong.length >= count) throw limited(((wrong.at(-most) as number) + windowMs - now()) / 1_000);
  };

  async function check(bounds: readonly TryBound[]): Promise<void> {
    for (const bound of bounds) refuseFrom(bound.most, await counters.recent(keyOf(bound), now() - bound.windowMs), bound);
  }

  async function countWrong(bounds: readonly TryBound[]): Promise<void> {
    const counted = await Promise.all(bounds.map((bound) => counters.add(keyOf(bound), now(), bound.windowMs)));
    // Tries that run at the same time are counted when they end. Those beyond the bound get 429 and learn nothing.
    for (const [place, bound] of bounds.entries()) refuseFrom(bound.most + 1, counted[place] as readonly number[], bound);
  }

  return {
    async guard(bounds, code, attempt, field) {
      await check(bounds);
      let checked = false;
      const stillAllowed = async (): Promise<void> => {
        await check(bounds);
        checked = true;
      };
      try {
        const right = await attempt(stillAllowed);
        if (!checked) await check(bounds);
        return right;
      } catch (error) {
        const { code: actual, fields } = error as { code?: string; fields?: Record<string, unknown> };
        if (actual === code && (field === undefined || fields?.[field] !== undefined)) await countWrong(bounds);
        throw error;
      }
    },
  };
}

const keyOf = ({ key }: TryBound): string => `wrong ${key}`;
