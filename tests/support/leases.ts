import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { StoreUnavailable } from '../../src/domain/kernel/event-store.ts';
import type { Leases } from '../../src/ports/coordination.ts';
import { createLeases, type LeaseRows, type LeaseTime } from '../../src/store/leases.ts';

interface Row {
  holder: string | null;
  token: number;
  expires: number;
  wanted: boolean;
  /** Who was asked to release it, and until when that process must not take it again. */
  avoid: { readonly holder: string; readonly until: number } | null;
}

/** The leases that a server would keep, in memory. */
export function memoryLeaseRows(now: () => Date): LeaseRows {
  const rows = new Map<string, Row>();
  const workers = new Map<string, number>();
  const time = (): number => now().getTime();
  const isHeld = (row: Row | undefined): row is Row & { holder: string } =>
    row !== undefined && row.holder !== null && row.expires > time();
  return {
    async acquire(name, holder, ttlMs) {
      const row = rows.get(name);
      if (isHeld(row) && row.holder !== holder) return null;
      if (row?.avoid && row.avoid.holder === holder && row.avoid.until > time()) return null;
      const token = (row?.token ?? 0) + 1;
      rows.set(name, { holder, token, expires: time() + ttlMs, wanted: false, avoid: null });
      return token;
    },
    async renew(holder, held, ttlMs) {
      const still = held.filter(({ name, token }) => {
        const row = rows.get(name);
        return row?.holder === holder && row.token === token;
      });
      for (const { name } of still) (rows.get(name) as Row).expires = time() + ttlMs;
      return new Set(still.map(({ name }) => name));
    },
    async release(holder, { name, token }) {
      const row = rows.get(name);
      if (row?.holder === holder && row.token === token) row.holder = null;
    },
    async heartbeat(holder, ttlMs) {
      workers.set(holder, time() + ttlMs);
      const wanted = [...rows].filter(([, row]) => isHeld(row) && row.holder === holder && row.wanted).map(([name]) => name);
      const holders = new Map([...rows].flatMap(([name, row]) => (isHeld(row) ? [[name, row.holder] as const] : [])));
      const left = [...rows.values()].filter((row) => isHeld(row) && row.holder !== holder).map(({ expires }) => expires - time());
      const nextExpiryMs = left.length === 0 ? null : Math.min(...left);
      return { workers: [...workers.values()].filter((until) => until > time()).length, handoverRequested: wanted, holders, nextExpiryMs };
    },
    async leave(holder) {
      workers.delete(holder);
    },
    async list() {
      return [...rows]
        .filter(([, row]) => isHeld(row))
        .map(([name, { holder, token, expires }]) => ({
          name,
          holder: holder as string,
          token,
          expires_at: new Date(expires).toISOString(),
        }))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1));
    },
    async requestHandover(name, avoidMs) {
      const row = rows.get(name);
      if (!isHeld(row)) return;
      row.wanted = true;
      row.avoid = { holder: row.holder, until: time() + avoidMs };
    },
  };
}

export const TTL_MS = 6_000;
export const RENEW_MS = 1_500;
const START = Date.parse('2026-11-20T16:00:00.000Z');

/** One process of a simulated world, in which time passes only when the test says so. */
export interface LeasingProcess {
  readonly leases: Leases;
  /** The time of this process, for other work that it does every few seconds. */
  readonly time: LeaseTime;
  readonly faults: readonly unknown[];
  /** Like SIGSTOP: nothing runs, and the time goes on. */
  stop(): void;
  /** Like SIGCONT: waiting work runs, first answers, then timers. */
  wake(): Promise<void>;
  /** Its calls do not arrive, or their answers are lost; null: everything works again. */
  cut(what: 'calls' | 'answers' | null): void;
  /** Like SIGKILL. */
  die(): void;
}

