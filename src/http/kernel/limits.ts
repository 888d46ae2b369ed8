import ipaddr from 'ipaddr.js';
import type { Context } from 'koa';
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Clock } from '../../domain/kernel/clock.ts';
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
export function createWrongTries(clock: Clock): WrongTries {
  const tries = new LRUCache<string, readonly number[]>({ max: 50_000 });
  const recent = (key: string): readonly number[] => {
    const now = Date.parse(clock.now());
    return (tries.get(key) ?? []).filter((at) => at > now - WINDOW_MS);
  };
  const check = (key: string): void => {
    const wrong = recent(key);
    if (wrong.length >= WRONG) throw limited(((wrong[0] as number) + WINDOW_MS - Date.parse(clock.now())) / 1_000);
  };
  return {
    async guard(key, code, attempt, field) {
      check(key);
      try {
        const right = await attempt();
        check(key);
        return right;
      } catch (error) {
        const { code: actual, fields } = error as { code?: string; fields?: Record<string, unknown> };
        if (actual === code && (field === undefined || fields?.[field] !== undefined)) {
          // Tries at the same time are counted as they end: those beyond the tenth learn nothing.
          check(key);
          tries.set(key, [...recent(key), Date.parse(clock.now())]);
        }
        throw error;
      }
    },
  };
}

interface Known {
  /** In one spelling. */
  readonly address: string;
  readonly loopback: boolean;
}
const read = new LRUCache<string, Known>({ max: 10_000 });

function known(address: string): Known {
  const before = read.get(address);
  if (before) return before;
  const parsed = ipaddr.isValid(address) ? ipaddr.process(address) : null;
  const now = { address: parsed?.toString() ?? address, loopback: parsed?.range() === 'loopback' };
  read.set(address, now);
  return now;
}

const isLoopback = (address: string): boolean => known(address).loopback;

export interface Addresses {
  /** The network address that a request came from. */
  readonly of: (context: Context) => string;
  /** @throws Refusal 429 beyond what one address may ask for */
  readonly bound: (address: string, kind: 'call' | 'credentials') => Promise<void>;
}

/** Generous bounds by network address; none for loopback in development. */
export function createAddresses(mode: 'development' | 'production'): Addresses {
  const limiters = {
    call: new RateLimiterMemory({ points: 6_000, duration: 60 }),
    credentials: new RateLimiterMemory({ points: 300, duration: 15 * 60 }),
  };
  return {
    of({ req }) {
      const peer = req.socket.remoteAddress ?? '';
      // A proxy on the same machine says whom it speaks for; from anyone else the header is hearsay.
      const said =
        mode === 'production' && isLoopback(peer)
          ? String(req.headers['x-forwarded-for'] ?? '')
              .split(',')
              .at(-1)
              ?.trim()
          : undefined;
      return known(said && ipaddr.isValid(said) ? said : peer).address;
    },
    async bound(address, kind) {
      if (mode === 'development' && isLoopback(address)) return;
      try {
        await limiters[kind].consume(address);
      } catch (refused) {
        throw limited(
          (refused as { msBeforeNext?: number }).msBeforeNext ? (refused as { msBeforeNext: number }).msBeforeNext / 1_000 : 60,
        );
      }
    },
  };
}
