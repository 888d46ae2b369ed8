import { LRUCache } from 'lru-cache';
import type { Position, Recorded } from '../../domain/kernel/event.ts';
import type { Subscription } from '../../domain/kernel/event-store.ts';
import type { EventPlace } from '../../ports/log-anchor.ts';
import type { StreamIndex, StreamIndexEntry } from './stream-index.ts';

/** An event as it is stored: encrypted, chained, and in the shape in which it was written. */
export type StoredEvent = Recorded;

export interface EventToStore {
  readonly id: string;
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  /** The whole event without its position, as JSON. Parsed, it is a StoredEvent without `position`. */
  readonly json: string;
}

/** An event as a link of the chain over the whole log: its place, and its hash in the chain of its stream. */
export interface LogLink extends EventPlace {
  readonly position: Position;
  /** A damaged event may have anything here. */
  readonly hash: string;
}

/** The result of an append: the positions of the events, or, for a repeated append, the events that the first one stored. */
export type RawAppended = { readonly positions: readonly Position[] } | { readonly repeated: readonly StoredEvent[] };

/**
 * The log as a driver implements it. Encryption, chaining and upcasting happen above it.
 * @throws StoreUnavailable, StoreFull
 */
export interface RawLog {
  /**
   * Appends all events or none. `expected` is the revision of the stream's last event, or -1 for a new stream. If the
   * stream already contains the events with these ids directly after `expected`, the append is a repetition and gives
   * these events.
   * @throws WrongExpectedRevision
   */
  append(stream: string, expected: number, events: readonly EventToStore[]): Promise<RawAppended>;
  /** Oldest first from the revision `from` on; at most `limit`, or all. */
  readStream(stream: string, from: number, limit?: number): Promise<readonly StoredEvent[]>;
  readAll(after: Position, limit: number): Promise<readonly StoredEvent[]>;
  /** The hashes of the events after a position, oldest first. A damaged event does not make it fail. */
  readLinks(after: Position, limit: number): Promise<readonly LogLink[]>;
  /** The position of an event; null if the log does not have it. */
  positionOf(event: EventPlace): Promise<Position | null>;
  /** The last events of the log, newest first. */
  readLast(limit: number): Promise<readonly StoredEvent[]>;
  head(): Promise<Position>;
  subscribe(after: Position, handler: (events: readonly StoredEvent[]) => Promise<void>, batch: number): Subscription;
}

/** The data about a stream that an append needs. `revision` is -1 for a stream that does not exist. */
export interface StreamEnd {
  revision: number;
  readonly ids: Set<string>;
}

/** The most event ids that are cached, over all streams. */
const MOST_IDS = 10_000;
/**
 * The most event ids that are cached for one stream, so that an append costs the same however long the stream is. Only a repeated command
 * uses an id again, and no command is repeated after this many later events of its stream.
 */
const NEWEST_IDS = 1_000;

/** Adds ids to those of the newest events of a stream, and drops the oldest if there are too many. */
export function addNewest(known: Set<string>, ids: Iterable<string>): void {
  for (const id of ids) known.add(id);
  for (const oldest of known) {
    if (known.size <= NEWEST_IDS) return;
    known.delete(oldest);
  }
}

/**
 * Caches the end and the event ids of recently used streams. They are in memory because an index over the ids would
 * make every append write one more page. The cache is valid as long as this is the only writer.
 */
export class StreamEnds {
  readonly #ends = new LRUCache<string, StreamEnd>({ maxSize: MOST_IDS, sizeCalculation: (end) => 1 + end.ids.size });
  readonly #places: StreamIndex;

  constructor(places: StreamIndex) {
    this.#places = places;
  }

  of(stream: string): StreamEnd {
    const known = this.#ends.get(stream);
    if (known) return known;
    return endOf(this.#places.newest(stream, NEWEST_IDS));
  }

  /** Remembers a stream that was read whole outside of any transaction, because an append usually follows. */
  read(stream: string, places: readonly Pick<StreamIndexEntry, 'revision' | 'id'>[]): void {
    if (!this.#ends.has(stream)) this.#ends.set(stream, endOf(places));
  }

  /** Remembers that the stream now ends with these events. */
  moved(stream: string, end: StreamEnd, events: readonly { readonly id: string; readonly revision: number }[]): void {
    addNewest(
      end.ids,
      events.map(({ id }) => id),
    );
    end.revision = events.at(-1)?.revision ?? end.revision;
    this.#ends.set(stream, end);
  }

  /** Clears the cache, because after a failed commit it may be wrong. */
  forget(): void {
    this.#ends.clear();
  }
}

const endOf = (places: readonly Pick<StreamIndexEntry, 'revision' | 'id'>[]): StreamEnd => ({
  revision: places.at(-1)?.revision ?? -1,
  ids: new Set(places.slice(-NEWEST_IDS).map((place) => place.id)),
});
