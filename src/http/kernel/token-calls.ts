import { createRateCounters } from '../../app/shared.ts';
import type { Plans } from '../../ports/plans.ts';
import type { RateCounters } from '../../ports/rate-counters.ts';
import { Refusal } from './problems.ts';

const WINDOW_S = 60;
const A_MINUTE = 600;
const A_MINUTE_ON_FREE = 120;

/** What an answer to a call with a personal token says about the bound: the `RateLimit-*` headers of the IETF's draft. */
export type RateHeaders = Readonly<Record<`RateLimit-${'Limit' | 'Remaining' | 'Reset' | 'Policy'}`, string>>;

/** Counts a call with a personal token of this owner, and gives the headers of its answer. @throws Refusal 429, StoreUnavailable */
export type CountTokenCall = (owner: string) => Promise<RateHeaders>;

/**
 * Bounds how often the programs of an owner call, all of their tokens together, in a minute of real time. It is counted over all
 * processes: the bound is part of what a plan promises.
 */
export function createTokenCalls(plans: Plans, counters: RateCounters = createRateCounters()): CountTokenCall {
  return async (owner) => {
    const [{ plan }, { uses, leftMs }] = await Promise.all([plans.of(owner), counters.spend(`tokens of ${owner}`, WINDOW_S * 1_000)]);
    const most = plan === 'free' ? A_MINUTE_ON_FREE : A_MINUTE;
    const reset = String(Math.max(1, Math.ceil(leftMs / 1_000)));
    const headers = {
      'RateLimit-Limit': String(most),
      'RateLimit-Remaining': String(Math.max(0, most - uses)),
      'RateLimit-Reset': reset,
      'RateLimit-Policy': `${most};w=${WINDOW_S}`,
    };
    if (uses <= most) return headers;
    const message = `Programs may call ${most} times a minute. Wait ${reset} s.`;
    throw new Refusal(429, 'rate_limited', message, { headers: { ...headers, 'Retry-After': reset } });
  };
}
