import { rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { isCorrupt } from './database.ts';

/** Deletes a database file with everything that belongs to it. */
export function throwAway(path: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
}

/** Whether the error, or what caused it, says that the file is corrupt or is not a database. */
export const saysCorrupt = (error: unknown): boolean => isCorrupt(error) || isCorrupt((error as { cause?: unknown } | null)?.cause);

/** Opens a small file that holds nothing which could not be made again. A damaged one is deleted first. */
export function openDisposable(path: string, open: (path: string) => DatabaseSync): DatabaseSync {
  const database = openSound(path, open);
  if (database !== null) return database;
  throwAway(path);
  return open(path);
}

/** Null if the file is damaged. It is read whole, because a file that was cut off can still be opened. */
function openSound(path: string, open: (path: string) => DatabaseSync): DatabaseSync | null {
  let database: DatabaseSync | undefined;
  try {
    database = open(path);
    const { quick_check: found } = database.prepare('PRAGMA quick_check(1)').get() as { quick_check: string };
    if (found === 'ok') return database;
  } catch (error) {
    if (!saysCorrupt(error)) throw error;
  }
  if (database?.isOpen) database.close();
  return null;
}
