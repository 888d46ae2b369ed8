import { LRUCache } from 'lru-cache';
import type { JsonObject } from '../../domain/kernel/event.ts';
import { itemAt } from '../../domain/kernel/records.ts';
import type { Stored } from '../../ports/documents.ts';
import type { CollectionReader, Place } from './collection.ts';

interface Kept {
  readonly position: number;
  readonly stored: Stored;
}

/** The size of all documents that are kept, measured by the length of what is stored of them. */
const KEPT = { maxSize: 3_000_000, maxEntrySize: 20_000 };
/** Documents of a longer list are not kept, because they would push out those of the lists that are read often. */
const LONG_LIST = 250;

export interface ParsedDocuments {
  /** The documents at these places of a collection. */
  of<D extends JsonObject>(collection: CollectionReader, places: readonly Place[]): readonly Stored<D>[];
  clear(): void;
}

/**
 * Keeps documents as they were parsed, because parsing takes longer than finding out that a document is still the same. One is used only
 * for the position at which it was stored, so nothing has to tell of a change.
 */
export function parsedDocuments(): ParsedDocuments {
  const kept = new LRUCache<string, Kept>(KEPT);
  return {
    of<D extends JsonObject>(collection: CollectionReader, places: readonly Place[]) {
      const keys = places.map(({ id }) => `${collection.spec.name} ${id}`);
      const found = places.map(({ position }, index) => {
        const known = kept.get(itemAt(keys, index));
        return known !== undefined && known.position === position ? known.stored : null;
      });
      const lacking = places.flatMap((place, index) => (found[index] === null ? [{ place, index }] : []));
      const read = collection.at(lacking.map(({ place }) => place));
      read.forEach(({ stored, length }, at) => {
        const { place, index } = itemAt(lacking, at);
        found[index] = stored;
        if (places.length <= LONG_LIST) kept.set(itemAt(keys, index), { position: place.position, stored }, { size: length });
      });
      // The caller says what the documents of the collection are.
      return found.map((stored) => stored as Stored<D>);
    },
    clear: () => kept.clear(),
  };
}
