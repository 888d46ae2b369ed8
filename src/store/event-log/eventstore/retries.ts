import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { asStoreError, failureOf } from './errors.ts';

/** Time limits, in milliseconds. */
export interface Timeouts {
  /** After this time a call has failed for good; default 5000. */
  readonly call: number;
  /** After this time without an answer the call is retried on a new connection; default 2000. */
  readonly silence: number;
  /** The pause between checks whether a subscription has gone silent; default 1000. */
  readonly watch: number;
}

export const TIMEOUTS: Timeouts = { call: 5000, silence: 2000, watch: 1000 };

const FIRST_PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 500;

/**
 * Repeats an attempt, which must be safe to repeat, until it succeeds or the time is over.
 * @throws StoreUnavailable, and faults of the program as they are
 */
export async function withRetries<Result>(
  { call, silence }: Timeouts,
  attempt: (ms: number) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const until = performance.now() + call;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return await attempt(Math.max(1, Math.min(silence, until - performance.now())));
    } catch (error) {
      const failure = failureOf(error);
      const again = (failure === 'broken' || failure === 'busy') && performance.now() + 2 * pause < until;
      if (!again) throw asStoreError(error);
    }
    await delay(pause, undefined, { ...(signal && { signal }) });
  }
}
