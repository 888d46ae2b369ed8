import type { DatabaseSync } from 'node:sqlite';
import type { EventPlace } from '../../ports/log-anchor.ts';
import { transactions } from '../sqlite/database.ts';
import { prepareSelect } from '../sqlite/statements.ts';

export const STREAM_INDEX_SCHEMA = `
  CREATE TABLE IF NOT EXISTS places (
    stream TEXT NOT NULL,
    revision INTEGER NOT NULL,
    position INTEGER NOT NULL,
    PRIMARY KEY (stream, revision)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS placed (one INTEGER PRIMARY KEY CHECK (one = 1), position INTEGER NOT NULL) STRICT;
  INSERT INTO placed VALUES (1, 0) ON CONFLICT DO NOTHING;
`;

export interface StreamIndexEntry {
  readonly stream: string;
  readonly revision: number;
  readonly position: number;
  readonly id: string;
}

/** The number of entries that are written together, with a commit that happens anyway. */
const AT_ONCE = 512;
const SCAN = 5_000;

/**
 * The index of the events of each stream. It is written to the file later than the events, many entries at once: an
 * index that is written with each commit would cost one more page for every stream in it. Entries that are not yet
 * written are in memory, and after a crash they are restored from the newest events. This is valid as long as only
 * this process writes, which the folder's lock ensures.
 */
export class StreamIndex {
  readonly #database: DatabaseSync;
  readonly #insert;
  readonly #mark;
  readonly #newest;
  /** Entries that are committed but not yet in the table. */
  #waiting = new Map<string, StreamIndexEntry[]>();
  #count = 0;
  #fresh: StreamIndexEntry[] = [];
  #flushed = false;
  #open = false;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#insert = database.prepare('INSERT INTO places (stream, revision, position) VALUES (?, ?, ?)');
    this.#mark = database.prepare('UPDATE placed SET position = ? WHERE position < ?');
    this.#newest = prepareSelect<StreamIndexEntry>(
      database,
      'SELECT e.stream, e.revision, e.position, e.id FROM places p CROSS JOIN events e ON e.position = p.position WHERE p.stream = ? ORDER BY p.revision DESC LIMIT ?',
    );
  }

  /** Restores entries that a crash left unwritten. Must be called outside of any transaction, before any other method. */
  open(): void {
    if (this.#open) return;
    const position = prepareSelect<{ position: number }>(this.#database, 'SELECT position FROM placed').get()?.position ?? 0;
    const page = prepareSelect<StreamIndexEntry>(
      this.#database,
      'SELECT stream, revision, position, id FROM events WHERE position > ? ORDER BY position LIMIT ?',
    );
    const transact = transactions(this.#database);
    for (let after = position; ; ) {
      const places = page.all(after, SCAN);
      after = places.at(-1)?.position ?? after;
      if (places.length === SCAN) transact(() => this.#write(places));
      else {
        for (const place of places) this.#wait(place);
        break;
      }
    }
    this.#open = true;
  }

  /**
   * The newest entries of a stream, oldest first, including those of the running transaction: at least `count`, if the stream is long
   * enough.
   */
  newest(stream: string, count: number): readonly StreamIndexEntry[] {
    const stored = this.#newest.all(stream, count).reverse();
    // During a flush, entries are both in the table and in memory.
    const last = stored.at(-1)?.revision ?? -1;
    const waiting = this.#waiting.get(stream)?.filter(({ revision }) => revision > last) ?? [];
    return [...stored, ...waiting, ...this.#fresh.filter((place) => place.stream === stream)];
  }

  /** The position of an event, also before `open`: entries that are not in the table are looked up among the newest events. */
  positionOf({ stream, revision }: EventPlace): number | null {
    const indexed = prepareSelect<{ position: number }>(this.#database, 'SELECT position FROM places WHERE stream = ? AND revision = ?');
    const newest = prepareSelect<{ position: number }>(
      this.#database,
      'SELECT position FROM events WHERE position > (SELECT position FROM placed) AND stream = ? AND revision = ?',
    );
    return (indexed.get(stream, revision) ?? newest.get(stream, revision))?.position ?? null;
  }

  /**
   * How many entries the table lacks of those that it should have: one for each event up to its mark. Less than zero: it has too many. Call
   * it before `open`.
   */
  lacking(): number {
    const counted = prepareSelect<{ lacking: number }>(
      this.#database,
      'SELECT (SELECT position FROM placed) - (SELECT count(*) FROM places) AS lacking',
    );
    return counted.get()?.lacking ?? 0;
  }

  /** The positions of the stream's entries from a revision on that are not in the table yet, or are being written to it. */
  unwritten(stream: string, from: number): readonly number[] {
    const isWanted = (place: StreamIndexEntry): boolean => place.stream === stream && place.revision >= from;
    return [...(this.#waiting.get(stream) ?? []), ...this.#fresh].filter(isWanted).map(({ position }) => position);
  }

  /** Adds an entry. Must be called within the transaction that writes the event. */
  add(place: StreamIndexEntry): void {
    if (this.#count >= AT_ONCE && !this.#flushed) {
      this.#write([...this.#waiting.values()].flat());
      this.#flushed = true;
    }
    this.#fresh.push(place);
  }

  committed(): void {
    if (this.#flushed) {
      this.#waiting = new Map();
      this.#count = 0;
    }
    for (const place of this.#fresh) this.#wait(place);
    this.#fresh = [];
    this.#flushed = false;
  }

  failed(): void {
    this.#fresh = [];
    this.#flushed = false;
  }

  #wait(place: StreamIndexEntry): void {
    const known = this.#waiting.get(place.stream);
    if (known) known.push(place);
    else this.#waiting.set(place.stream, [place]);
    this.#count += 1;
  }

  #write(places: readonly StreamIndexEntry[]): void {
    let last = 0;
    // In the order of the table, so that neighbouring entries share pages.
    const sorted = places.toSorted((a, b) => (a.stream < b.stream ? -1 : a.stream > b.stream ? 1 : a.revision - b.revision));
    for (const { stream, revision, position } of sorted) {
      this.#insert.run(stream, revision, position);
      if (position > last) last = position;
    }
    this.#mark.run(last, last);
  }
}
