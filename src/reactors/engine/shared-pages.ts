import { LRUCache } from 'lru-cache';
import type { Position, Recorded } from '../../domain/kernel/event.ts';
import type { EventStore } from '../../domain/kernel/event-store.ts';

/** Reactors that read the log side by side are rarely further apart. */
const MOST_PAGES = 4;

/**
 * Reads pages of the log. Reactors that begin at the same event, such as new ones, read the same pages, and each is read once for all of
 * them. A page that is not full is read again, because more events may follow.
 */
export function sharedPages(store: Pick<EventStore, 'readAll'>): EventStore['readAll'] {
  const pages = new LRUCache<Position, { readonly limit: number; readonly page: Promise<readonly Recorded[]> }>({ max: MOST_PAGES });
  return (after, limit) => {
    const known = pages.get(after);
    if (known?.limit === limit) return known.page;
    const page = store.readAll(after, limit).then(
      (events) => {
        if (events.length < limit) pages.delete(after);
        return events;
      },
      (error: unknown) => {
        pages.delete(after);
        throw error;
      },
    );
    pages.set(after, { limit, page });
    return page;
  };
}
