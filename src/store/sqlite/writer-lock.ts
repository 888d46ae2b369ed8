import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { storedJson } from '../stored-json.ts';
import { asStoreError, BUSY, isCorrupt, sqliteCode } from './database.ts';

export interface WriterLock {
  release(): void;
}

export class FolderInUse extends Error {
  readonly holder: string;
  constructor(folder: string, holder: string) {
    super(`The folder ${folder} is in use by ${holder}. Stop it first, or choose another folder with VOUCH_DATA.`);
    this.holder = holder;
  }
}

/** Keeps the databases of the locks from being garbage collected, which would release the folders. */
const held = new Set<DatabaseSync>();

/**
 * Locks the folder for one writing process. The lock is an open transaction on a separate database, which the
 * operating system releases with the process, however the process ends.
 * @throws FolderInUse
 */
export function lockFolder(folder: string): WriterLock {
  const noteFile = join(folder, 'writer.json');
  const database = lockedDatabase(join(folder, 'lock.db'));
  if (database === null) throw new FolderInUse(folder, holder(noteFile));
  held.add(database);
  writeFileSync(noteFile, `${JSON.stringify({ pid: process.pid, host: hostname() })}\n`);
  return {
    release() {
      if (!held.delete(database)) return;
      rmSync(noteFile, { force: true });
      database.close();
    },
  };
}

/** Null if another process holds the lock. A damaged file is emptied in its place, so that the lock stays the same for everybody. */
function lockedDatabase(path: string): DatabaseSync | null {
  try {
    return beginExclusive(path);
  } catch (error) {
    if (sqliteCode(error) === BUSY) return null;
    if (!isCorrupt(error)) throw asStoreError(error);
    truncateSync(path);
    return beginExclusive(path);
  }
}

function beginExclusive(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function holder(noteFile: string): string {
  try {
    const { pid, host } = storedJson<{ pid: number; host: string }>(readFileSync(noteFile, 'utf8'));
    return host === hostname() ? `process ${pid}` : `process ${pid} on ${host}`;
  } catch {
    return 'another process';
  }
}
