import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { BUSY, sqliteCode } from './database.ts';

export interface WriterLock {
  release(): void;
}

/** Another process writes in the folder. */
export class FolderInUse extends Error {
  readonly holder: string;
  constructor(folder: string, holder: string) {
    super(`The folder ${folder} is in use by ${holder}. Stop it first, or choose another folder with VOUCH_DATA.`);
    this.holder = holder;
  }
}

/** Keeps each lock's database from being collected as garbage, which would let the folder go. */
const held = new Set<DatabaseSync>();

/**
 * One writing process a folder. The lock is a transaction held open on a database of its own, which the
 * operating system lets go with the process, however it ends.
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
