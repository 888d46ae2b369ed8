import type { Progress } from '../cli/ports.ts';
import { type Position, START } from '../domain/kernel/event.ts';
import type { Documents } from '../ports/documents.ts';
import { LeasedRunner } from '../projections/engine/leased-runner.ts';
import { OWN_TIME } from '../projections/engine/pauses.ts';
import { collectionName } from '../projections/engine/projection.ts';
import { shareOf } from '../projections/engine/runner.ts';
import { openServerStores, type ServerStoresOptions } from '../store/server-stores.ts';
import { UPCASTERS } from './event-check.ts';
import { PROJECTIONS } from './features.ts';
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
  const onFault = (error: unknown): void => log.error({ err: error }, 'Something behind the stores failed.');
  const stores = await openServerStores({ ...servers, clock: { now: () => new Date().toISOString() }, upcasters: UPCASTERS, onFault });
  const { store, documents, leases } = stores;
  const quiet = { info: () => undefined, error: log.error.bind(log) };
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
