import type { Lease, Leases } from '../ports/leases.ts';
import { RepeatedWork } from '../projections/engine/repeated-work.ts';
import type { OwnWork } from './assembled.ts';
import { type RegularWorkParts, regularWork } from './regular-work.ts';

export interface TimekeepingParts extends RegularWorkParts {
  readonly leases: Leases;
  /** Between two looks for the lease (default 1,000). */
  readonly lookMs?: number;
}

export interface Timekeeping extends OwnWork {
  /** This process keeps the time for all: what is due is done here, and nowhere else. */
  holds(): boolean;
  /** An operator wants another process to do it. */
  give(): void;
}

export const TIMEKEEPER = 'timekeeper';
const LOOK_MS = 1_000;
/** Looks for which what was let go of is left to others. */
const REST = 5;

/**
 * What falls due, and what follows from events, is done by the one worker that holds this lease. Who takes it goes on
 * where the reactors' checkpoints stand, whoever stored them. agenda runs here and nowhere else; a turn that the one before had locked
 * is free again within seconds.
 */
export function createTimekeeping({ leases, lookMs = LOOK_MS, ...parts }: TimekeepingParts): Timekeeping {
  const { log } = parts;
  let held: { readonly lease: Lease; readonly work: OwnWork } | null = null;
  let resting = 0;
  let giving = false;

  async function end(): Promise<void> {
    const before = held;
    held = null;
    await before?.work.stop();
    await before?.lease.release();
  }

  async function begin(lease: Lease): Promise<void> {
    const work = regularWork(parts);
    held = { lease, work };
    log.info({ token: lease.token }, 'Keeps the time from here on.');
    await work.catchUp();
    await work.start();
  }

  const turns = new RepeatedWork(async () => {
    if (held?.lease.lost.aborted) {
      log.warn({ token: held.lease.token }, 'Another may keep the time now.');
      await end();
    }
    if (giving) {
      giving = false;
      resting = REST;
      await end();
    }
    if (resting > 0) resting -= 1;
    if (held !== null || resting > 0) return;
    const lease = await leases.take(TIMEKEEPER);
    if (lease === null) return;
    await begin(lease).catch(async (error: unknown) => {
      await end();
      await lease.release();
      throw error;
    });
  }, log);

  return {
    holds: () => held !== null && !held.lease.lost.aborted,
    give: () => {
      giving = held !== null;
    },
    catchUp: async () => undefined,
    async start() {
      void turns.run();
      turns.every(lookMs);
    },
    async stop() {
      await turns.stop();
      await end();
    },
  };
}
