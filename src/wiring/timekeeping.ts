import type { Lease, Leases } from '../ports/leases.ts';
import { RepeatedWork } from '../projections/engine/repeated-work.ts';
import type { BackgroundWork } from './assembled.ts';
import { type RegularWorkParts, regularWork } from './regular-work.ts';

export interface TimekeepingParts extends RegularWorkParts {
  readonly leases: Leases;
  /** The pause between two attempts to acquire the lease, in milliseconds (default 1,000). */
  readonly lookMs?: number;
}

export interface Timekeeping extends BackgroundWork {
  /** True if this process holds the lease, so that due work runs here and nowhere else. */
  isHeld(): boolean;
  /** Releases the lease, because an operator wants another process to have it. */
  handOver(): void;
}

export const TIMEKEEPER = 'timekeeper';
const LOOK_MS = 1_000;
/** For this number of looks, a lease that was handed over is left to other processes. */
const REST_LOOKS = 5;

/**
 * Due work and reactors run in the one worker that holds this lease. A worker that acquires it continues from the
 * stored checkpoints of the reactors. Agenda runs only in this worker; a job that its predecessor had locked becomes
 * free within seconds.
 */
export function createTimekeeping({ leases, lookMs = LOOK_MS, ...parts }: TimekeepingParts): Timekeeping {
  const { log } = parts;
  let held: { readonly lease: Lease; readonly work: BackgroundWork } | null = null;
  let resting = 0;
  let isHandingOver = false;

  async function end(): Promise<void> {
    const before = held;
    held = null;
    await before?.work.stop();
    await before?.lease.release();
  }

  async function begin(lease: Lease): Promise<void> {
    const work = regularWork(parts);
    held = { lease, work };
    log.info({ token: lease.token }, 'This process now keeps the time.');
    await work.catchUp();
    await work.start();
  }

  const attempts = new RepeatedWork(async () => {
    if (held?.lease.lost.aborted) {
      log.warn({ token: held.lease.token }, 'This process lost the lease for keeping the time. Another process may have it now.');
      await end();
    }
    if (isHandingOver) {
      isHandingOver = false;
      resting = REST_LOOKS;
      await end();
    }
    if (resting > 0) resting -= 1;
    if (held !== null || resting > 0) return;
    const lease = await leases.acquire(TIMEKEEPER);
    if (lease === null) return;
    await begin(lease).catch(async (error: unknown) => {
      await end();
      await lease.release();
      throw error;
    });
  }, log);

  return {
    isHeld: () => held !== null && !held.lease.lost.aborted,
    handOver: () => {
      isHandingOver = held !== null;
    },
    catchUp: async () => undefined,
    async start() {
      void attempts.run();
      attempts.every(lookMs);
    },
    async stop() {
      await attempts.stop();
      await end();
    },
  };
}
