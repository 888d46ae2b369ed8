import type { ServerResponse } from 'node:http';
import ipaddr from 'ipaddr.js';
import type { Context } from 'koa';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { createRateCounters } from '../../app/shared.ts';
import { createKeyedSemaphore } from '../../concurrency/keyed-mutex.ts';
import type { RateCounters } from '../../ports/rate-counters.ts';
import { createInFlight } from './in-flight.ts';
import { isLoopback, networkOf, normalized, within } from './networks.ts';
import { Refusal } from './problems.ts';

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
