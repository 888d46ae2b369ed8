import { existsSync, rmSync, writeFileSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { openDatabase, transactions } from '../sqlite/database.ts';
import { saysCorrupt, throwAway } from '../sqlite/disposable.ts';

/** The version of the table layout. It is raised when the tables of collections change. */
const LAYOUT = 3;

/** The size of a page in bytes. Of documents of 2 KB, a page of 4 KiB holds only one; a file that exists keeps its size. */
const PAGE = 8_192;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS collections (name TEXT PRIMARY KEY, spec TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS checkpoints (
    name TEXT PRIMARY KEY, position TEXT NOT NULL, live INTEGER NOT NULL, token INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
`;

const damageMark = (path: string): string => `${path}.torn`;

/** Marks the file, so that the next start deletes it. */
export function markDamaged(path: string): void {
  if (path !== ':memory:') writeFileSync(damageMark(path), '');
}

export function markIntact(path: string): void {
  rmSync(damageMark(path), { force: true });
}

/** Opens the file. A corrupt file or one with another layout is deleted first, because it can be built again. */
export function openOrStartAfresh(path: string): DatabaseSync {
  if (existsSync(damageMark(path))) startAfresh(path);
  try {
    const database = openWith(path);
    if (layoutOf(database) === LAYOUT) return database;
    database.close();
  } catch (error) {
    if (!saysCorrupt(error)) throw error;
  }
  startAfresh(path);
  return openWith(path);
}

const layoutOf = (database: DatabaseSync): number =>
  (database.prepare('PRAGMA user_version').get() as { user_version: number }).user_version;

function openWith(path: string): DatabaseSync {
  const database = openDatabase(path, { synchronous: 'NORMAL', cacheMiB: 8, pageSize: PAGE });
  try {
    const isNew = database.prepare('SELECT 1 FROM sqlite_schema').get() === undefined;
    transactions(database)(() => {
      database.exec(SCHEMA);
      if (isNew) database.exec(`PRAGMA user_version = ${LAYOUT}`);
    });
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

function startAfresh(path: string): void {
  throwAway(path);
  markIntact(path);
}
