import { DatabaseSync } from 'node:sqlite';
import { TEMPORARY } from '../documents/file.ts';
import { transactions } from '../sqlite/database.ts';
import { prepareSelect } from '../sqlite/statements.ts';

/** Where a stream ends, as far as the log was read. */
export interface VerifiedEnd {
  readonly revision: number;
  /** Null after an event that cannot be read. */
  readonly hash: string | null;
}

type Row = { revision: number; hash: string | null };

/** How many ends are kept in memory: about 30 MB. */
const IN_MEMORY = 100_000;

/**
 * The ends of all streams of a log, however many there are. Those of the streams that were read last are in memory, and the others in a
 * temporary file, which SQLite removes when it is closed.
 */
export class VerifiedEnds {
  readonly #most: number;
  /** The ends that were set last, the oldest first. */
  readonly #newest = new Map<string, VerifiedEnd>();
  #older: OlderEnds | null = null;
  #streams = 0;

  constructor(most = IN_MEMORY) {
    this.#most = most;
  }

  /** The number of streams. */
  get size(): number {
    return this.#streams;
  }

  get(stream: string): VerifiedEnd | undefined {
    return this.#newest.get(stream) ?? this.#older?.get(stream);
  }

  /** `before`: what `get` gave for the stream. */
  set(stream: string, end: VerifiedEnd, before: VerifiedEnd | undefined): void {
    if (before === undefined) this.#streams += 1;
    // A stream that is set again moves to the end of the map, so that the streams that nobody writes any more leave memory first.
    this.#newest.delete(stream);
    this.#newest.set(stream, end);
    if (this.#newest.size > this.#most) this.#putOlderAway();
  }

  close(): void {
    this.#older?.close();
    this.#older = null;
  }

  #putOlderAway(): void {
    this.#older ??= new OlderEnds();
    const leaving = [...this.#newest].slice(0, Math.ceil(this.#most / 2));
    this.#older.put(leaving);
    for (const [stream] of leaving) this.#newest.delete(stream);
  }
}

class OlderEnds {
  readonly #database = new DatabaseSync(TEMPORARY);
  readonly #select;
  readonly #upsert;

  constructor() {
    this.#database.exec(
      'PRAGMA journal_mode = OFF; CREATE TABLE ends (stream TEXT PRIMARY KEY, revision INTEGER NOT NULL, hash TEXT) STRICT, WITHOUT ROWID',
    );
    this.#select = prepareSelect<Row>(this.#database, 'SELECT revision, hash FROM ends WHERE stream = ?');
    this.#upsert = this.#database.prepare('INSERT OR REPLACE INTO ends VALUES (?, ?, ?)');
  }

  get(stream: string): VerifiedEnd | undefined {
    return this.#select.get(stream);
  }

  put(ends: readonly (readonly [stream: string, end: VerifiedEnd])[]): void {
    // In the order of the table, so that neighbours share pages.
    const sorted = ends.toSorted(([a], [b]) => (a < b ? -1 : 1));
    transactions(this.#database)(() => {
      for (const [stream, { revision, hash }] of sorted) this.#upsert.run(stream, revision, hash);
    });
  }

  close(): void {
    this.#database.close();
  }
}
