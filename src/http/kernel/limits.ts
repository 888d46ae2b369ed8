import type { ServerResponse } from 'node:http';
import ipaddr from 'ipaddr.js';
import type { Context } from 'koa';
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { createRateCounters } from '../../app/shared.ts';
import type { Clock } from '../../ports/clock.ts';
import type { RateCounters } from '../../ports/rate-counters.ts';
import { createInFlight } from './in-flight.ts';
import { within } from './networks.ts';
import { Refusal } from './problems.ts';

export const limited = (seconds: number): Refusal =>
  new Refusal(429, 'rate_limited', 'Too many tries. Wait a little, then try again.', {
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(seconds))) },
  });

export interface WrongTries {
  /**
   * Runs a try. It counts as wrong if it is refused with `code` (and, if given, about `field`).
   * @throws Refusal 429 after too many wrong tries, also if this one would have been right
   */
  readonly guard: <T>(key: string, code: string, attempt: () => Promise<T>, field?: string) => Promise<T>;
}

const WRONG = 10;
const WINDOW_MS = 15 * 60_000;

/** At most ten wrong tries in fifteen minutes of the program's clock. Right ones are not counted, and do not reset the count. */
export function createWrongTries(clock: Clock, counters: RateCounters = createRateCounters()): WrongTries {
  const refuseBeyond = (wrong: readonly number[], now: number, most: number): void => {
    if (wrong.length >= most) throw limited(((wrong[0] as number) + WINDOW_MS - now) / 1_000);
  };
  const check = async (key: string): Promise<void> => {
    const now = Date.parse(clock.now());
    refuseBeyond(await counters.recent(key, now - WINDOW_MS), now, WRONG);
  };
  return {
    async guard(key, code, attempt, field) {
      const tried = `wrong ${key}`;
      await check(tried);
      try {
        const right = await attempt();
        await check(tried);
        return right;
      } catch (error) {
        const { code: actual, fields } = error as { code?: string; fields?: Record<string, unknown> };
        if (actual === code && (field === undefined || fields?.[field] !== undefined)) {
          // Tries that run at the same time are counted when they end. Those after the tenth get 429 and learn nothing.
          const now = Date.parse(clock.now());
          refuseBeyond(await counters.add(tried, now, WINDOW_MS), now, WRONG + 1);
        }
        throw error;
      }
    },
  };
}

interface KnownAddress {
  /** In its normal form. */
  readonly address: string;
  readonly loopback: boolean;
}
const addressCache = new LRUCache<string, KnownAddress>({ max: 10_000 });

function parseAddress(address: string): KnownAddress {
  const cached = addressCache.get(address);
  if (cached) return cached;
  const parsed = ipaddr.isValid(address) ? ipaddr.process(address) : null;
  const now = { address: parsed?.toString() ?? address, loopback: parsed?.range() === 'loopback' };
  addressCache.set(address, now);
  return now;
}

const isLoopback = (address: string): boolean => parseAddress(address).loopback;

export interface Addresses {
  /** The network address that a request came from. */
  readonly of: (context: Context) => string;
  /** Counts a request of this address. @throws Refusal 429 if there were too many */
  readonly bound: (address: string, kind: 'call' | 'credentials') => Promise<void>;
  /** Counts a request of this address until its answer has been read. @throws Refusal 429 if too many are being answered */
  readonly answering: (address: string, response: ServerResponse) => void;
}

const CALLS = { points: 6_000, duration: 60 };
/** Far more than the browsers of an office ask for at the same instant. */
const IN_FLIGHT = { most: 100, againS: 1 };
const CREDENTIALS = { most: 300, windowMs: 15 * 60_000 };

/**
 * Generous limits by network address, with no limit for loopback in development. Calls are counted by each process on its own:
 * the limit protects a process from one address, and a shared count would cost more than it protects. Tries of credentials
 * are counted over all processes. `trusted`: proxies besides those on this machine whose X-Forwarded-For is believed.
 */
export function createAddresses(
  mode: 'development' | 'production',
  counters: RateCounters = createRateCounters(),
  trusted: readonly string[] = [],
): Addresses {
  const isTrusted = within(trusted);
  const calls = new RateLimiterMemory(CALLS);
  const inFlight = createInFlight(IN_FLIGHT.most);
  const isFree = (address: string): boolean => mode === 'development' && isLoopback(address);
  const bounds = {
    call: async (address: string): Promise<void> => {
      await calls.consume(address).catch((refused: { msBeforeNext?: number }) => {
        throw limited((refused.msBeforeNext ?? CALLS.duration * 1_000) / 1_000);
      });
    },
    credentials: async (address: string): Promise<void> => {
      const { uses, leftMs } = await counters.spend(`credentials ${address}`, CREDENTIALS.windowMs);
      if (uses > CREDENTIALS.most) throw limited(leftMs / 1_000);
    },
  };
  return {
    of({ req }) {
      const peer = req.socket.remoteAddress ?? '';
      // Only a proxy on the same machine or a trusted one is believed. Anyone else could write any address into the header.
      const forwarded =
        mode === 'production' && (isLoopback(peer) || isTrusted(parseAddress(peer).address))
          ? String(req.headers['x-forwarded-for'] ?? '')
              .split(',')
              .at(-1)
              ?.trim()
          : undefined;
      return parseAddress(forwarded && ipaddr.isValid(forwarded) ? forwarded : peer).address;
    },
    async bound(address, kind) {
      if (!isFree(address)) await bounds[kind](address);
    },
    answering(address, response) {
      if (!isFree(address) && !inFlight(address, response)) throw limited(IN_FLIGHT.againS);
    },
  };
}
