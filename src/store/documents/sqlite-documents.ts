import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as breath } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { type JsonObject, START } from '../../domain/kernel/event.ts';
import type { Batch, CollectionSpec, Documents, Query, Stored, WholeCollections } from '../../ports/documents.ts';
import { integrityOf, isCorrupt, snapshots, type Transact, transactions, withStoreErrors } from '../sqlite/database.ts';
import { prepareSelect, type Select } from '../sqlite/statements.ts';
import { storedJson } from '../stored-json.ts';
import { Collection, type LogBeside, type Place, tableSpecOf } from './collection.ts';
import { checkpointsIn, Filling, markDamaged, openExisting, openOrStartAfresh, TEMPORARY } from './file.ts';
import { parsedDocuments } from './parsed.ts';
import { countSql, cursorAfter, indexesOf, type Planned, pageSql, schemaOf, type TableSpec, tableOf } from './table.ts';

export interface SqliteDocuments extends Documents, WholeCollections {
  readonly first: NonNullable<Documents['first']>;
  readonly filling: NonNullable<Documents['filling']>;
  /** The faults in the file; empty if it is intact. */
  integrity(): readonly string[];
  /** Another connection has written these documents, so what is remembered of them no longer holds. */
  written(changes: readonly WrittenDocuments[]): void;
  /** SQLite's plan for the query, one line for each step. For tests. */
  explain(collection: string, query: Query): readonly string[];
}

/** Which documents of a collection were written. */
export interface WrittenDocuments {
  readonly collection: string;
  readonly ids: readonly string[];
}

/** The result of a read by id; null: there is no document, for example no settings if the owner has changed none. */
interface Found {
  readonly stored: Stored | null;
}

/**
 * The size of the cache of documents that were read by id, measured by the length of their JSON. Many calls read the caller's plan and
 * settings.
 */
const LATELY = { maxSize: 500_000, maxEntrySize: 5_000 };
/** The size that an id without a document counts: about what it takes in memory. */
const NOTHING_FOUND = 200;

/** Keeps the statements of queries. Each of them has to be prepared again after its collection was dropped. */
function cachedSelects<Found extends object>(database: DatabaseSync) {
  const known = new LRUCache<string, Select<Found>>({ max: 500 });
  return {
    all({ sql, values }: Planned): Found[] {
      let statement = known.get(sql);
      if (!statement) {
        statement = prepareSelect<Found>(database, sql);
        known.set(sql, statement);
      }
      return statement.all(...values);
    },
    clear: () => known.clear(),
  };
}

/**
 * Opens an empty database of documents that nobody else sees. SQLite keeps it in memory, moves it into a temporary file when it grows, and
 * removes it when it is closed.
 */
export const openTemporaryDocuments = (): SqliteDocuments => openDocuments(TEMPORARY);

/**
 * Opens the read models on SQLite. The file is disposable: a corrupt file is deleted when it is opened. With the log beside it, documents
 * that can be made from their events are not stored.
 */
export const openDocuments = (path: string, beside?: LogBeside): SqliteDocuments => documentsIn(openOrStartAfresh(path), path, { beside });

/**
 * The same for reading only, beside the thread that writes the file. That thread says what it has written (`written`).
 * @throws StoreUnavailable
 */
export function openDocumentsToRead(path: string, beside?: LogBeside): SqliteDocuments {
  const database = openExisting(path);
  return documentsIn(database, path, { beside, atOnce: snapshots(database) });
}

interface Opening {
  readonly beside: LogBeside | undefined;
  /** Left out if nobody else writes the database, because nothing can come between two statements then. */
  readonly atOnce?: Transact;
}

