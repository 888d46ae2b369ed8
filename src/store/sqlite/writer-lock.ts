import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { BUSY, sqliteCode } from './database.ts';

export interface WriterLock {
  release(): void;
}

/** Another process uses the folder. */
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
  const database = new DatabaseSync(join(folder, 'lock.db'), { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (sqliteCode(error) !== BUSY) throw error;
    throw new FolderInUse(folder, holder(noteFile));
  }
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

function holder(noteFile: string): string {
  try {
    const { pid, host } = JSON.parse(readFileSync(noteFile, 'utf8')) as { pid: number; host: string };
    return host === hostname() ? `process ${pid}` : `process ${pid} on ${host}`;
  } catch {
    return 'another process';
  }
}
