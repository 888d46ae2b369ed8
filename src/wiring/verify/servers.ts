import { compareReadModels } from '../../analysis/differences.ts';
import { eventsAfter } from '../../analysis/from-log.ts';
import type { VerifyOptions, VerifyReport } from '../../cli/ports.ts';
import { type Config, ConfigRefused } from '../../config/config.ts';
import type { Position } from '../../domain/kernel/event.ts';
import { AnchorNotGenuine, type LogAnchor, type LogAnchors } from '../../ports/log-anchor.ts';
import { openTemporaryDocuments } from '../../store/documents/sqlite-documents.ts';
import type { StoredEvent } from '../../store/event-log/raw-log.ts';
import { refuseLostServers } from '../../store/lost-servers.ts';
import { openServerStores, type ServerStores } from '../../store/server-stores.ts';
import { type Fault, faultOf } from '../../store/verify/fault.ts';
import { checkFilesOfOwners } from '../../store/verify/files.ts';
import { checkKeys } from '../../store/verify/keys.ts';
import { checkEvents } from '../../store/verify/log-faults.ts';
import { checkEvent, PROJECTIONS, UPCASTERS } from '../features.ts';
import { masterKeysOf } from '../master-key.ts';
import { walkLedgers } from './heads.ts';
import { noteEvents } from './noted.ts';
import { otherDocument, SHOWN } from './read-models.ts';

const OWN_FILES = 'EventStoreDB and MongoDB have indexes of their own, and check their files themselves.';

/**
 * Verifies the stores on servers, beside the processes that use them.
 * @throws StoreUnavailable, StoreLost
 */
export async function verifyServers(
  config: Config,
  { logOnly = false, deep = false, repairIndex = false }: VerifyOptions,
  onProgress: (events: number) => void,
): Promise<VerifyReport> {
  const { servers, masterKey } = config;
  if (servers === null || masterKey === null) throw new ConfigRefused('EVENTSTORE_URL, MONGODB_URL and VOUCH_MASTER_KEY are needed.');
  const stores = await openServerStores({
    ...servers,
    ...masterKeysOf(config),
    clock: { now: () => new Date().toISOString() },
    upcasters: UPCASTERS,
  });
  try {
    await refuseLostServers(stores);
    const { anchor, faults } = await anchorIn(stores.vault);
    const noted = noteEvents();
    const ledgers = await walkLedgers(stores.vault);
    const visit = (event: StoredEvent): void => {
      noted.visit(event);
      ledgers.visit(event);
    };
    const log = await checkEvents(stores.log, { anchor, ...(!logOnly && { check: checkEvent, visit }) }, onProgress);
    faults.push(...log.faults, ...(logOnly ? [] : ledgers.faults()));
    if (!logOnly) {
      const { vault, files } = stores;
      faults.push(...(await checkKeys({ vault, owners: [], ...noted })));
      faults.push(...(await checkFilesOfOwners({ files, vault, named: noted.files.values(), deep })));
      faults.push(...(log.isReadable ? await readModels(stores) : []));
    }
    return { events: log.events, streams: log.streams, faults, notes: deep || repairIndex ? [OWN_FILES] : [] };
  } finally {
    await stores.close();
  }
}

/** Compares the read models with a new fold, while workers go on folding them. */
async function readModels({ store, documents }: ServerStores): Promise<readonly Fault[]> {
  const scratch = openTemporaryDocuments();
  try {
    const events = (after: Position) => eventsAfter(store, after);
    const compared = await compareReadModels({ projections: PROJECTIONS, serving: documents, scratch, events });
    return compared.flatMap(({ name, differences }) => [...differences.keys()].slice(0, SHOWN).map((id) => otherDocument(name, id, name)));
  } finally {
    await scratch.close();
  }
}

interface Known {
  readonly anchor: LogAnchor | null;
  readonly faults: Fault[];
}

async function anchorIn(anchors: LogAnchors): Promise<Known> {
  try {
    return { anchor: await anchors.logAnchor(), faults: [] };
  } catch (error) {
    if (!(error instanceof AnchorNotGenuine)) throw error;
    return { anchor: null, faults: [faultOf('anchor', `whether the event log is whole cannot be told: ${error.message}`)] };
  }
}
