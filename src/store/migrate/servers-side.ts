import { openEventStoreLog } from '../event-log/eventstore/log.ts';
import { openMongo } from '../mongo/connect.ts';
import { openMongoFiles } from '../mongo/files.ts';
import { openLeases } from '../mongo/leases.ts';
import { openMongoReactorProgress } from '../mongo/vault/reactors.ts';
import { openMongoVault } from '../mongo/vault.ts';
import { ownersInMongo } from './copy-files.ts';
import { mongoVaultRows } from './mongo-vault-rows.ts';
import type { MigrationSide } from './side.ts';

export interface ServersSideOptions {
  readonly eventstoreUrl: string;
  readonly mongodbUrl: string;
  readonly masterKey: Uint8Array;
}

/**
 * Opens the stores on servers for a migration. It cannot detect running webs, because only workers hold leases.
 * @throws StoreUnavailable, Error if the master key is not the vault's own
 */
export async function openServersSide({ eventstoreUrl, mongodbUrl, masterKey }: ServersSideOptions): Promise<MigrationSide> {
  const mongo = openMongo({ url: mongodbUrl });
  const log = openEventStoreLog({ url: eventstoreUrl });
  const close = async (): Promise<void> => {
    await log.close();
    await mongo.close();
  };
  try {
    await log.ping();
    const leases = openLeases(mongo, { holder: 'migration' });
    const held = await leases.list();
    await leases.close();
    const vault = await openMongoVault({ mongo, masterKey });
    return {
      log,
      vault: mongoVaultRows(mongo),
      reactors: await openMongoReactorProgress(mongo),
      files: await openMongoFiles({ mongo, vault }),
      fileOwners: () => ownersInMongo(mongo),
      usedBy: held.length === 0 ? null : [...new Set(held.map(({ holder }) => `worker ${holder}`))].join(', '),
      async close() {
        await vault.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
