import { type Position, type Recorded, START } from '../domain/kernel/event.ts';
import type { EventStore } from '../domain/kernel/event-store.ts';
import type { Disclosure, ExportedEvent } from './disclosure.ts';
import { type Filters, isChosen, isInTime } from './filters.ts';
import { accountOf } from './pseudonyms.ts';
import { AnalysisRefused } from './refused.ts';

export type ReadLog = Pick<EventStore, 'readAll' | 'readLast' | 'head'>;

/** How events are chosen and shown. */
interface Choosing {
  readonly disclosure: Disclosure;
  readonly filters: Filters;
}

const BATCH = 500;

/**
 * The events after a position up to the end that the log has now, oldest first, in batches. The program may append events meanwhile; these
 * are left out.
 */
export async function* eventsAfter(log: Pick<ReadLog, 'readAll' | 'head'>, after: Position): AsyncGenerator<readonly Recorded[]> {
  const end = await log.head();
  for (let at = after; at < end; ) {
    const batch = await log.readAll(at, BATCH);
    const last = batch.at(-1);
    if (!last) return;
    yield last.position > end ? batch.filter(({ position }) => position <= end) : batch;
    at = last.position;
  }
}

/** The position of an event. No index leads to it, so the log is read up to there. @throws AnalysisRefused if the log does not hold it */
async function positionOf(log: ReadLog, id: string): Promise<Position> {
  for await (const batch of eventsAfter(log, START)) {
    const found = batch.find((event) => event.id === id);
    if (found) return found.position;
  }
  throw new AnalysisRefused(`The log has no event with the id ${id}. Give the id of an event of an earlier export to --after.`);
}

/** Where the chosen events begin. @throws AnalysisRefused */
export const beginningOf = (log: ReadLog, { after }: Filters): Promise<Position> =>
  after === null ? Promise.resolve(START) : positionOf(log, after);

/** Whether an event was asked for. */
export const isAsked = (disclosure: Disclosure, filters: Filters, event: Recorded): boolean =>
  isChosen(filters, disclosure.head(event), { account: accountOf(event), stream: event.stream });

const isNarrowed = ({ types, person, stream }: Filters): boolean => types !== null || person !== null || stream !== null;

/** The chosen ones of a batch, as they are shown. */
export async function shownOf({ disclosure, filters }: Choosing, batch: readonly Recorded[]): Promise<readonly ExportedEvent[]> {
  const shown: ExportedEvent[] = [];
  const narrowed = isNarrowed(filters);
  for (const event of batch) {
    // Events of another time are not looked at, so the ids that they name stay as they are.
    if (!isInTime(filters, event.metadata.recorded_at)) continue;
    if (narrowed && !isAsked(disclosure, filters, event)) continue;
    const one = disclosure.event(event);
    shown.push(one instanceof Promise ? await one : one);
  }
  return shown;
}

/** The chosen events of the log, oldest first, one batch in memory. @throws AnalysisRefused for an unknown `after` */
export async function* chosenEvents(log: ReadLog, disclosure: Disclosure, filters: Filters): AsyncGenerator<readonly ExportedEvent[]> {
  for await (const batch of eventsAfter(log, await beginningOf(log, filters))) {
    const shown = await shownOf({ disclosure, filters }, batch);
    if (shown.length > 0) yield shown;
  }
}
