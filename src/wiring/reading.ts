import { join } from 'node:path';
import type { ReadLog } from '../analysis/from-log.ts';
import type { OpenedLog } from '../cli/ports.ts';
import { type Config, ConfigRefused } from '../config/config.ts';
import { type DocumentsReader, openDocumentsReader } from '../store/documents/documents-reader.ts';
import { logBeside } from '../store/documents/log-beside.ts';
import { openLogReader } from '../store/event-log/log-reader.ts';
import type { RawLog } from '../store/event-log/raw-log.ts';
import { upcasting } from '../store/event-log/upcasting.ts';
import { openOpener } from '../store/seal.ts';
import { openVaultReader } from '../store/vault/vault-reader.ts';
import { REFOLDS, UPCASTERS } from './features.ts';
import { VIEWS_FILES } from './folding/groups.ts';
import { keptMasterKeys, masterKeysOf } from './master-key.ts';

/** Opens the log and the keys only to read them, beside running processes. @throws Error if there is no log */
export const openLog = (config: Config): Promise<OpenedLog> => (config.servers === null ? openFiles(config) : openServers(config));

async function openFiles(config: Config): Promise<OpenedLog> {
  const { data } = config;
  const log = openLogReader(join(data, 'events.db'));
  let readModels: DocumentsReader | null = null;
  try {
    const vault = openVaultReader({ path: join(data, 'vault.db'), ...keptMasterKeys(config) });
    return {
      log: inTodaysShape(log),
      hashes: vault,
      opener: openOpener(vault),
      readModels: async () =>
        (readModels ??= openDocumentsReader(
          VIEWS_FILES.map(({ file, readModels: names }) => ({ path: join(data, file), readModels: names })),
          logBeside(log, REFOLDS, UPCASTERS),
        )),
      close: async () => {
        await Promise.all([log.close(), vault.close(), readModels?.close()]);
      },
    };
  } catch (error) {
    await log.close();
    throw error;
  }
}

async function openServers(config: Config): Promise<OpenedLog> {
  const { servers, masterKey } = config;
  if (servers === null || masterKey === null) throw new ConfigRefused('EVENTSTORE_URL, MONGODB_URL and VOUCH_MASTER_KEY are needed.');
  const clock = { now: () => new Date().toISOString() };
  const { openServerStores } = await import('../store/server-stores.ts');
  const stores = await openServerStores({ ...servers, ...masterKeysOf(config), clock, upcasters: UPCASTERS });
  try {
    const { refuseLostServers } = await import('../store/lost-servers.ts');
    await refuseLostServers(stores);
    return {
      log: stores.store,
      hashes: stores.vault,
      opener: stores.opener,
      readModels: async () => stores.documents,
      close: () => stores.close(),
    };
  } catch (error) {
    await stores.close();
    throw error;
  }
}

function inTodaysShape(log: Pick<RawLog, 'readAll' | 'readLast' | 'head'>): ReadLog {
  const { read } = upcasting(UPCASTERS);
  return {
    readAll: async (after, limit) => (await log.readAll(after, limit)).map(read),
    readLast: async (limit) => (await log.readLast(limit)).map(read),
    head: () => log.head(),
  };
}
