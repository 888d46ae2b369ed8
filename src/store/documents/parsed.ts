import { LRUCache } from 'lru-cache';
import type { JsonObject } from '../../domain/kernel/event.ts';
import type { Stored } from '../../ports/documents.ts';
import { asStored, type Row } from './scan.ts';

/** Where a document is stored, without the document. */
export interface Place {
  readonly id: string;
  readonly position: string;
  readonly rowid: number;
}

/** The size of all documents that are kept, measured by the length of their JSON. */
const KEPT = { maxSize: 4_000_000, maxEntrySize: 20_000 };
/** Documents of a longer list are not kept, because they would push out those of the lists that are read often. */
const LONG_LIST = 250;

export interface ParsedDocuments {
  /** The documents at these places of a collection. `read` gives the row of a place. */
  of<D extends JsonObject>(collection: string, places: readonly Place[], read: (place: Place) => Row): readonly Stored<D>[];
  clear(): void;
}

/**
 * Keeps documents as they were parsed, because parsing takes longer than finding out that a document is still the same. One is used only
 * for the position at which it was stored, so nothing has to tell of a change.
 */
export function parsedDocuments(): ParsedDocuments {
  const kept = new LRUCache<string, Stored>(KEPT);
  return {
    of<D extends JsonObject>(collection: string, places: readonly Place[], read: (place: Place) => Row) {
      const isLong = places.length > LONG_LIST;
      return places.map((place) => {
        const key = `${collection} ${place.id}`;
        const known = kept.get(key);
        // The caller says what the documents of the collection are, as where they are parsed.
        if (known?.position === place.position) return known as Stored<D>;
        const row = read(place);
        const stored = asStored<D>(row);
        if (!isLong) kept.set(key, stored, { size: row.doc.length });
        return stored;
      });
    },
    clear: () => kept.clear(),
  };
}
