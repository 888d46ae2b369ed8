import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { asStoreError } from './database.ts';
import { hasTable } from './statements.ts';

export interface FileToRead {
  readonly path: string;
  /** Names the file in sentences: 'event log'. */
  readonly what: string;
  /** A table that the file must have. */
  readonly table: string;
}

/**
 * Opens a database file only to read it, beside a program that writes it. The file does not change.
 * @throws Error if it is missing or empty, StoreUnavailable if it is damaged
 */
export function openToRead<Opened>({ path, what, table }: FileToRead, open: (database: DatabaseSync) => Opened): Opened {
  if (!existsSync(path)) throw new Error(`There is no ${what} at ${path}. Set VOUCH_DATA to the folder that holds it.`);
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
  try {
    if (!hasTable(database, table)) throw new Error(`The ${what} at ${path} is empty. Put it back from a backup.`);
    return open(database);
  } catch (error) {
    database.close();
    throw asStoreError(error);
  }
}
