import type { DatabaseSync } from 'node:sqlite';
import { transactions } from '../sqlite/database.ts';

export const PLACES_SCHEMA = `
  CREATE TABLE IF NOT EXISTS places (
    stream TEXT NOT NULL,
    revision INTEGER NOT NULL,
    position INTEGER NOT NULL,
    PRIMARY KEY (stream, revision)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS placed (one INTEGER PRIMARY KEY CHECK (one = 1), position INTEGER NOT NULL) STRICT;
  INSERT INTO placed VALUES (1, 0) ON CONFLICT DO NOTHING;
`;

/** The place of one event; `id` is the event's. */
export interface Place {
  readonly stream: string;
  readonly revision: number;
  readonly position: number;
  readonly id: string;
}

/** So many places are written at once, with a commit that happens anyway. */
const AT_ONCE = 512;
const SCAN = 5_000;

/**
 * Which events make up each stream. Written to the file behind the events themselves, many at once: an index
 * kept with each commit would cost a page more for every stream in it. What is not written is known in
 * memory, and found again after a crash from the few events that came last. Right as long as this process
 * alone writes, as the folder's lock sees to.
 */
export class StreamPlaces {
  readonly #database: DatabaseSync;
  readonly #insert;
  readonly #mark;
  readonly #stored;
  /** Committed, and not yet in the table. */
  #waiting = new Map<string, Place[]>();
  #count = 0;
  /** Of the transaction under way. */
  #fresh: Place[] = [];
  #flushed = false;
  #open = false;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#insert = database.prepare('INSERT INTO places (stream, revision, position) VALUES (?, ?, ?)');
    this.#mark = database.prepare('UPDATE placed SET position = ? WHERE position < ?');
    this.#stored = database.prepare(
      'SELECT e.stream, e.revision, e.position, e.id FROM places p CROSS JOIN events e ON e.position = p.position WHERE p.stream = ? AND p.revision >= ? ORDER BY p.revision',
    );
  }

  /** Finds what a crash left unwritten. Outside of any transaction, before anything else here. */
  open(): void {
    if (this.#open) return;
    const { position } = this.#database.prepare('SELECT position FROM placed').get() as { position: number };
    const page = this.#database.prepare('SELECT stream, revision, position, id FROM events WHERE position > ? ORDER BY position LIMIT ?');
    const transact = transactions(this.#database);
    for (let after = position; ; ) {
      const places = page.all(after, SCAN) as unknown as Place[];
      after = places.at(-1)?.position ?? after;
      if (places.length === SCAN) transact(() => this.#write(places));
      else {
        for (const place of places) this.#wait(place);
        break;
      }
    }
    this.#open = true;
  }

  /** A stream's places from a revision on, oldest first, those of the transaction under way too. */
  of(stream: string, from = 0): readonly Place[] {
    const stored = this.#stored.all(stream, from) as unknown as Place[];
    const waiting = this.#waiting.get(stream)?.filter(({ revision }) => revision >= from) ?? [];
    // While a flush is under way its places are in both.
    const last = stored.at(-1)?.revision ?? -1;
    const fresh = this.#fresh.filter((place) => place.stream === stream && place.revision >= from);
    return [...stored, ...waiting.filter(({ revision }) => revision > last), ...fresh];
  }

  /** Within the transaction that writes the event. */
  add(place: Place): void {
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

  #wait(place: Place): void {
    const known = this.#waiting.get(place.stream);
    if (known) known.push(place);
    else this.#waiting.set(place.stream, [place]);
    this.#count += 1;
  }

  #write(places: readonly Place[]): void {
    let last = 0;
    // In the order of the table, so that neighbours share pages.
    const sorted = places.toSorted((a, b) => (a.stream < b.stream ? -1 : a.stream > b.stream ? 1 : a.revision - b.revision));
    for (const { stream, revision, position } of sorted) {
      this.#insert.run(stream, revision, position);
      if (position > last) last = position;
    }
    this.#mark.run(last, last);
  }
}
