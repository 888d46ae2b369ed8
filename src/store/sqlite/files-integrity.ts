import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { integrityOf } from './database.ts';

/** The SQLite files of a data folder. */
const FILES = ['events.db', 'vault.db', 'views.db', 'jobs.db'] as const;

export interface FileIntegrity {
  readonly file: string;
  /** Empty if SQLite finds the file intact. */
  readonly faults: readonly string[];
}

/**
 * Lets SQLite check each of its files in a data folder: every page, and every index against its table. It only reads, so it may run while a
 * program uses the folder. It takes about as long as reading the files.
 */
export function checkFiles(dataDir: string): readonly FileIntegrity[] {
  return FILES.filter((file) => existsSync(join(dataDir, file))).map((file) => ({ file, faults: faultsOf(join(dataDir, file)) }));
}

function faultsOf(path: string): readonly string[] {
  try {
    const database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
    try {
      return integrityOf(database);
    } finally {
      database.close();
    }
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
