import type { Position } from '../../../domain/kernel/event.ts';
import type { Pulling } from '../pull-subscription.ts';
import type { StoredEvent } from '../raw-log.ts';
import type { Reads } from './read.ts';

/** Asked for in one call, so that whoever catches up does not wait for an answer page by page. */
const PAGES = 4;

/** While the caller is busy with a full page, the next ones are read. At most eight lie ready. */
export function ahead(readAll: Reads['readAll']): Pulling['read'] {
  /** What follows on `at`, and what follows on that. */
  let held: readonly StoredEvent[] = [];
  let at: Position | null = null;
  let coming: Promise<readonly StoredEvent[]> | null = null;

  return async (after, limit, signal) => {
    let events = at === after ? held : [];
    let next = at === after ? coming : null;
    // Whatever fails from here on: the same is read anew.
    at = null;
    if (events.length < limit && next) {
      events = [...events, ...(await next)];
      next = null;
    }
    // There may be more by now than there was when a page was read that is not full.
    if (events.length < limit) events = await readAll(after, limit, signal);
    const last = events[limit - 1];
    if (!last) return events;
    [held, at] = [events.slice(limit), last.position];
    coming = next ?? readAll((held.at(-1) ?? last).position, PAGES * limit, signal);
    coming.catch(() => undefined);
    return events.slice(0, limit);
  };
}
