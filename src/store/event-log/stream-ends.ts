import { LRUCache } from 'lru-cache';
import type { StreamIndex, StreamIndexEntry } from './stream-index.ts';

/** The data about a stream that an append needs. `revision` is -1 for a stream that does not exist. */
export interface StreamEnd {
  revision: number;
  readonly ids: Set<string>;
}

/** The most event ids that are cached, over all streams. */
const MOST_IDS = 10_000;

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
    return endOf(this.#places.of(stream));
  }

  /** Remembers a stream that was read whole outside of any transaction, because an append usually follows. */
  read(stream: string, places: readonly Pick<StreamIndexEntry, 'revision' | 'id'>[]): void {
    if (!this.#ends.has(stream)) this.#ends.set(stream, endOf(places));
  }

  /** Remembers that the stream now ends with these events. */
  moved(stream: string, end: StreamEnd, events: readonly { readonly id: string; readonly revision: number }[]): void {
    for (const { id, revision } of events) {
      end.ids.add(id);
      end.revision = revision;
    }
    this.#ends.set(stream, end);
  }

  /** Clears the cache, because after a failed commit it may be wrong. */
  forget(): void {
    this.#ends.clear();
  }
}

const endOf = (places: readonly Pick<StreamIndexEntry, 'revision' | 'id'>[]): StreamEnd => ({
  revision: places.at(-1)?.revision ?? -1,
  ids: new Set(places.map((place) => place.id)),
});
