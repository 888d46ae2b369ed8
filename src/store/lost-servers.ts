import { START } from '../domain/kernel/event.ts';
import type { RawLog } from './event-log/raw-log.ts';
import { type LostStore, lostStores, StoreLost } from './lost-stores.ts';
import { holdsKeys } from './mongo/vault.ts';
import type { ServerStores } from './server-stores.ts';

const SENTENCES: Readonly<Record<LostStore, string>> = {
  log: 'EventStoreDB holds no events, but events from it have been read. Put its volume back from a backup. To begin with an empty log, name another database in MONGODB_URL, too.',
  vault:
    'The vault in MongoDB is empty, but there are events. Without its keys no personal text can be read, and nobody can sign in. Put the database back from a backup, or correct its name in MONGODB_URL.',
};

type Looked = Pick<ServerStores, 'log' | 'reactors' | 'documents' | 'mongo'>;

/**
 * Refuses to start if one of the servers has lost its data although the other still has data that came from it.
 * @throws StoreLost saying what to do, StoreUnavailable
 */
export async function refuseLostServers({ log, reactors, documents, mongo }: Looked): Promise<void> {
  const reactorsRead = (await reactors.checkpoints()).some(({ position }) => position > START);
  const viewsRead = !(await hasEvents(log)) && (await documents.list()).some(({ checkpoint }) => checkpoint !== null && checkpoint > START);
  const eventsWereRead = reactorsRead || viewsRead;
  // This comes after the check of the read models and reactors, because another process may be writing the first events just now.
  const logHasEvents = await hasEvents(log);
  const vaultHasEntries = reactorsRead || (await holdsKeys(mongo));
  const lost = lostStores({ logHasEvents, vaultHasEntries, eventsWereRead });
  if (lost.length > 0) throw new StoreLost(lost.map((store) => SENTENCES[store]).join(' '));
}

const hasEvents = async (log: RawLog): Promise<boolean> => (await log.head()) > START;
