import { join } from 'node:path';
import { openSqliteLog } from '../event-log/sqlite-log.ts';
import { openFiles } from '../files/folder-files.ts';
import { openDatabase } from '../sqlite/database.ts';
import { FolderInUse, lockFolder, type WriterLock } from '../sqlite/writer-lock.ts';
import { openVault } from '../vault/sqlite-vault.ts';
import { ownersInFolder } from './copy-files.ts';
import type { MigrationSide } from './side.ts';
import { sqliteVaultRows } from './sqlite-vault-rows.ts';

export interface EmbeddedSideOptions {
  /** The data folder. It must exist. */
  readonly folder: string;
  readonly masterKey: Uint8Array;
  /** True: refuse a folder that a running program uses. False: read its log beside the program. */
  readonly mustBeFree: boolean;
}

/**
 * Opens the stores of a data folder for a migration.
 * @throws Error if the folder must be free and is not, or the master key is not the vault's own
 */
export async function openEmbeddedSide({ folder, masterKey, mustBeFree }: EmbeddedSideOptions): Promise<MigrationSide> {
  const at = (name: string): string => join(folder, name);
  const { lock, usedBy } = lockIfFree(folder, mustBeFree);
  try {
    // This creates the tables and checks the master key. The rows are read directly, past the vault's caches.
    const vault = openVault({ path: at('vault.db'), masterKey });
    const rows = openDatabase(at('vault.db'), { synchronous: 'FULL', secureDelete: true });
    const log = openSqliteLog({ path: at('events.db') });
    return {
      log,
      vault: sqliteVaultRows(rows),
      reactors: vault.reactors,
      files: openFiles({ folder: at('files'), vault }),
      fileOwners: () => ownersInFolder(at('files')),
      usedBy,
      async close() {
        await log.close();
        rows.close();
        await vault.close();
        lock?.release();
      },
    };
  } catch (error) {
    lock?.release();
    throw error;
  }
}

function lockIfFree(folder: string, mustBeFree: boolean): { readonly lock: WriterLock | null; readonly usedBy: string | null } {
  try {
    return { lock: lockFolder(folder), usedBy: null };
  } catch (error) {
    if (mustBeFree || !(error instanceof FolderInUse)) throw error;
    return { lock: null, usedBy: error.holder };
  }
}
