import { setTimeout as delay } from 'node:timers/promises';
import type { Lease, Leases, Presence } from '../ports/leases.ts';

export interface Held {
  readonly name: string;
  readonly token: number;
}

/** Where leases lie. Time is the server's. @throws StoreUnavailable */
export interface LeaseRows {
  /** Takes what is free, has run out, or is this holder's by an answer that it never got. Gives the token; null: another's. */
  take(name: string, holder: string, ttlMs: number): Promise<number | null>;
  /** For `ttlMs` from now; gives the names of those that nobody else has taken. */
  renew(holder: string, held: readonly Held[], ttlMs: number): Promise<ReadonlySet<string>>;
  release(holder: string, held: Held): Promise<void>;
  present(holder: string, ttlMs: number): Promise<Presence>;
  leave(holder: string): Promise<void>;
  list: Leases['list'];
  /** Until `avoidMs` from now, or until another has had it, it is not given to whoever holds it now. */
  ask(name: string, avoidMs: number): Promise<void>;
}

/** This process's own time. */
export interface LeaseTime {
  /** Milliseconds that never go back. */
  monotonic(): number;
  /** Resolves after that time, or as the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export interface LeaseOptions {
  /** This process and no other, also none before it on the same machine. */
  readonly holder: string;
  /** A process that is gone holds its leases for so long. */
  readonly ttlMs?: number;
  readonly renewMs?: number;
  /** What failed on the way: a renewal, which is tried again soon, or letting go. */
  readonly onFault?: (error: unknown) => void;
}

export const TTL_MS = 6_000;
const RENEW_MS = 1_500;
/** Long enough for the holder to hear of it, and for others to look for what is free. */
const AVOID_MS = 15_000;

/** A lease in hand. It is lost at its deadline, whether or not a timer has noticed. */
class HeldLease implements Lease {
  readonly name: string;
  readonly token: number;
  readonly lost: AbortSignal;
  readonly #time: LeaseTime;
  readonly #letGo: () => Promise<void>;
  readonly #ended = new AbortController();
  #until: number;
  #released: Promise<void> | null = null;

  constructor({ name, token }: Held, until: number, time: LeaseTime, letGo: () => Promise<void>) {
    this.name = name;
    this.token = token;
    this.#until = until;
    this.#time = time;
    this.#letGo = letGo;
    this.lost = deadlined(this.#ended, () => time.monotonic() >= this.#until);
    // Lost by this process's clock alone: others need not wait until the server's has run out.
    this.lost.addEventListener('abort', () => void this.release(), { once: true });
    void this.#watch();
  }

  extend(until: number): void {
    this.#until = until;
  }

  release(): Promise<void> {
    this.#released ??= this.#letGo();
    this.#ended.abort();
    return this.#released;
  }

  async #watch(): Promise<void> {
    while (!this.lost.aborted) await this.#time.sleep(this.#until - this.#time.monotonic(), this.lost);
  }
}

/** A signal that aborts, at the latest, when it is asked after it should have: a process that slept asks before a timer tells. */
function deadlined(controller: AbortController, isOver: () => boolean): AbortSignal {
  const { signal } = controller;
  const plain = Object.getOwnPropertyDescriptor(AbortSignal.prototype, 'aborted')?.get as () => boolean;
  return Object.defineProperty(signal, 'aborted', {
    get: () => {
      if (!plain.call(signal) && isOver()) controller.abort();
      return plain.call(signal);
    },
  });
}

/** See `Leases`: what is the same wherever leases lie. */
export function leasesOver(rows: LeaseRows, time: LeaseTime, options: LeaseOptions): Leases {
  const { holder, ttlMs = TTL_MS, renewMs = RENEW_MS, onFault = () => undefined } = options;
  const leases = new Map<string, HeldLease>();
  const taking = new Set<string>();
  const closing = new AbortController();
  let renewing: Promise<void> | null = null;

  async function renewAll(): Promise<void> {
    let pause = renewMs;
    while (leases.size > 0 && !closing.signal.aborted) {
      await time.sleep(pause, closing.signal);
      const asked = [...leases.values()].filter(({ lost }) => !lost.aborted);
      if (asked.length === 0 || closing.signal.aborted) continue;
      // From before the call: the server counts from later.
      const until = time.monotonic() + ttlMs;
      try {
        const still = await rows.renew(holder, asked, ttlMs);
        for (const lease of asked) still.has(lease.name) ? lease.extend(until) : void lease.release();
        pause = renewMs;
      } catch (error) {
        onFault(error);
        pause = renewMs / 3;
      }
    }
    renewing = null;
  }

  function hold(held: Held, until: number): Lease {
    const lease = new HeldLease(held, until, time, async () => {
      leases.delete(held.name);
      await rows.release(holder, held).catch(onFault);
    });
    leases.set(held.name, lease);
    renewing ??= renewAll();
    return lease;
  }

  async function take(name: string): Promise<Lease | null> {
    if (closing.signal.aborted || leases.has(name) || taking.has(name)) return null;
    taking.add(name);
    try {
      const until = time.monotonic() + ttlMs;
      const token = await rows.take(name, holder, ttlMs);
      if (token === null) return null;
      const lease = hold({ name, token }, until);
      if (!closing.signal.aborted && !lease.lost.aborted) return lease;
      await lease.release();
      return null;
    } finally {
      taking.delete(name);
    }
  }

  return {
    take,
    present: () => rows.present(holder, ttlMs),
    list: () => rows.list(),
    ask: (name) => rows.ask(name, AVOID_MS),
    async close() {
      closing.abort();
      await Promise.all([...leases.values()].map((lease) => lease.release()));
      await renewing;
      await rows.leave(holder).catch(onFault);
    },
  };
}

/** Timers hold nobody up who wants to end. */
export const REAL_TIME: LeaseTime = {
  monotonic: () => performance.now(),
  sleep: (ms, signal) => delay(Math.max(ms, 0), undefined, { signal, ref: false }).catch(() => undefined),
};
