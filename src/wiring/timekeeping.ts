import { destroyErasedKeys, isAnyErased } from '../app/account/erased-keys.ts';
import type { App } from '../app/app.ts';
import { revokeWaiting } from '../app/connection/tokens.ts';
import { startAgenda } from '../jobs/agenda.ts';
import type { ProgramClock } from '../jobs/clock.ts';
import { watchDueWork } from '../jobs/due-watch.ts';
import type { Timekeeper } from '../jobs/timekeeper.ts';
import type { Lease, Leases } from '../ports/coordination.ts';
import type { WorkSharing } from '../ports/due-work.ts';
import type { Log } from '../ports/log.ts';
import { RepeatedWork } from '../projections/engine/repeated-work.ts';
import type { Reactors } from '../reactors/engine/reactors.ts';
import type { Anchoring } from '../store/anchor/anchoring.ts';
import type { Stores } from '../store/stores.ts';
import type { BackgroundWork } from './assembled.ts';
import { DUE_WORK } from './features.ts';
import type { Meters } from './operations/meters.ts';

export interface RegularWorkParts {
  readonly app: App;
  readonly stores: Stores;
  readonly clock: ProgramClock;
  readonly timekeeper: Pick<Timekeeper, 'tick' | 'begin'>;
  /** When something is due next, as far as it is known: see `DueWorkParts`. */
  readonly nextAt: () => string | null;
  readonly reactors: Reactors;
  readonly anchoring: Anchoring;
  readonly meters: Meters;
  readonly log: Log;
}

/** Work that fell due while the program was down is run before the program answers, unless that takes longer than this. */
const CATCH_UP_MS = 10_000;
const AGENDA_MS = 1_000;
/** The anchor is at most a second behind the log. */
const ANCHOR_MS = 500;

/** Regular jobs of earlier versions. Their stored rows are removed. */
const DROPPED = ['cascades'];

const PROMPTS = new Set<string>(DUE_WORK.flatMap(({ promptedBy = [] }) => promptedBy.map(({ type }) => type)));
const CHANGES = new Set(DUE_WORK.flatMap(({ projection }) => Object.keys(projection.on)));
/**
 * With file storage due work is looked for each second. On servers each look is paid with calls, so it is looked for when something is known
 * to be due, and from time to time in case that knowledge is wrong.
 */
const DUE_EVERY = { alone: '1 second', shared: '15 seconds' } as const;

/** The work that one process does for the whole program: due work in its order, reactors and cleaning up. */
export function regularWork(parts: RegularWorkParts): BackgroundWork {
  const { app, stores, clock, timekeeper, nextAt, reactors, anchoring, meters, log } = parts;
  const shared = stores.leases !== null;
  const noted = (error: unknown): void => log.error({ err: error }, 'due_work.read_failed');
  // The next run for misses and reminders must not wait until a mail server that hangs has been given up.
  const tick = (): Promise<void> => timekeeper.begin().catch(noted);
  let ends: readonly (() => Promise<void>)[] = [];
  return {
    async catchUp() {
      // Nothing may be done with keys that an older vault has brought back.
      const { after, through } = anchoring.newAtStart;
      if (await isAnyErased(app, after, through)) await destroyAgain(app, log);
      await reactors.start();
      await Promise.race([timekeeper.tick().catch(noted), new Promise((resolve) => setTimeout(resolve, CATCH_UP_MS).unref())]);
    },
    async start() {
      const agenda = await startAgenda(
        stores.jobs(),
        meters.jobs([
          { name: 'due', every: shared ? DUE_EVERY.shared : DUE_EVERY.alone, run: tick },
          { name: 'clock', every: '1 minute', run: async () => clock.save() },
          { name: 'sweep', every: '1 hour', run: () => sweep(app, log) },
        ]),
        log,
        { shared, dropped: DROPPED },
      );
      ends = [() => agenda.stop(AGENDA_MS)];
      const early = shared ? { changes: CHANGES, nextAt } : { changes: new Set<string>(), nextAt: () => null };
      const watch = await watchDueWork({ app, log, prompts: PROMPTS, tick, ...early });
      ends = [...ends, () => watch.stop()];
      const anchored = new RepeatedWork(() => anchoring.settle(), log);
      anchored.every(ANCHOR_MS);
      ends = [...ends, () => anchored.stop()];
    },
    async stop() {
      for (const end of ends) await end();
      ends = [];
      await reactors.stop();
    },
  };
}

async function destroyAgain(app: App, log: Log): Promise<void> {
  const keys = await destroyErasedKeys(app);
  if (keys > 0) log.warn({ keys }, 'vault.keys_destroyed_again');
}

/**
 * Deletes expired data, uploads that nobody continued, and files that nobody can be reading or writing any more. Revokes tokens
 * whose provider did not answer before. Keys of erased accounts can also be there because parts of an older vault were put back.
 */
async function sweep(app: App, log: Log): Promise<void> {
  const { secretsUpkeep, files, clock } = app;
  await destroyAgain(app, log);
  await secretsUpkeep.sweep(clock.now());
  await files.sweep(clock.now());
  await revokeWaiting(app);
}

export interface TimekeepingParts extends RegularWorkParts {
  readonly leases: Leases;
  readonly sharing: Pick<WorkSharing, 'clear'>;
  /** The pause between two attempts to acquire the lease, in milliseconds (default 1,000). */
  readonly lookMs?: number;
}

export interface Timekeeping extends BackgroundWork {
  /** True if this process holds the lease, so that it and no other keeps the order of due work. */
  isHeld(): boolean;
  /** Releases the lease, because an operator wants another process to have it. */
  handOver(): void;
}

export const TIMEKEEPER = 'timekeeper';
const LOOK_MS = 1_000;
/** After this process has handed over the lease, it does not try to acquire it again for this number of looks. */
const REST_LOOKS = 5;

/**
 * The one worker that holds this lease runs the reactors, keeps the order of due work and does it, in part with the help of others (see
 * `HandingOut`). A worker that acquires it continues from the
 * stored checkpoints of the reactors. Agenda runs only in this worker; a job that its predecessor had locked becomes
 * free within seconds.
 */
export function createTimekeeping({ leases, sharing, lookMs = LOOK_MS, ...parts }: TimekeepingParts): Timekeeping {
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
    log.info({ token: lease.token }, 'timekeeper.started');
    // What the process before this one had handed out and was not done is found due again.
    await sharing.clear();
    await work.catchUp();
    await work.start();
  }

  const attempts = new RepeatedWork(async () => {
    if (held?.lease.lost.aborted) {
      log.warn({ token: held.lease.token }, 'timekeeper.lost');
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
