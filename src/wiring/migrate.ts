import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { MigrationPort, Progress } from '../cli/ports.ts';
import { type Config, ConfigRefused } from '../config/config.ts';
import { type Position, START } from '../domain/kernel/event.ts';
import type { Documents } from '../ports/documents.ts';
import { LeasedRunner } from '../projections/engine/leased-runner.ts';
import { collectionName } from '../projections/engine/projection.ts';
import { shareOf } from '../projections/engine/runner.ts';
import { OWN_TIME } from '../projections/engine/views.ts';
import { refuseLostFiles } from '../store/lost-stores.ts';
import { copyFiles } from '../store/migrate/copy-files.ts';
import { compareLogs, copyAnchor, copyLog, copyReactors, MigrationRefused } from '../store/migrate/copy-log.ts';
import { openEmbeddedSide } from '../store/migrate/embedded-side.ts';
import { openServersSide } from '../store/migrate/servers-side.ts';
import { copyVault, type MigrationSide } from '../store/migrate/side.ts';
import { makePrivate } from '../store/private-folder.ts';
import { openServerStores, type ServerStoresOptions } from '../store/server-stores.ts';
import { PROJECTIONS, UPCASTERS } from './features.ts';
import { createLogger } from './logger.ts';

const LOOK_MS = 250;

/**
 * Builds all read models on the servers up to the end of their log, as a worker would, so that the first start finds
 * them ready. Continues from what is already built. Gives the number of read models, or null if the signal ended it
 * first; what is built by then stays.
 * @throws StoreUnavailable
 */
export async function buildOnServers(
  servers: Pick<ServerStoresOptions, 'eventstoreUrl' | 'mongodbUrl' | 'masterKey'>,
  progress: Progress,
  signal: AbortSignal,
): Promise<number | null> {
  const log = createLogger();
  const onFault = (error: unknown): void => log.error({ err: error }, 'store.failed');
  const stores = await openServerStores({ ...servers, clock: { now: () => new Date().toISOString() }, upcasters: UPCASTERS, onFault });
  const { store, documents, leases } = stores;
  const quiet = { ...log, info: () => undefined };
  const worker = new LeasedRunner({ store, documents, leases, projections: PROJECTIONS, log: quiet });
  try {
    await worker.start();
    const head = await store.head();
    while (!signal.aborted) {
      const { ready, share } = await look(documents, head);
      progress.show(share, `${ready} of ${PROJECTIONS.length} read models built`);
      if (ready === PROJECTIONS.length) return ready;
      await OWN_TIME.sleep(LOOK_MS, signal);
    }
    return null;
  } finally {
    await worker.stop();
    await stores.close();
  }
}

/** How many read models are complete up to the head and serve queries, and how far all of them are together, from 0 to 1. */
async function look(documents: Documents, head: Position): Promise<{ readonly ready: number; readonly share: number }> {
  const found = await documents.checkpoints(PROJECTIONS.map(collectionName));
  const shares = PROJECTIONS.map((projection) => {
    const checkpoint = found.get(collectionName(projection));
    const isReady = checkpoint?.live === true && checkpoint.position >= head;
    return { isReady, share: isReady ? 1 : shareOf(checkpoint?.position ?? START, head) };
  });
  const share = shares.reduce((sum, each) => sum + each.share, 0) / shares.length;
  return { ready: shares.filter(({ isReady }) => isReady).length, share };
}

/** Copies between the files in the data folder and the servers. Both sides stay open as long as it takes. */
export async function migrate(config: Config, ...[to, progress, signal]: Parameters<MigrationPort>): ReturnType<MigrationPort> {
  const { servers, masterKey, data } = config;
  if (servers === null || masterKey === null)
    throw new ConfigRefused(
      'Set EVENTSTORE_URL, MONGODB_URL and VOUCH_MASTER_KEY: one side are those servers, the other the files in VOUCH_DATA, both with that key.',
    );
  if (to === 'eventstore' && !existsSync(join(data, 'events.db')))
    throw new ConfigRefused(`There is no event log in ${data}. Set VOUCH_DATA to the folder that holds it.`);
  if (to === 'eventstore') refuseLostFiles(data);
  mkdirSync(data, { recursive: true, mode: 0o700 });
  makePrivate(data);
  const sides: MigrationSide[] = [];
  const opened = async (side: Promise<MigrationSide>): Promise<MigrationSide> => {
    const one = await side;
    sides.push(one);
    return one;
  };
  try {
    const files = () => opened(openEmbeddedSide({ folder: data, masterKey, mustBeFree: to === 'sqlite' }));
    const onServers = () => opened(openServersSide({ ...servers, masterKey }));
    const [from, target] = to === 'eventstore' ? [await files(), await onServers()] : [await onServers(), await files()];
    const copied = await copyAll(from, target, progress, signal);
    // A copy that differs from its original must not be used and needs no read models.
    if (to === 'sqlite' || copied.stopped || copied.compared?.difference) return copied;
    progress.done();
    const readModels = await buildOnServers({ ...servers, masterKey }, progress, signal);
    return { ...copied, stopped: signal.aborted, readModels };
  } finally {
    for (const side of sides.toReversed()) await side.close();
  }
}

async function copyAll(
  from: MigrationSide,
  to: MigrationSide,
  progress: Parameters<MigrationPort>[1],
  signal: AbortSignal,
): ReturnType<MigrationPort> {
  if (to.usedBy !== null) throw new MigrationRefused(`The stores to copy to are in use by ${to.usedBy}. Stop it first.`);
  const head = Number(await from.log.head());
  const share = (position: string): number => (head === 0 ? 1 : Math.min(1, Number(position) / head));
  const copied = await copyLog(from.log, to.log, {
    signal,
    onProgress: (events, position) => progress.show(share(position), `${events} events copied`),
  });
  const copy = { copied, usedBy: from.usedBy, stopped: signal.aborted, compared: null, vault: 0, files: 0, readModels: null };
  if (signal.aborted || from.usedBy !== null) return copy;
  progress.done();
  try {
    await copyAnchor(from.log, from.anchors, await to.anchorsOf(from.hashes));
    const vault = (await copyVault(from.vault, to.vault)) + (await copyReactors(from.reactors, to.reactors, to.log));
    const files = await copyFiles(from.fileOwners(), from.files, to.files, signal);
    const compared = await compareLogs(from.log, to.log, {
      signal,
      onProgress: (events, position) => progress.show(share(position), `${events} events compared`),
    });
    return { ...copy, compared, vault, files };
  } catch (error) {
    if (signal.aborted) return { ...copy, stopped: true };
    throw error;
  }
}
