import type { DatabaseSync } from 'node:sqlite';
import type { Position } from '../../domain/kernel/event.ts';
import { WrongExpectedRevision } from '../../domain/kernel/event-store.ts';
import { asStoreError, integrityOf, openDatabase, transactions, withStoreErrors } from '../sqlite/database.ts';
import { GroupCommit } from '../sqlite/group-commit.ts';
import { prepareSelect } from '../sqlite/statements.ts';
import { InvalidEvent } from './prepare.ts';
import { backOff, type PullOptions, startPullSubscription, type WakeableSubscription } from './pull-subscription.ts';
import { type EventToStore, type LogLink, type RawAppended, type RawLog, type StoredEvent, StreamEnds } from './raw-log.ts';
import { asPosition, asStored, eventAt, type Row } from './sqlite-row.ts';
import { storedHash } from './stored-hash.ts';
import { STREAM_INDEX_SCHEMA, StreamIndex } from './stream-index.ts';

export interface SqliteLog extends RawLog {
  /** How many entries the index of streams lacks, counted against its mark; 0 if it is whole. Call it before the log is used. */
  indexLacks(): number;
  /** The faults in the file; empty if it is intact. Reads the whole file. */
  integrity(): readonly string[];
  /** The events at these positions, in this order. @throws Error if one is missing, StoreUnavailable */
  readAt(positions: readonly number[]): readonly StoredEvent[];
  /** Calls the listener after each commit, until the returned function is called. */
  onCommit(listener: () => void): () => void;
  /** Commits waiting work, ends the subscriptions and closes the file. */
  close(): Promise<void>;
  /** For tests that limit the size of the file. */
  readonly database: DatabaseSync;
}

export interface SqliteLogOptions {
  readonly path: string;
  readonly pause?: PullOptions['pause'];
}

/** The page size. Events are written one after the other, so larger pages make a commit write fewer frames. */
const PAGE = 8_192;
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS events (
    position INTEGER PRIMARY KEY,
    stream TEXT NOT NULL,
    revision INTEGER NOT NULL,
    id TEXT NOT NULL,
    json TEXT NOT NULL
  ) STRICT;
  ${STREAM_INDEX_SCHEMA}
`;

/** SQLite's value for no limit. */
const ALL = -1;

type LinkRow = Row & { stream: string; revision: number };

export function openSqliteLog({ path, pause = backOff }: SqliteLogOptions): SqliteLog {
  const database = openDatabase(path, { synchronous: 'FULL', pageSize: PAGE });
  transactions(database)(() => database.exec(SCHEMA));
  const subscriptions = new Set<WakeableSubscription>();
  const listeners = new Set<() => void>();
  const index = new StreamIndex(database);
  const ends = new StreamEnds(index);
  const commits = new GroupCommit(database, {
    onCommitted: () => {
      index.committed();
      for (const subscription of subscriptions) subscription.wake();
      for (const listener of listeners) listener();
    },
    onFailed: () => {
      index.failed();
      ends.forget();
    },
  });

  const insert = database.prepare('INSERT INTO events (stream, revision, id, json) VALUES (?, ?, ?, ?)');
  const one = prepareSelect<Row>(database, 'SELECT position, json FROM events WHERE position = ?');
  const ofStream = prepareSelect<Row>(
    database,
    'SELECT e.position, e.json FROM places p CROSS JOIN events e ON e.position = p.position WHERE p.stream = ? AND p.revision >= ? ORDER BY p.revision LIMIT ?',
  );
  const ofAll = prepareSelect<Row>(database, 'SELECT position, json FROM events WHERE position > ? ORDER BY position LIMIT ?');
  const links = prepareSelect<LinkRow>(
    database,
    'SELECT position, stream, revision, json FROM events WHERE position > ? ORDER BY position LIMIT ?',
  );
  const lastOfAll = prepareSelect<Row>(database, 'SELECT position, json FROM events ORDER BY position DESC LIMIT ?');
  const newest = prepareSelect<{ position: number | null }>(database, 'SELECT max(position) AS position FROM events');

  const readLinks = (after: Position, limit: number): readonly LogLink[] =>
    links.all(Number(after), limit).map(({ position, stream, revision, json }) => {
      return { position: asPosition(position), stream, revision, hash: storedHash(json) };
    });

  const readAll = (after: Position, limit: number) => ofAll.all(Number(after), limit).map(asStored);

  const readStream = (stream: string, from: number, limit = ALL): readonly StoredEvent[] => {
    index.open();
    const rows = ofStream.all(stream, from, limit);
    const found = rows.map(asStored);
    const next = (found.at(-1)?.revision ?? from - 1) + 1;
    for (const position of index.unwritten(stream, next)) {
      if (found.length === limit) break;
      const row = one.get(position);
      // An event that was removed from the file is reported by `verify`.
      if (row !== undefined) found.push(asStored(row));
    }
    if (from === 0 && found.length !== limit && !database.isTransaction) ends.read(stream, found);
    return found;
  };

  function appendNow(stream: string, expected: number, events: readonly EventToStore[]): RawAppended {
    const end = ends.of(stream);
    if (end.revision !== expected) {
      const repeated = readStream(stream, expected + 1).slice(0, events.length);
      if (repeated.length === events.length && repeated.every(({ id }, index) => id === events[index]?.id)) return { repeated };
      throw new WrongExpectedRevision(stream);
    }
    const twice = events.find((event) => end.ids.has(event.id));
    if (twice) throw new InvalidEvent(`Stream ${stream} already holds an event ${twice.id}, at another revision.`);
    const positions = events.map(({ revision, id, json }) => {
      const position = Number(insert.run(stream, revision, id, json).lastInsertRowid);
      index.add({ stream, revision, position, id });
      return asPosition(position);
    });
    ends.moved(stream, end, events);
    return { positions };
  }

  return {
    database,
    append(stream, expected, events) {
      try {
        if (database.isOpen) index.open();
      } catch (error) {
        return Promise.reject(asStoreError(error));
      }
      return commits.run(() => appendNow(stream, expected, events));
    },
    readStream: (stream, from, limit) => withStoreErrors(() => readStream(stream, from, limit)),
    readAll: (after, limit) => withStoreErrors(() => readAll(after, limit)),
    readLinks: (after, limit) => withStoreErrors(() => readLinks(after, limit)),
    positionOf: (event) => withStoreErrors(() => index.positionOf(event)).then((found) => (found === null ? null : asPosition(found))),
    readLast: (limit) => withStoreErrors(() => lastOfAll.all(limit).map(asStored)),
    head: () => withStoreErrors(() => asPosition(newest.get()?.position ?? 0)),
    subscribe(after, handler, batch) {
      const subscription = startPullSubscription({
        after,
        batch,
        handler,
        pause,
        read: readAll,
        onStop: () => subscriptions.delete(subscription),
      });
      subscriptions.add(subscription);
      return subscription;
    },
    readAt: (positions) => positions.map((position) => eventAt(one, position)),
    onCommit(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    indexLacks: () => index.lacking(),
    integrity: () => integrityOf(database),
    async close() {
      commits.close();
      await Promise.all([...subscriptions].map((subscription) => subscription.stop()));
      if (database.isOpen) database.close();
    },
  };
}
