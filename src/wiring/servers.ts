import { type Config, ConfigRefused } from '../config/config.ts';
import { StoreUnavailable } from '../domain/kernel/event-store.ts';
import { createOwnWrites } from '../http/kernel/own-writes.ts';
import { type ProgramClock, startClock } from '../jobs/clock.ts';
import { createHelping, type Helping } from '../jobs/helping.ts';
import { type SharedClock, startSharedClock } from '../jobs/shared-clock.ts';
import type { Timekeeper } from '../jobs/timekeeper.ts';
import { LeasedRunner } from '../projections/engine/leased-runner.ts';
import { rebuildBeside } from '../projections/engine/rebuilding.ts';
import type { Runner } from '../projections/engine/runner.ts';
import { SharedViews } from '../projections/engine/shared-views.ts';
import { refuseLostServers } from '../store/lost-servers.ts';
import { openMongoConnections } from '../store/mongo/connections.ts';
import { openMongoWorkSharing } from '../store/mongo/due-shares.ts';
import { openMongoProgress } from '../store/mongo/progress.ts';
import { openClockRecord, openMongoKeyedMutex, openMongoRateCounters } from '../store/mongo/shared.ts';
import { openServerStores, type ServerStores } from '../store/server-stores.ts';
import {
  type Assembled,
  type AssembleOptions,
  afterDraining,
  type BackgroundWork,
  createApp,
  createDueWork,
  HANDED_OUT,
  newestInstant,
  stopWithinBound,
} from './assembled.ts';
import { PROJECTIONS, UPCASTERS } from './features.ts';
import { startOnKnownLog } from './known-log.ts';
import { masterKeysOf } from './master-key.ts';
import { createMeters } from './operations/meters.ts';
import { createServices } from './services.ts';
import { createTimekeeping, TIMEKEEPER, type Timekeeping } from './timekeeping.ts';

export interface OnServers extends Assembled<ServerStores> {
  /** Folds read models; null in a web, which folds none. */
  readonly worker: LeasedRunner | null;
  /** Decides whether this process runs due work; null in a web. */
  readonly timekeeping: Timekeeping | null;
}

const NO_WORK: BackgroundWork = { catchUp: async () => undefined, start: async () => undefined, stop: async () => undefined };

/**
 * Assembles the program on EventStoreDB and MongoDB, as one of any number of processes, in the configured role. Opens
 * everything or nothing.
 * @throws StoreUnavailable naming the store that does not answer, StoreLost if one of them was lost, LogRefused if the log is not the one that the vault knows
 */
export async function assembleOnServers(options: AssembleOptions): Promise<OnServers> {
  const { config, meters = createMeters() } = options;
  const { servers, masterKey } = config;
  if (servers === null || masterKey === null) throw new ConfigRefused('EVENTSTORE_URL, MONGODB_URL and VOUCH_MASTER_KEY are needed.');
  const log = meters.log(options.log);
  // The stores need a clock, but it can start only when they are open.
  let running: ProgramClock | undefined;
  const now = (): string => {
    if (running === undefined) throw new Error('The stores asked for the time before the clock had started.');
    return running.now();
  };
  const onFault = (error: unknown): void => log.error({ err: error }, 'store.failed');
  const stores = meters.stores(
    await openServerStores({ ...servers, ...masterKeysOf(config), clock: { now }, upcasters: UPCASTERS, onFault }),
  );
  try {
    await refuseLostServers(stores);
    const anchoring = await startOnKnownLog({ config, stores, log });
    const clock = await clockOf(options, stores);
    running = clock;
    return await assembleFromStores(options, { config, log, meters, clock, stores, anchoring });
  } catch (error) {
    if (running && isShared(running)) await running.stop();
    await stores.close();
    throw error;
  }
}

type ServerBase = Pick<Assembled<ServerStores>, 'config' | 'log' | 'meters' | 'stores' | 'anchoring'> & { readonly clock: ProgramClock };

/** In production every process uses its machine's time. In development all processes share a clock that can be moved. */
async function clockOf({ config, log, real = Date.now, clock }: AssembleOptions, { mongo, store }: ServerStores): Promise<ProgramClock> {
  if (clock) return clock;
  if (config.mode === 'production') return startClock({ file: { read: () => null, write: () => undefined }, real, newest: null, at: null });
  const newest = await newestInstant(store);
  return startSharedClock({ record: openClockRecord(mongo), real, newest, at: config.clock, log });
}

