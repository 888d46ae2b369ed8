import type { ServerResponse } from 'node:http';
import ipaddr from 'ipaddr.js';
import type { Context } from 'koa';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { createRateCounters } from '../../app/app.ts';
import { createKeyedSemaphore } from '../../concurrency/keyed-mutex.ts';
import type { Clock } from '../../ports/clock.ts';
import type { RateCounters } from '../../ports/coordination.ts';
import type { Plans } from '../../ports/plans.ts';
import { isLoopback, networkOf, normalized, within } from './networks.ts';
import { Refusal } from './problems.ts';

/**
 * Counts the requests of each network address that are being answered. A request counts until its answer has been read,
 * or its connection has ended: whoever asks for long answers and does not read them makes them wait in memory.
 * Gives false, and counts nothing, where `most` are being answered already.
 */
function createInFlight(most: number): (address: string, response: ServerResponse) => boolean {
  const counts = new Map<string, number>();
  return (address, response) => {
    const count = counts.get(address) ?? 0;
    if (count >= most) return false;
    counts.set(address, count + 1);
    response.once('close', () => {
      const left = (counts.get(address) ?? 1) - 1;
      if (left > 0) counts.set(address, left);
      else counts.delete(address);
    });
    return true;
  };
}

export const limited = (seconds: number): Refusal =>
  new Refusal(429, 'rate_limited', 'Too many tries. Wait a little, then try again.', {
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(seconds))) },
  });

/** How callers are told from each other. */
export interface CallerRules {
  /** There are no limits for this machine, as its owner alone uses the program. */
  readonly loopbackIsFree: boolean;
  /** X-Forwarded-For of proxies on this machine and of trusted ones is believed. */
  readonly believesProxies: boolean;
  /** Addresses and networks of proxies besides those on this machine. */
  readonly trustedProxies?: readonly string[];
}

export interface Addresses {
  /** The network address that a request came from. */
  readonly of: (context: Context) => string;
  /** Counts a request of this address. @throws Refusal 429 if there were too many */
  readonly bound: (address: string, kind: 'call' | 'credentials') => Promise<void>;
  /** Counts a request of this address until its answer has been read. @throws Refusal 429 if too many are being answered */
  readonly answering: (address: string, response: ServerResponse) => void;
  /** Carries out a write when it is the turn of its owner, or of the address if nobody is signed in. */
  readonly writing: <T>(address: string, owner: string | null, write: () => Promise<T>) => Promise<T>;
}

const CALLS = { points: 6_000, duration: 60 };
/** Far more than the browsers of an office ask for at the same instant. */
const IN_FLIGHT = { most: 100, againS: 1 };
/** Enough to keep a disk busy; more would let one person who sends writes without a pause make all others wait. */
const WRITES_AT_ONCE = 3;
const CREDENTIALS = { most: 300, windowMs: 15 * 60_000 };

/**
 * Generous limits by network address (IPv6: its /64). Calls are counted by each process on its own: the limit protects a process
 * from one address, and a shared count would cost more than it protects. Tries of credentials are counted over all processes.
 */
export function createAddresses(
  { loopbackIsFree, believesProxies, trustedProxies = [] }: CallerRules,
  counters: RateCounters = createRateCounters(),
): Addresses {
  const isTrusted = within(trustedProxies);
  const calls = new RateLimiterMemory(CALLS);
  const inFlight = createInFlight(IN_FLIGHT.most);
  const writes = createKeyedSemaphore(WRITES_AT_ONCE);
  const isFree = (address: string): boolean => loopbackIsFree && isLoopback(address);
  const bounds = {
    call: async (network: string): Promise<void> => {
      await calls.consume(network).catch((refused: { msBeforeNext?: number }) => {
        throw limited((refused.msBeforeNext ?? CALLS.duration * 1_000) / 1_000);
      });
    },
    credentials: async (network: string): Promise<void> => {
      const { uses, leftMs } = await counters.spend(`credentials ${network}`, CREDENTIALS.windowMs);
      if (uses > CREDENTIALS.most) throw limited(leftMs / 1_000);
    },
  };
  return {
    of({ req }) {
      const peer = req.socket.remoteAddress ?? '';
      // Only a proxy on the same machine or a trusted one is believed. Anyone else could write any address into the header.
      const forwarded =
        believesProxies && (isLoopback(peer) || isTrusted(normalized(peer)))
          ? String(req.headers['x-forwarded-for'] ?? '')
              .split(',')
              .at(-1)
              ?.trim()
          : undefined;
      return normalized(forwarded && ipaddr.isValid(forwarded) ? forwarded : peer);
    },
    async bound(address, kind) {
      if (!isFree(address)) await bounds[kind](networkOf(address));
    },
    answering(address, response) {
      if (!isFree(address) && !inFlight(networkOf(address), response)) throw limited(IN_FLIGHT.againS);
    },
    writing: (address, owner, write) => (isFree(address) ? write() : writes(owner ?? `address:${networkOf(address)}`, write)),
  };
}

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