function documentsIn(database: DatabaseSync, path: string, { beside, atOnce = (work) => work() }: Opening): SqliteDocuments {
  const transact = transactions(database);
  const collections = new Map<string, Collection>();
  const pages = cachedSelects<Place>(database);
  const counts = cachedSelects<{ count: number }>(database);
  const specOf = prepareSelect<{ spec: string }>(database, 'SELECT spec FROM collections WHERE name = ?');
  const filling = new Filling(database, path);
  const checkpoints = checkpointsIn(database);
  const lately = new LRUCache<string, Found>(LATELY);
  const parsed = parsedDocuments();
  const keyOf = (name: string, id: string): string => `${name} ${id}`;

  /** Marks a file that turns out to be corrupt, so that the next start deletes it. */
  const guarded = <T>(work: () => T): Promise<T> =>
    withStoreErrors(() => {
      try {
        return work();
      } catch (error) {
        if (isCorrupt(error)) markDamaged(path);
        throw error;
      }
    });

  /** A read may need several statements, which must see the same instant. */
  const reading = <T>(work: () => T): Promise<T> => guarded(() => atOnce(work));

  function collection(name: string): Collection {
    const known = collections.get(name);
    if (known) return known;
    const row = specOf.get(name);
    if (!row) throw new Error(`There is no collection ${name}: ensure() makes it.`);
    return open(storedJson<TableSpec>(row.spec));
  }

  function open(spec: TableSpec): Collection {
    const opened = new Collection(database, spec, beside);
    collections.set(spec.name, opened);
    return opened;
  }

  function ensure(given: CollectionSpec): void {
    const spec = tableSpecOf(given, beside);
    const wanted = JSON.stringify(spec);
    const there = specOf.get(spec.name);
    // An interrupted filling may have left indexes to create.
    if (there?.spec === wanted) {
      transact(() => database.exec(indexesOf(spec)));
      return;
    }
    transact(() => {
      // The collection is stored in another way, so it is built again.
      if (there) dropNow(spec.name);
      database.exec(schemaOf(spec) + indexesOf(spec));
      database.prepare('INSERT INTO collections VALUES (?, ?)').run(spec.name, wanted);
    });
    open(spec);
  }

  function dropNow(name: string): void {
    collections.delete(name);
    pages.clear();
    counts.clear();
    lately.clear();
    parsed.clear();
    database.exec(`DROP TABLE IF EXISTS ${tableOf(name)}`);
    database.prepare('DELETE FROM collections WHERE name = ?').run(name);
    database.prepare('DELETE FROM checkpoints WHERE name = ?').run(name);
  }

  function apply({ first = [], writes, checkpoints: reached }: Batch): void {
    transact(() => {
      checkpoints.set(reached);
      for (const part of [...first, ...writes]) {
        const into = collection(part.collection);
        into.first = null;
        const isNew = filling.has(part.collection);
        for (const one of part.writes) {
          lately.delete(keyOf(part.collection, one.id));
          into.write(one, isNew);
        }
      }
    });
  }

  function find<D extends JsonObject>(name: string, query: Query) {
    const from = collection(name);
    filling.makeIndexes(name);
    const places = pages.all(pageSql(from.spec, { ...query, limit: query.limit + 1 }));
    const items = parsed.of<D>(from, places.slice(0, query.limit));
    const last = items.at(-1);
    return { items, next: places.length > query.limit && last ? cursorAfter(from.spec, query, last) : null };
  }

  function first<D extends JsonObject>(name: string, index: string, limit: number): readonly Stored<D>[] {
    const from = collection(name);
    if (from.first?.index !== index || from.first.limit !== limit)
      from.first = { index, limit, items: find(name, { index, equals: [], limit }).items };
    // The caller says what the documents of the collection are, as in `find`.
    return from.first.items as readonly Stored<D>[];
  }

  function list() {
    const rows = prepareSelect<{ name: string; checkpoint: string | null }>(
      database,
      'SELECT c.name, k.position AS checkpoint FROM collections c LEFT JOIN checkpoints k USING (name) ORDER BY name',
    ).all();
    return rows.map(({ name, checkpoint }) => {
      const counted = prepareSelect<{ documents: number }>(database, `SELECT count(*) AS documents FROM ${tableOf(name)} WHERE gone = 0`);
      return { name, checkpoint, documents: counted.get()?.documents ?? 0 };
    });
  }

  /** The documents at these places, which are not kept: whoever reads so many by their ids reads each of them once. */
  function at<D extends JsonObject>(from: Collection, places: readonly Place[]): readonly Stored<D>[] {
    // The caller says what the documents of the collection are, as in `find`.
    return from.at(places).map(({ stored }) => stored as Stored<D>);
  }

  function getMany<D extends JsonObject>(name: string, ids: readonly string[]): ReadonlyMap<string, Stored<D>> {
    const from = collection(name);
    const places = [...new Set(ids)].flatMap((id) => from.placeOf(id) ?? []);
    return new Map(at<D>(from, places).map((stored) => [stored.id, stored] as const));
  }

  function getOne<D extends JsonObject>(name: string, id: string): Stored<D> | null {
    const from = collection(name);
    const place = from.placeOf(id);
    const [found] = place === null ? [] : from.at([place]);
    lately.set(keyOf(name, id), { stored: found?.stored ?? null }, { size: found?.length ?? NOTHING_FOUND });
    return (found?.stored ?? null) as Stored<D> | null;
  }

  return {
    ensure: (spec) => guarded(() => ensure(spec)),
    async filling(names) {
      await guarded(() => filling.begin(names.map((name) => collection(name).spec)));
      return async () => {
        for (const step of filling.finishingSteps()) {
          await guarded(step);
          await breath();
        }
      };
    },
    async get<D extends JsonObject>(name: string, id: string) {
      const known = lately.get(keyOf(name, id));
      // The caller says what the documents of the collection are, as in `getOne`.
      return known ? (known.stored as Stored<D> | null) : reading(() => getOne<D>(name, id));
    },
    getMany: <D extends JsonObject>(name: string, ids: readonly string[]) => reading(() => getMany<D>(name, ids)),
    find: <D extends JsonObject>(name: string, query: Query) => reading(() => find<D>(name, query)),
    first: <D extends JsonObject>(name: string, index: string, limit: number) => reading(() => first<D>(name, index, limit)),
    scan: <D extends JsonObject>(name: string, after: string | null, limit: number) =>
      reading(() => at<D>(collection(name), collection(name).placesAfter(after, limit))),
    count: (name, query, limit = 1000) =>
      guarded(() => {
        filling.makeIndexes(name);
        return counts.all(countSql(collection(name).spec, query, limit))[0]?.count ?? 0;
      }),
    apply: (batch) => guarded(() => apply(batch)),
    checkpoint: (name) => guarded(() => checkpoints.of(name)?.position ?? START),
    checkpoints: (names) => guarded(() => checkpoints.ofAll(names)),
    list: () => guarded(list),
    drop: (name) => guarded(() => transact(() => dropNow(name))),
    written(changes) {
      for (const { collection: name, ids } of changes) {
        const known = collections.get(name);
        if (known) known.first = null;
        for (const id of ids) lately.delete(keyOf(name, id));
      }
    },
    integrity: () => integrityOf(database),
    explain(name, query) {
      const { sql, values } = pageSql(collection(name).spec, query);
      const steps = prepareSelect<{ detail: string }>(database, `EXPLAIN QUERY PLAN ${sql}`).all(...values);
      return steps.map((row) => row.detail);
    },
    async close() {
      if (database.isOpen) database.close();
    },
  };
}
