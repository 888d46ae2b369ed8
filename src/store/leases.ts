import { setTimeout as delay } from 'node:timers/promises';
import type { Heartbeat, Lease, Leases } from '../ports/coordination.ts';
import { fixedLength, measuredLength } from './lease-length.ts';

export interface LeaseRef {
  readonly name: string;
  readonly token: number;
}

/** The stored leases. Expiry uses the server's clock. A call with `ttlMs` is given up early enough to repeat it within that time. @throws StoreUnavailable */
export interface LeaseRows {
  /**
   * Acquires a lease that is free, has expired, or already belongs to this holder because an earlier answer was lost.
   * Gives the token; null if another process holds it.
   */
  acquire(name: string, holder: string, ttlMs: number): Promise<number | null>;
  /** Renews leases for `ttlMs` from now. Gives the names of those that no other process has acquired. */
  renew(holder: string, held: readonly LeaseRef[], ttlMs: number): Promise<ReadonlySet<string>>;
  release(holder: string, held: LeaseRef): Promise<void>;
  heartbeat(holder: string, ttlMs: number): Promise<Heartbeat>;
  leave(holder: string): Promise<void>;
  list: Leases['list'];
  /** Requests a handover. Until `avoidMs` from now, or until another process has held the lease, it is not given to its present holder. */
  requestHandover(name: string, avoidMs: number): Promise<void>;
}

/** The clock and the timers of this process. */
export interface LeaseTime {
  /** A monotonic clock, in milliseconds. */
  monotonic(): number;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export interface LeaseOptions {
  /** A unique name of this process, which no earlier process on the same machine had. */
  readonly holder: string;
  /** How long a dead process keeps its leases, in milliseconds. Default: what the calls take decides (`measuredLength`). */
  readonly ttlMs?: number;
  /** Only with `ttlMs`. Default: a third of it, so that one renewal may fail. */
  readonly renewMs?: number;
  /** Called with errors of renewals, which are retried soon, and of releases. */
  readonly onFault?: (error: unknown) => void;
}

/** A renewal that failed is repeated so many times sooner than the next one would follow. */
const RETRIES = 3;
/** Long enough for the holder to notice the request and for other processes to look for free leases. */
const AVOID_MS = 15_000;

/** A held lease. It is lost at its deadline, whether or not a timer has fired. */
class HeldLease implements Lease {
  readonly name: string;
  readonly token: number;
  readonly lost: AbortSignal;
  readonly #time: LeaseTime;
  readonly #letGo: () => Promise<void>;
  readonly #ended = new AbortController();
  #until: number;
  #released: Promise<void> | null = null;

  constructor({ name, token }: LeaseRef, until: number, time: LeaseTime, letGo: () => Promise<void>) {
    this.name = name;
    this.token = token;
    this.#until = until;
    this.#time = time;
    this.#letGo = letGo;
    this.lost = withDeadline(this.#ended, () => time.monotonic() >= this.#until);
    // If only this process's clock says that the lease is lost, releasing it spares others the wait for its expiry on the server.
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

/** Makes the signal also abort when `aborted` is read after the deadline: a suspended process reads it before its timers fire. */
function withDeadline(controller: AbortController, isOver: () => boolean): AbortSignal {
  const { signal } = controller;
  const plain = (): boolean => Reflect.get(AbortSignal.prototype, 'aborted', signal);
  return Object.defineProperty(signal, 'aborted', {
    get: () => {
      if (!plain() && isOver()) controller.abort();
      return plain();
    },
  });
}

export function createLeases(rows: LeaseRows, time: LeaseTime, options: LeaseOptions): Leases {
  const { holder, ttlMs, renewMs, onFault = () => undefined } = options;
  const length = ttlMs === undefined ? measuredLength() : fixedLength(ttlMs, renewMs);
  const leases = new Map<string, HeldLease>();
  const taking = new Set<string>();
  const closing = new AbortController();
  let renewing: Promise<void> | null = null;

  /** Makes a call and notes how long it took. */
  async function timed<T>(call: (ttlMs: number) => Promise<T>): Promise<T> {
    const began = time.monotonic();
    try {
      return await call(length.now());
    } finally {
      length.took(time.monotonic() - began);
    }
  }

  /** A process that has no time for its timers has none for its renewals either. */
  async function sleep(ms: number): Promise<void> {
    const due = time.monotonic() + ms;
    await time.sleep(ms, closing.signal);
    length.took(Math.max(0, time.monotonic() - due));
  }

  async function renewAll(): Promise<void> {
    let pause = length.pause(length.now());
    while (leases.size > 0 && !closing.signal.aborted) {
      await sleep(pause);
      const asked = [...leases.values()].filter(({ lost }) => !lost.aborted);
      if (asked.length === 0 || closing.signal.aborted) continue;
      // Counted from before the call, because the server counts from later.
      const sent = time.monotonic();
      try {
        const renewed = await timed(async (ms) => ({ until: sent + ms, still: await rows.renew(holder, asked, ms) }));
        for (const lease of asked) renewed.still.has(lease.name) ? lease.extend(renewed.until) : void lease.release();
        pause = length.pause(renewed.until - time.monotonic());
      } catch (error) {
        onFault(error);
        pause = length.pause(length.now()) / RETRIES;
      }
    }
    renewing = null;
  }

  function hold(held: LeaseRef, until: number): Lease {
    const lease = new HeldLease(held, until, time, async () => {
      leases.delete(held.name);
      await rows.release(holder, held).catch(onFault);
    });
    leases.set(held.name, lease);
    renewing ??= renewAll();
    return lease;
  }

  async function acquire(name: string): Promise<Lease | null> {
    if (closing.signal.aborted || leases.has(name) || taking.has(name)) return null;
    taking.add(name);
    try {
      const sent = time.monotonic();
      const { token, until } = await timed(async (ms) => ({ until: sent + ms, token: await rows.acquire(name, holder, ms) }));
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
    acquire,
    lengthMs: () => length.now(),
    async heartbeat() {
      const beat = await timed((ms) => rows.heartbeat(holder, ms));
      length.among(beat.workers);
      return beat;
    },
    list: () => rows.list(),
    requestHandover: (name) => rows.requestHandover(name, AVOID_MS),
    async close() {
      closing.abort();
      await Promise.all([...leases.values()].map((lease) => lease.release()));
      await renewing;
      await rows.leave(holder).catch(onFault);
    },
  };
}

/** The real clock. Its timers do not keep the process alive. */
export const REAL_TIME: LeaseTime = {
  monotonic: () => performance.now(),
  sleep: (ms, signal) => delay(Math.max(ms, 0), undefined, { signal, ref: false }).catch(() => undefined),
};
