import { LRUCache } from 'lru-cache';
import type { Place, StreamPlaces } from './stream-places.ts';

/** What an append must know of its stream. `revision` is -1 where there is none. */
export interface StreamEnd {
  revision: number;
  readonly ids: Set<string>;
}

/** Event ids remembered over all streams. */
const MOST_IDS = 50_000;

/**
 * Ends and event ids of the streams that were appended to lately. Kept in memory because an index over
 * the ids would cost every append a page more to write. Right as long as this is the only writer.
 */
export class StreamEnds {
  readonly #ends = new LRUCache<string, StreamEnd>({ maxSize: MOST_IDS, sizeCalculation: (end) => 1 + end.ids.size });
  readonly #places: StreamPlaces;

  constructor(places: StreamPlaces) {
    this.#places = places;
  }

  of(stream: string): StreamEnd {
    const known = this.#ends.get(stream);
    if (known) return known;
    return endOf(this.#places.of(stream));
  }

  /** A stream that was read whole, outside of any transaction, is as a rule appended to next. */
  read(stream: string, places: readonly Place[]): void {
    if (!this.#ends.has(stream)) this.#ends.set(stream, endOf(places));
  }

  /** The stream now ends with these. */
  moved(stream: string, end: StreamEnd, events: readonly { readonly id: string; readonly revision: number }[]): void {
    for (const { id, revision } of events) {
      end.ids.add(id);
      end.revision = revision;
    }
    this.#ends.set(stream, end);
  }

  /** After a commit that failed, nothing that was noted can be relied on. */
  forget(): void {
    this.#ends.clear();
  }
}

const endOf = (places: readonly Place[]): StreamEnd => ({
  revision: places.at(-1)?.revision ?? -1,
  ids: new Set(places.map((place) => place.id)),
});
