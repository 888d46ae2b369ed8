import type { Position } from '../../../domain/kernel/event.ts';
import type { PullOptions } from '../pull-subscription.ts';
import type { StoredEvent } from '../raw-log.ts';
import type { LogReader } from './read.ts';

/** The number of pages read in one call, so that a reader that catches up does not wait for each page. */
const PAGES = 4;

/** Gives a read function that reads the next pages while the caller handles a full page. It holds at most eight pages. */
export function createPrefetchingRead(readAll: LogReader['readAll']): PullOptions['read'] {
  /** The events that follow `readyAfter`; `nextPages` are the events after these. */
  let ready: readonly StoredEvent[] = [];
  let readyAfter: Position | null = null;
  let nextPages: Promise<readonly StoredEvent[]> | null = null;

  return async (after, limit, signal) => {
    let events = readyAfter === after ? ready : [];
    let next = readyAfter === after ? nextPages : null;
    // If anything fails after this point, the same events are read again.
    readyAfter = null;
    if (events.length < limit && next) {
      events = [...events, ...(await next)];
      next = null;
    }
    // There may be more events now than when the last page, which was not full, was read.
    if (events.length < limit) events = await readAll(after, limit, signal);
    const last = events[limit - 1];
    if (!last) return events;
    [ready, readyAfter] = [events.slice(limit), last.position];
    nextPages = next ?? readAll((ready.at(-1) ?? last).position, PAGES * limit, signal);
    nextPages.catch(() => undefined);
    return events.slice(0, limit);
  };
}
