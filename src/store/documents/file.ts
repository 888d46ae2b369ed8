import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { type Checkpoint, type CheckpointWrite, Fenced } from '../../ports/documents.ts';
import { asStoreError, CHECKPOINT_PAGES, openDatabase, saysCorrupt, throwAway, transactions } from '../sqlite/database.ts';
import { prepareSelect } from '../sqlite/statements.ts';
import { indexesOf, type TableSpec, tableOf, withoutIndexes } from './table.ts';

/** The version of the table layout. It is raised when the tables of collections change. */
const LAYOUT = 4;

/**
 * The size of a page in bytes. A page of 4 KiB would hold only one document of 2 KB. A file that exists keeps its size.
 */
const PAGE = 8_192;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS collections (name TEXT PRIMARY KEY, spec TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS checkpoints (
    name TEXT PRIMARY KEY, position TEXT NOT NULL, live INTEGER NOT NULL, token INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
`;

/** The path for which SQLite opens a database of its own that it removes when it is closed. */
export const TEMPORARY = '';
const OF_NO_FILE: ReadonlySet<string> = new Set([':memory:', TEMPORARY]);

const damageMark = (path: string): string => `${path}.torn`;

/** Marks the file, so that the next start deletes it. */
export function markDamaged(path: string): void {
  if (!OF_NO_FILE.has(path)) writeFileSync(damageMark(path), '');
}

export function markIntact(path: string): void {
  if (!OF_NO_FILE.has(path)) rmSync(damageMark(path), { force: true });
}

/** Opens the file. A corrupt file or one with another layout is deleted first, because it can be built again. */
export function openOrStartAfresh(path: string): DatabaseSync {
  if (!OF_NO_FILE.has(path) && existsSync(damageMark(path))) startAfresh(path);
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

/** The size of the page cache of a connection that only reads, in MiB. The cache of the system has the same pages. */
const READING_MIB = 2;

/** Opens a file that another connection keeps, only to read it. @throws StoreUnavailable */
export function openExisting(path: string): DatabaseSync {
  try {
    const database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
    database.exec(`PRAGMA cache_size = ${-1_024 * READING_MIB}`);
    return database;
  } catch (error) {
    throw asStoreError(error);
  }
}

const layoutOf = (database: DatabaseSync): number =>
  prepareSelect<{ user_version: number }>(database, 'PRAGMA user_version').get()?.user_version ?? 0;

function openWith(path: string): DatabaseSync {
  const database = openDatabase(path, { synchronous: 'NORMAL', cacheMiB: 8, pageSize: PAGE });
  try {
    // It has no write-ahead log, and nobody opens it again after a crash.
    if (path === TEMPORARY) database.exec('PRAGMA journal_mode = MEMORY');
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

/** The number of pages of the write-ahead log while filling, so that pages that change often are copied into the file only once. */
const FILLING_PAGES = 10_000;

/**
 * Fills empty collections. Their indexes are created at the end, so that each is written once in its order and not
 * page by page. A file that holds nothing else is also not synced to disk; if the filling is interrupted, the next
 * start deletes the file.
 */
export class Filling {
  readonly #database: DatabaseSync;
  readonly #path: string;
  #specs = new Map<string, TableSpec>();
  #alone = false;

  constructor(database: DatabaseSync, path: string) {
    this.#database = database;
    this.#path = path;
  }

  /** Whether the collection is being filled and so has no indexes yet. */
  has(collection: string): boolean {
    return this.#specs.has(collection);
  }

  begin(specs: readonly TableSpec[]): void {
    const empty = specs.filter(({ name }) => this.#isEmpty(name));
    if (empty.length === 0) return;
    transactions(this.#database)(() => {
      for (const spec of empty) this.#database.exec(withoutIndexes(spec));
    });
    this.#specs = new Map(empty.map((spec) => [spec.name, spec]));
    this.#alone = empty.length === this.#collections();
    if (!this.#alone) return;
    markDamaged(this.#path);
    this.#database.exec(`PRAGMA synchronous = OFF; PRAGMA wal_autocheckpoint = ${FILLING_PAGES}`);
  }

  /** Creates the indexes of this collection now, because a query needs them. */
  makeIndexes(collection: string): void {
    const spec = this.#specs.get(collection);
    if (!spec) return;
    transactions(this.#database)(() => this.#database.exec(indexesOf(spec)));
    this.#specs.delete(collection);
  }

  /** The finishing steps in order. Other work may run between them, because an index of a large collection takes time. */
  finishingSteps(): readonly (() => void)[] {
    return [...[...this.#specs.keys()].map((name) => () => this.makeIndexes(name)), () => this.#end()];
  }

  #end(): void {
    if (!this.#alone) return;
    this.#database.exec(`PRAGMA synchronous = NORMAL; PRAGMA wal_checkpoint(TRUNCATE); PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
    markIntact(this.#path);
    this.#alone = false;
  }

  #isEmpty(name: string): boolean {
    return this.#database.prepare(`SELECT 1 FROM ${tableOf(name)} LIMIT 1`).get() === undefined;
  }

  #collections(): number {
    return prepareSelect<{ count: number }>(this.#database, 'SELECT count(*) AS count FROM collections').get()?.count ?? 0;
  }
}

type Row = { position: string; live: number; token: number };

/** Reads the checkpoint of each collection: its position, whether it may serve, and the token under which it was written. */
export function checkpointsRead(database: DatabaseSync) {
  const select = prepareSelect<Row>(database, 'SELECT position, live, token FROM checkpoints WHERE name = ?');
  const of = (name: string): Checkpoint | null => {
    const row = select.get(name);
    return row ? { position: row.position, live: row.live === 1, token: row.token } : null;
  };
  return {
    of,
    ofAll: (names: readonly string[]): ReadonlyMap<string, Checkpoint> =>
      new Map(names.flatMap((name) => [of(name)].filter((found) => found !== null).map((found) => [name, found] as const))),
  };
}

/** Reads and writes these checkpoints. */
export function checkpointsIn(database: DatabaseSync) {
  const { of, ofAll } = checkpointsRead(database);
  const upsert = database.prepare(`
    INSERT INTO checkpoints (name, position, live, token) VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET position = excluded.position, live = max(live, excluded.live), token = max(token, excluded.token)`);

  return {
    of,
    ofAll,
    /**
     * Stores checkpoints inside the batch's transaction, so that an error rolls back the whole batch.
     * @throws Fenced
     */
    set(reached: readonly CheckpointWrite[]): void {
      const lost = reached.filter(({ name, token = 0 }) => token > 0 && (of(name)?.token ?? 0) > token);
      if (lost.length > 0) throw new Fenced(lost.map(({ name }) => name));
      for (const { name, position, token = 0, live = false } of reached) upsert.run(name, position, Number(live), token);
    },
  };
}
