import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { clockFile, type ProgramClock, startClock } from '../jobs/clock.ts';
import { refuseLostFiles } from '../store/lost-stores.ts';
import { makePrivate } from '../store/private-folder.ts';
import { openSqliteStores, type SqliteStores } from '../store/sqlite-stores.ts';
import {
  type Assembled,
  type AssembledBase,
  type AssembleOptions,
  createApp,
  createDueWork,
  newestInstant,
  stopWithinBound,
} from './assembled.ts';
import { REFOLDS, UPCASTERS } from './features.ts';
import { VIEWS_FILES } from './folding/groups.ts';
import { createFilesRunner } from './folding/runner.ts';
import { refuseBrokenIndex, startOnKnownLog } from './known-log.ts';
import { keptMasterKeys } from './master-key.ts';
import { createMeters } from './operations/meters.ts';
import { rememberedAnswers } from './remembered.ts';
import { endKeyChange } from './rotate-master-key.ts';
import { createServices } from './services.ts';
import { regularWork } from './timekeeping.ts';

export type { Assembled, AssembleOptions };

export type Embedded = Assembled<SqliteStores>;

const CLOCK = 'clock.json';

/** Assembles the program on the files in the data folder: one process in every role. Resolves when its read models can be read. */
export async function assemble(options: AssembleOptions): Promise<Embedded> {
  const assembled = await assembleAtOnce(options);
  try {
    await assembled.readable;
    return assembled;
  } catch (error) {
    await assembled.close();
    throw error;
  }
}

/**
 * The same, but resolves as soon as the stores are open. `readable` resolves when the read models can be read, which may take minutes.
 * @throws StoreLost if the event log or the vault is lost, LogRefused if the log is not the one that the vault knows
 */
export async function assembleAtOnce(options: AssembleOptions): Promise<Embedded> {
  const { config, meters = createMeters(), real = Date.now, clock: givenClock, threads = 0 } = options;
  const log = meters.log(options.log);
  mkdirSync(config.data, { recursive: true, mode: 0o700 });
  const wider = makePrivate(config.data);
  if (wider.length > 0) log.warn({ paths: wider.length, first: wider[0] }, 'data_folder.made_private');
  refuseLostFiles(config.data);
  endKeyChange(config);
  const keys = keptMasterKeys(config);
  // The stores need a clock, but it can start only when the newest event is known.
  let running: ProgramClock | undefined = givenClock;
  const now = (): string => {
    if (running === undefined) throw new Error('The stores asked for the time before the clock had started.');
    return running.now();
  };
  const views = { refolds: REFOLDS, views: VIEWS_FILES, foldedInThreads: threads > 0 };
  const opening = { dataDir: config.data, ...keys, clock: { now }, upcasters: UPCASTERS, ...views };
  const stores = meters.stores(openSqliteStores(opening));
  try {
    refuseBrokenIndex(stores.log, config.data);
    const anchoring = await startOnKnownLog({ config, stores, log });
    const newest = await newestInstant(stores.store);
    const moves = config.mode === 'development';
    const clock = givenClock ?? startClock({ file: clockFile(join(config.data, CLOCK)), real, newest, at: config.clock, moves });
    running = clock;
    const runner = createFilesRunner({ data: config.data, stores, log, threads });
    const remembered = rememberedAnswers({ config, meters, clock, runner });
    return assembleFromStores(options, { config, log, meters, clock, stores, runner, anchoring, remembered });
  } catch (error) {
    await stores.close();
    throw error;
  }
}

function assembleFromStores(options: AssembleOptions, base: AssembledBase<SqliteStores>): Embedded {
  const { stores, runner } = base;
  const services = createServices({ ...options, log: base.log }, stores);
  const { app, desk } = createApp(base, services);
  const parts = createDueWork(base, app, services);
  const readable = runner.start();
  // Callers that wait for it get the error; it is no error if nobody waits.
  readable.catch(() => undefined);
  return {
    ...base,
    ...parts,
    app,
    desk,
    work: regularWork({ ...base, ...parts, app }),
    readable,
    ownWrites: null,
    close: async () => {
      await parts.accounts.drain();
      await stopWithinBound(parts.timekeeper);
      await Promise.all([parts.judging.stop(), parts.emails.stop()]);
      await app.sandbox.close();
      await parts.reportFiles.close();
      await parts.reactors.stop();
      await runner.stop();
      await endOfStart(readable);
      await services.mailer.close();
      saveClock(base);
      await closeLog(base);
      await stores.close();
    },
  };
}

/**
 * If the disk is full, the instant that was saved a minute ago is good enough, because a start also looks at the newest
 * event.
 */
function saveClock({ clock, log }: AssembledBase<SqliteStores>): void {
  try {
    clock.save();
  } catch (error) {
    log.error({ err: error }, 'clock.save_failed');
  }
}

/** Nothing is written from now on. If this cannot be noted, the next start takes the end for a crash, and reads on from the last note. */
async function closeLog({ anchoring, log }: AssembledBase<SqliteStores>): Promise<void> {
  await anchoring.settle({ closed: true }).catch((error: unknown) => log.error({ err: error }, 'event_log.anchor_failed'));
}

const STOPPED_MS = 1_000;

/**
 * Waits until a stopped start has finished its present batch. The wait is bounded, because creating an index of a large
 * read model takes longer.
 */
const endOfStart = (starting: Promise<void>): Promise<unknown> =>
  Promise.race([starting.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, STOPPED_MS).unref())]);