export interface LeaseWorld {
  /** `measured`: what the calls take decides how long its leases are. */
  process(holder: string, options?: { readonly measured?: boolean }): LeasingProcess;
  /** From now on each call takes so many milliseconds. */
  slow(ms: number): void;
  /** Lets time pass, timer by timer, and waits for the work that each starts. */
  pass(ms: number): Promise<void>;
  /** Waits for the work under way. */
  settle(): Promise<void>;
}

interface Sleeper {
  readonly due: number;
  readonly running: () => boolean;
  readonly wake: () => void;
}

/** Processes that share leases. `rowsAt`: where the leases are kept, given the server's time; without it in memory. */
export function leaseWorld(rowsAt: (now: () => Date) => LeaseRows = memoryLeaseRows): LeaseWorld {
  let now = 0;
  let callMs = 0;
  const rows = rowsAt(() => new Date(START + now));
  const sleepers = new Set<Sleeper>();
  const busy = new Set<Promise<unknown>>();

  async function settle(): Promise<void> {
    await yieldToEventLoop();
    while (busy.size > 0) {
      await Promise.allSettled(busy);
      await yieldToEventLoop();
    }
  }

  function nextDue(by: number): Sleeper | undefined {
    const due = [...sleepers].filter((one) => one.running() && one.due <= by);
    return due.sort((a, b) => a.due - b.due)[0];
  }

  async function runUntil(by: number): Promise<void> {
    for (let next = nextDue(by); next; next = nextDue(by)) {
      now = Math.max(now, next.due);
      next.wake();
      await settle();
    }
  }

  function process(holder: string, { measured = false } = {}): LeasingProcess {
    let state: 'running' | 'stopped' | 'dead' = 'running';
    let isCut: 'calls' | 'answers' | null = null;
    let running = Promise.withResolvers<void>();
    running.resolve();
    const faults: unknown[] = [];

    /** Answers reach this process only while it runs. */
    const through = async <T>(call: Promise<T>): Promise<T> => {
      busy.add(call);
      const ended = await call.then(
        (answer) => () => answer,
        (error: unknown) => () => {
          throw error;
        },
      );
      busy.delete(call);
      await running.promise;
      return ended();
    };
    const cutOff = async (call: () => Promise<unknown>): Promise<unknown> => {
      if (isCut === 'calls') throw new StoreUnavailable('The network is cut.');
      const answer = await call();
      if (isCut === 'answers') throw new StoreUnavailable('The answer was lost.');
      return answer;
    };
    const gated = new Proxy(rows, {
      get:
        (target, method: keyof LeaseRows) =>
        async (...args: never[]) => {
          if (callMs > 0) await time.sleep(callMs, new AbortController().signal);
          return through(cutOff(() => (target[method] as (...given: never[]) => Promise<unknown>)(...args)));
        },
    });
    const time: LeaseTime = {
      monotonic: () => now,
      sleep: (ms, signal) =>
        new Promise((resolve) => {
          const wake = (): void => {
            sleepers.delete(sleeper);
            resolve();
          };
          const sleeper: Sleeper = { due: now + Math.max(ms, 0), running: () => state === 'running', wake };
          if (signal.aborted) return resolve();
          sleepers.add(sleeper);
          signal.addEventListener('abort', wake, { once: true });
        }),
    };
    const halt = (as: 'stopped' | 'dead'): void => {
      state = as;
      running = Promise.withResolvers();
    };
    const lengths = measured ? {} : { ttlMs: TTL_MS, renewMs: RENEW_MS };
    const leases = createLeases(gated, time, { holder, ...lengths, onFault: (error) => faults.push(error) });
    return {
      leases,
      time,
      faults,
      stop: () => halt('stopped'),
      async wake() {
        running.resolve();
        await settle();
        state = 'running';
        await runUntil(now);
      },
      cut: (what) => {
        isCut = what;
      },
      die: () => halt('dead'),
    };
  }

  return {
    process,
    slow: (ms) => {
      callMs = ms;
    },
    settle,
    async pass(ms) {
      const by = now + ms;
      await settle();
      await runUntil(by);
      now = by;
    },
  };
}
