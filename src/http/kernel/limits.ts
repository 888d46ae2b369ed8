import ipaddr from 'ipaddr.js';
import type { Context } from 'koa';
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { createRateCounters } from '../../app/shared.ts';
import type { Clock } from '../../ports/clock.ts';
import type { RateCounters } from '../../ports/rate-counters.ts';
import { within } from './networks.ts';
import { Refusal } from './problems.ts';

export const limited = (seconds: number): Refusal =>
  new Refusal(429, 'rate_limited', 'Too many tries. Wait a little, then try again.', {
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(seconds))) },
  });

export interface WrongTries {
  /**
   * Runs a try; one that is refused with `code` (where given, about `field`) counts as wrong.
   * @throws Refusal 429 when there were as many wrong ones as may be, whatever this one would have been
   */
  readonly guard: <T>(key: string, code: string, attempt: () => Promise<T>, field?: string) => Promise<T>;
}

const WRONG = 10;
const WINDOW_MS = 15 * 60_000;

/** Ten wrong tries in fifteen minutes of the program's clock. Right ones are not counted and clear nothing. */
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
          // Tries at the same time are counted as they end: those beyond the tenth learn nothing.
          const now = Date.parse(clock.now());
          refuseBeyond(await counters.add(tried, now, WINDOW_MS), now, WRONG + 1);
        }
        throw error;
      }
    },
  };
}

interface KnownAddress {
  /** In one spelling. */
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
  /** @throws Refusal 429 beyond what one address may ask for */
  readonly bound: (address: string, kind: 'call' | 'credentials') => Promise<void>;
}

const CALLS = { points: 6_000, duration: 60 };
const CREDENTIALS = { most: 300, windowMs: 15 * 60_000 };

/**
 * Generous bounds by network address; none for loopback in development. Calls are bounded in each process by itself
 * (the bound keeps one address from wearing a process out, and a shared count would cost more than what it guards);
 * credentials wherever they are tried. `trusted`: proxies, besides those on this machine, that say for whom they ask.
 */
export function createAddresses(
  mode: 'development' | 'production',
  counters: RateCounters = createRateCounters(),
  trusted: readonly string[] = [],
): Addresses {
  const isTrusted = within(trusted);
  const calls = new RateLimiterMemory(CALLS);
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
      // A proxy on the same machine, or a trusted one, says whom it speaks for; from anyone else the header is hearsay.
      const said =
        mode === 'production' && (isLoopback(peer) || isTrusted(parseAddress(peer).address))
          ? String(req.headers['x-forwarded-for'] ?? '')
              .split(',')
              .at(-1)
              ?.trim()
          : undefined;
      return parseAddress(said && ipaddr.isValid(said) ? said : peer).address;
    },
    async bound(address, kind) {
      if (mode === 'development' && isLoopback(address)) return;
      await bounds[kind](address);
    },
  };
}