async function assembleFromStores(options: AssembleOptions, serverBase: ServerBase): Promise<OnServers> {
  const { config, log, clock, stores } = serverBase;
  const { store, documents, leases, mongo, vault } = stores;
  const views: SharedViews = new SharedViews({ store, documents, projections: PROJECTIONS, log, demanded: () => ownWrites.demanded() });
  const runner = createServerRunner(views, stores);
  // Another process may change anything at any time.
  const base = { ...serverBase, runner, remembered: null };
  const refreshClock = async (): Promise<void> => {
    if (isShared(clock)) await clock.refresh();
  };
  const ownWrites = createOwnWrites((position) => views.waitForClaimed(position), refreshClock);
  const keyed = (key: string): string => vault.keyed('shared', key);
  const mutex = openMongoKeyedMutex({ mongo, keyed });
  const [rateCounters, connections] = await Promise.all([
    openMongoRateCounters({ mongo, keyed }),
    openMongoConnections({ mongo, keyed, mutex }),
  ]);
  const shared = { mutex, rateCounters, connections, progress: await openMongoProgress(mongo) };
  const services = createServices({ ...options, log }, stores);
  const { app, desk } = createApp(base, services, ownWrites.noting(store), shared);
  const isHeld = (): boolean => timekeeping?.isHeld() ?? false;
  const workers = (): number => worker?.workers() ?? 0;
  const sharing = { sharing: openMongoWorkSharing(mongo), workers, keepMs: leases.lengthMs };
  const parts = createDueWork(base, app, services, { may: isHeld, sharing });
  const isWorker = config.role !== 'web';
  const timekeeping = isWorker ? createTimekeeping({ ...base, ...parts, ...sharing, app, leases }) : null;
  const worker = isWorker ? createWorker(serverBase, views, timekeeping) : null;
  const mayHelp = (): boolean => workers() > 1 && !isHeld();
  const helping = isWorker ? createHelping({ ...parts, ...sharing, app, log, kinds: HANDED_OUT, mayHelp, refreshClock }) : null;
  const timekeeper = afterDraining(parts.accounts, createServerTimekeeper(base, parts.timekeeper, isHeld, helping));
  await worker?.start();
  return {
    ...base,
    ...parts,
    app,
    desk,
    ownWrites,
    worker,
    timekeeping,
    timekeeper,
    work: timekeeping && helping ? workOf(timekeeping, helping) : NO_WORK,
    readable: views.start(),
    close: async () => {
      await parts.accounts.drain();
      await stopWithinBound(timekeeper);
      await Promise.all([parts.judging.stop(), parts.emails.stop()]);
      await app.sandbox.close();
      await parts.reportFiles.close();
      await parts.reactors.stop();
      await worker?.stop();
      await views.stop();
      await services.mailer.close();
      if (isShared(clock)) await clock.stop();
      await stores.close();
    },
  };
}

const workOf = (timekeeping: Timekeeping, helping: Helping): BackgroundWork => ({
  catchUp: () => timekeeping.catchUp(),
  async start() {
    await timekeeping.start();
    helping.start();
  },
  async stop() {
    await Promise.all([helping.stop(), timekeeping.stop()]);
  },
});

const createWorker = ({ clock, log, stores }: ServerBase, views: SharedViews, timekeeping: Timekeeping | null): LeasedRunner =>
  new LeasedRunner({
    store: stores.store,
    documents: stores.documents,
    leases: stores.leases,
    projections: PROJECTIONS,
    log,
    // Readers in this process learn of its own folds without a query.
    written: (collection, position) => {
      if (views.watch.held(collection) !== position && isShared(clock)) clock.stir();
      views.watch.saw(collection, position);
    },
    handoverRequested: (names) => {
      if (names.includes(TIMEKEEPER)) timekeeping?.handOver();
    },
  });

/** Reads what workers fold. A rebuild runs beside the workers. */
const createServerRunner = (views: SharedViews, { store, documents, leases }: ServerStores): Runner => ({
  views: views.views,
  start: () => views.start(),
  waitForReadModels: (position, options) => views.waitForReadModels(position, options),
  noting: (inner) => views.noting(inner),
  status: () => views.status(),
  building: () => views.building(),
  stop: () => views.stop(),
  async rebuild(name) {
    const wanted = PROJECTIONS.filter((each) => name === undefined || each.name === name);
    if (wanted.length === 0) throw new RangeError(`There is no read model '${name}'.`);
    await rebuildBeside({ store, documents, leases }, wanted);
  },
});

const isShared = (clock: ProgramClock): clock is SharedClock => 'serveMoves' in clock;

/** Runs due work only in the process that holds the lease, and forwards moves of the clock to that process. */
function createServerTimekeeper(
  { config, clock, runner, stores }: ServerBase & { runner: Runner },
  own: Timekeeper,
  isHeld: () => boolean,
  helping: Helping | null,
): Timekeeper {
  // A web moves the clock for nobody, and reads it again before each request.
  if (isShared(clock) && config.role !== 'web') clock.serveMoves(isHeld, (target) => own.move(() => target));
  return {
    tick: () => (isHeld() ? own.tick() : Promise.resolve()),
    begin: () => (isHeld() ? own.begin() : Promise.resolve()),
    async move(to) {
      if (!isShared(clock)) throw new StoreUnavailable('The clock is moved in development only.');
      // Due work is read from read models, and events that another process has just written may not be folded yet.
      await runner.waitForReadModels(await stores.store.head());
      const moved = await clock.move(to);
      await runner.waitForReadModels(await stores.store.head());
      return moved;
    },
    async stop() {
      await Promise.all([own.stop(), helping?.stop(), isShared(clock) && clock.stop()]);
    },
  };
}

/** The configuration for commands of the command line. On servers they run beside the other processes and fold nothing. */
export const asVisitor = (config: Config): Config => ({ ...config, role: 'web' });
