import type { Position, Recorded } from '../../domain/kernel/event.ts';
import type { EventStore } from '../../domain/kernel/event-store.ts';

/**
 * The events after a position, in pages of `size`, up to the end of the log. While the caller works on one page, the next one is read. The
 * last page is shorter, and may be empty.
 * @throws StoreUnavailable
 */
export async function* pagesAhead(store: Pick<EventStore, 'readAll'>, after: Position, size: number): AsyncGenerator<readonly Recorded[]> {
  for (let next: Promise<readonly Recorded[]> | null = store.readAll(after, size); next !== null; ) {
    const events: readonly Recorded[] = await next;
    const last = events.at(-1);
    next = last && events.length === size ? store.readAll(last.position, size) : null;
    // A caller that stops here never hears of an error.
    next?.catch(() => undefined);
    yield events;
  }
}
