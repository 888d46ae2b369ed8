import type { IncomingMessage, ServerResponse } from 'node:http';
import ipaddr from 'ipaddr.js';
import type { Context } from 'koa';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { createRateCounters } from '../../app/app.ts';
import { createKeyedSemaphore } from '../../concurrency/keyed-mutex.ts';
import type { Plans } from '../../ports/billing.ts';
import type { Clock } from '../../ports/clock.ts';
import type { RateCounters } from '../../ports/coordination.ts';
import { isLoopback, networkOf, normalized, within } from './origin.ts';
import { Refusal, refusalOf } from './problems.ts';

/**
 * Counts the running requests of each network address. A request counts until its answer has been read or its connection has
 * ended, because unread answers stay in memory. Returns false, without counting, if `most` are running already.
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

/** Rules for identifying callers. */
export interface CallerRules {
  /** No limits for loopback, because the owner of the machine is the only user. */
  readonly loopbackIsFree: boolean;
  /** Accepts X-Forwarded-For from proxies on this machine and from trusted ones. */
  readonly believesProxies: boolean;
  /** Further proxies besides those on this machine. */
  readonly trustedProxies?: readonly string[];
}

export interface Addresses {
  /** The network address that a request came from. */
  readonly of: (context: Context) => string;
  /**
   * @throws Refusal 429 if the address has sent too many
   */
  readonly bound: (address: string, kind: 'call' | 'credentials') => Promise<void>;
  /**
   * Counts a request until its answer has been read.
   * @throws Refusal 429 if too many are running
   */
  readonly answering: (address: string, response: ServerResponse) => void;
  /**
   * Counts a request as a call, and until its answer has been read. A request is counted once, however often this is called.
   * Null: requests of its address are not counted.
   * @throws Refusal 429, if the address has sent too many, or too many are running
   */
  readonly count: (request: IncomingMessage, response: ServerResponse) => Promise<void> | null;
  /** Runs a write after earlier writes of the same owner, or of the same address if nobody is signed in. */
  readonly writing: <T>(address: string, owner: string | null, write: () => Promise<T>) => Promise<T>;
}

const CALLS = { points: 6_000, duration: 60 };
/** Far more than the browsers of an office send at the same time. */
const IN_FLIGHT = { most: 100, againS: 1 };
/** Enough to keep a disk busy. With more, a single person who writes without a pause could delay everybody else. */
const WRITES_AT_ONCE = 3;
const CREDENTIALS = { most: 300, windowMs: 15 * 60_000 };

/**
 * Generous limits by network address (IPv6: its /64). Each process counts calls on its own: the limit protects the process, and
 * a shared counter would cost more than it saves. Tries of credentials are counted across all processes.
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
  const addressOf = (request: IncomingMessage): string => {
    const peer = request.socket.remoteAddress ?? '';
    // Only these proxies are trusted. Anybody else could write any address into the header.
    const forwarded =
      believesProxies && (isLoopback(peer) || isTrusted(normalized(peer)))
        ? String(request.headers['x-forwarded-for'] ?? '')
            .split(',')
            .at(-1)
            ?.trim()
        : undefined;
    return normalized(forwarded && ipaddr.isValid(forwarded) ? forwarded : peer);
  };
  const answering: Addresses['answering'] = (address, response) => {
    if (!isFree(address) && !inFlight(networkOf(address), response)) throw limited(IN_FLIGHT.againS);
  };
  const counted = new WeakMap<IncomingMessage, Promise<void>>();
  const count = async (address: string, response: ServerResponse): Promise<void> => {
    await bounds.call(networkOf(address));
    answering(address, response);
  };
  return {
    of: ({ req }) => addressOf(req),
    async bound(address, kind) {
      if (!isFree(address)) await bounds[kind](networkOf(address));
    },
    answering,
    count(request, response) {
      const address = addressOf(request);
      if (isFree(address)) return null;
      const counting = counted.get(request) ?? count(address, response);
      counted.set(request, counting);
      return counting;
    },
    writing: (address, owner, write) => (isFree(address) ? write() : writes(owner ?? `address:${networkOf(address)}`, write)),
  };
}

const WINDOW_S = 60;
const A_MINUTE = 600;
const A_MINUTE_ON_FREE = 120;

/** The `RateLimit-*` headers of the IETF draft, for calls with a personal token. */
export type RateHeaders = Readonly<Record<`RateLimit-${'Limit' | 'Remaining' | 'Reset' | 'Policy'}`, string>>;

/**
 * Returns the headers of the answer.
 * @throws Refusal 429, StoreUnavailable
 */
export type CountTokenCall = (owner: string) => Promise<RateHeaders>;

/**
 * Limits the calls of all personal tokens of an owner together, per minute of real time. They are counted across all processes,
 * because the limit is part of the plan.
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

/** The limit of wrong tries in a window of the program's clock. Correct tries are not counted and do not reset the count. */
export interface TryBound {
  readonly key: string;
  readonly most: number;
  readonly windowMs: number;
}

export type StillAllowed = () => Promise<void>;

export interface WrongTries {
  /**
   * Runs a try. If it is refused with `code` (and, if given, about `field`), it counts as wrong for every limit. A try with
   * side effects calls `stillAllowed` before them.
   * @throws Refusal 429 after too many wrong tries, even if this one would have been right
   */
  readonly guard: <T>(
    bounds: readonly TryBound[],
    code: string,
    attempt: (stillAllowed: StillAllowed) => Promise<T>,
    field?: string,
  ) => Promise<T>;
}

/** Ten in 15 minutes. */
export const tenWrong = (key: string): TryBound => ({ key, most: 10, windowMs: 15 * 60_000 });

export function createWrongTries(clock: Clock, counters: RateCounters = createRateCounters()): WrongTries {
  const now = (): number => Date.parse(clock.now());

  /** `wrong`: instants in the window, oldest first. */
  const refuseFrom = (count: number, wrong: readonly number[], { most, windowMs }: TryBound): void => {
    const first = wrong.at(-most);
    if (wrong.length >= count && first !== undefined) throw limited((first + windowMs - now()) / 1_000);
  };

  async function check(bounds: readonly TryBound[]): Promise<void> {
    for (const bound of bounds) refuseFrom(bound.most, await counters.recent(keyOf(bound), now() - bound.windowMs), bound);
  }

  async function countWrong(bounds: readonly TryBound[]): Promise<void> {
    const count = async (bound: TryBound) => ({ bound, wrong: await counters.add(keyOf(bound), now(), bound.windowMs) });
    const counted = await Promise.all(bounds.map(count));
    // Simultaneous tries are counted when they end. Those beyond the limit get 429 and learn nothing.
    for (const { bound, wrong } of counted) refuseFrom(bound.most + 1, wrong, bound);
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
        const refusal = refusalOf(error);
        if (refusal?.code === code && (field === undefined || refusal.fields?.[field] !== undefined)) await countWrong(bounds);
        throw error;
      }
    },
  };
}

const keyOf = ({ key }: TryBound): string => `wrong ${key}`;
