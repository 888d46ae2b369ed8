import { join } from 'node:path';
import { openSqliteLog } from '../event-log/sqlite-log.ts';
import { openFiles } from '../files/folder-files.ts';
import { openDatabase } from '../sqlite/database.ts';
import { FolderInUse, lockFolder, type WriterLock } from '../sqlite/writer-lock.ts';
import { openVault } from '../vault/sqlite-vault.ts';
import { filesInFolder } from './copy-files.ts';
import type { Side } from './side.ts';
import { sqliteVaultRows } from './sqlite-vault-rows.ts';

export interface EmbeddedSideOptions {
  /** It must be there. */
  readonly folder: string;
  readonly masterKey: Uint8Array;
  /** Refuse a folder that a program is running on; else its log is read beside the program. */
  readonly mustBeFree: boolean;
}

/** @throws Error where the folder must be free and is not, or the master key is another one's */
export async function embeddedSide({ folder, masterKey, mustBeFree }: EmbeddedSideOptions): Promise<Side> {
  const at = (name: string): string => join(folder, name);
  const { lock, usedBy } = lockIfFree(folder, mustBeFree);
  try {
    // Makes the tables, and refuses a key that is not theirs; the rows go past what it remembers.
    const vault = openVault({ path: at('vault.db'), masterKey });
    const rows = openDatabase(at('vault.db'), { synchronous: 'FULL', secureDelete: true });
    const log = openSqliteLog({ path: at('events.db') });
    return {
      log,
      vault: sqliteVaultRows(rows),
      reactors: vault.reactors,
      files: openFiles({ folder: at('files'), vault }),
      fileNames: () => filesInFolder(at('files')),
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
