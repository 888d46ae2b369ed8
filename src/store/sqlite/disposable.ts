import { rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { isCorrupt } from './database.ts';

export function throwAway(path: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
}

export const saysCorrupt = (error: unknown): boolean => isCorrupt(error) || isCorrupt((error as { cause?: unknown } | null)?.cause);

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
    const { quick_check: found } = database.prepare('PRAGMA quick_check(1)').get() as { quick_check: string };
    if (found === 'ok') return database;
  } catch (error) {
    if (!saysCorrupt(error)) throw error;
  }
  if (database?.isOpen) database.close();
  return null;
}
