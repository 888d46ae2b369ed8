import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StoreFull, StoreUnavailable } from '../../domain/kernel/event-store.ts';
import { viewsFilesIn } from '../documents/views-names.ts';
import { prepareSelect } from './statements.ts';

/** Options of a database file. `:memory:` is also a valid path. */
export interface DatabaseOptions {
  /** `FULL`: a commit survives a power failure. `NORMAL`: the newest commits may be lost in one, but the file is never corrupted. */
  readonly synchronous: 'FULL' | 'NORMAL';
  /** Overwrites deleted data with zeros. */
  readonly secureDelete?: boolean;
  /** The size of the page cache in MiB; default 2. */
  readonly cacheMiB?: number;
  /** The page size of a new file, in bytes. */
  readonly pageSize?: number;
}

/** The number of pages to which the write-ahead log may grow before it is copied into the file. */
export const CHECKPOINT_PAGES = 2_000;

/** Opens or creates a database in WAL mode. @throws StoreUnavailable, StoreFull */
export function openDatabase(
  path: string,
  { synchronous, secureDelete = false, cacheMiB = 2, pageSize = 4_096 }: DatabaseOptions,
): DatabaseSync {
  refuseOldSqlite(process.versions.sqlite ?? '0');
  const database = new DatabaseSync(path, { timeout: 5000 });
  try {
    database.exec(
      `PRAGMA page_size = ${pageSize}; PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous}; PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}; PRAGMA cache_size = ${-1024 * cacheMiB};`,
    );
    if (secureDelete) database.exec('PRAGMA secure_delete = ON');
  } catch (error) {
    database.close();
    throw asStoreError(error);
  }
  return database;
}

/** Opens or creates a database and creates the tables that it lacks. Closes it again if that fails. @throws as openDatabase */
export function openTables(path: string, schema: string, options: DatabaseOptions): DatabaseSync {
  const database = openDatabase(path, options);
  try {
    transactions(database)(() => database.exec(schema));
  } catch (error) {
    database.close();
    throw asStoreError(error);
  }
  return database;
}

/** Before 3.51.3 a bug in SQLite's WAL could corrupt a database. */
const OLDEST = [3, 51, 3] as const;

export function refuseOldSqlite(version: string): void {
  const parts = version.split('.').map(Number);
  for (const [index, least] of OLDEST.entries()) {
    const part = parts[index] ?? 0;
    if (part > least) return;
    if (part < least)
      throw new Error(
        `SQLite ${version} is too old: ${OLDEST.join('.')} or newer is needed. Use the Node that npm installs with this project.`,
      );
  }
}

/** SQLite's primary result codes, which node:sqlite does not name. */
export const BUSY = 5;
const READONLY = 8;
const IOERR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANTOPEN = 14;
const NOTADB = 26;
const UNAVAILABLE: ReadonlySet<number> = new Set([BUSY, READONLY, IOERR, CORRUPT, CANTOPEN, NOTADB]);

export function sqliteCode(error: unknown): number | null {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : null;
}

export function isCorrupt(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === CORRUPT || code === NOTADB;
}

/** The error as the ports promise it: StoreFull or StoreUnavailable. Any other error is a fault of the program and stays as it is. */
export function asStoreError(error: unknown): unknown {
  const code = sqliteCode(error);
  if (code === FULL) return new StoreFull('There is no room left to write.', { cause: error });
  if (code !== null && UNAVAILABLE.has(code))
    return new StoreUnavailable(`The database refuses: ${error instanceof Error ? error.message : String(error)}.`, { cause: error });
  return error;
}

/** Runs work in one transaction; any error rolls back all of it. */
export type Transact = <T>(work: () => T) => T;

export function transactions(database: DatabaseSync): Transact {
  const begin = database.prepare('BEGIN IMMEDIATE');
  const commit = database.prepare('COMMIT');
  return (work) => {
    begin.run();
    try {
      const result = work();
      commit.run();
      return result;
    } catch (error) {
      // SQLite may already have rolled back by itself.
      if (database.isTransaction) database.exec('ROLLBACK');
      throw error;
    }
  };
}

/** Transactions that only read: everything in one sees the same instant, whatever other connections write meanwhile. */
export function snapshots(database: DatabaseSync): Transact {
  const begin = database.prepare('BEGIN');
  const end = database.prepare('COMMIT');
  return (work) => {
    begin.run();
    try {
      return work();
    } finally {
      if (database.isTransaction) end.run();
    }
  };
}

/** Runs the work, and rejects with the errors that the ports promise. @throws StoreUnavailable, StoreFull */
export async function withStoreErrors<T>(work: () => T): Promise<T> {
  try {
    return work();
  } catch (error) {
    throw asStoreError(error);
  }
}

/** The faults that SQLite finds in the file; empty if it is intact. */
export function integrityOf(database: DatabaseSync): readonly string[] {
  const rows = prepareSelect<{ integrity_check: string }>(database, 'PRAGMA integrity_check').all();
  return rows.map((row) => row.integrity_check).filter((line) => line !== 'ok');
}

export function throwAway(path: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
}

export const saysCorrupt = (error: unknown): boolean => isCorrupt(error) || (error instanceof Error && isCorrupt(error.cause));

/** Opens a small file whose content can be created again. A damaged file is deleted first. */
export function openDisposable(path: string, open: (path: string) => DatabaseSync): DatabaseSync {
  const database = openSound(path, open);
  if (database !== null) return database;
  throwAway(path);
  return open(path);
}

/** Null if the file is damaged. The whole file is read, because a truncated file can still be opened. */
function openSound(path: string, open: (path: string) => DatabaseSync): DatabaseSync | null {
  let database: DatabaseSync | undefined;
  try {
    database = open(path);
    const found = prepareSelect<{ quick_check: string }>(database, 'PRAGMA quick_check(1)').get();
    if (found?.quick_check === 'ok') return database;
  } catch (error) {
    if (!saysCorrupt(error)) throw error;
  }
  if (database?.isOpen) database.close();
  return null;
}

/** The SQLite files of a data folder. */
const filesIn = (dataDir: string): readonly string[] => ['events.db', 'vault.db', ...viewsFilesIn(dataDir), 'jobs.db'];

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
  return filesIn(dataDir)
    .filter((file) => existsSync(join(dataDir, file)))
    .map((file) => ({ file, faults: faultsOf(join(dataDir, file)) }));
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
