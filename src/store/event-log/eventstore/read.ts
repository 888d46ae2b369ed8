import {
  type AllStreamResolvedEvent,
  BACKWARDS,
  type Direction,
  END,
  FORWARDS,
  type JSONEventData,
  jsonEvent,
  type ReadAllOptions,
  type ReadPosition,
  type RecordedEvent,
  type ResolvedEvent,
  type StreamingRead,
  START as THE_START,
} from '@eventstore/db-client';
import { type Position, START } from '../../../domain/kernel/event.ts';
import { storedJson } from '../../stored-json.ts';
import type { PullOptions } from '../pull-subscription.ts';
import type { EventToStore, StoredEvent } from '../raw-log.ts';
import type { Connection } from './connection.ts';
import { asStoreError, isNoStream, NoAnswer, type Timeouts, withRetries } from './failures.ts';

/** The data of an event in EventStoreDB. Its metadata are stored as they are. */
type Body = Pick<StoredEvent, 'id' | 'data' | 'private'>;

/**
 * EventStoreDB treats a known event id as a repetition and drops its content. So the id given to it is derived from
 * the hash of everything that is stored, and an event with other content is never mistaken for a stored one.
 */
const idFrom = (hash: string): string => {
  const variant = ((Number.parseInt(hash.charAt(16), 16) & 3) | 8).toString(16);
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
};

export function toWire({ json }: EventToStore): JSONEventData {
  const { id, type, data, private: sealed, metadata } = storedJson<StoredEvent>(json);
  const body: Body = { id, data, private: sealed };
  return jsonEvent({ id: idFrom(metadata.hash), type, data: { ...body }, metadata: { ...metadata } });
}

/** Only this program writes an id within the data, and only with the rest of an event. */
const isBody = (data: unknown): data is Body => typeof data === 'object' && data !== null && 'id' in data && typeof data.id === 'string';
/** Only this program writes a hash within the metadata, too. */
const isMetadata = (metadata: unknown): metadata is StoredEvent['metadata'] =>
  typeof metadata === 'object' && metadata !== null && 'hash' in metadata && typeof metadata.hash === 'string';

/** Reads an event; null if this program did not write it: it is an event of the server, or of another program with another prefix. */
function fromWire(event: RecordedEvent | undefined, prefix: string): StoredEvent | null {
  if (!event || event.type.startsWith('$') || !event.streamId.startsWith(prefix)) return null;
  const { data: body, metadata }: { data: unknown; metadata?: unknown } = event;
  if (!isBody(body) || !isMetadata(metadata)) return null;
  return {
    id: body.id,
    stream: event.streamId.slice(prefix.length),
    revision: Number(event.revision),
    position: positionOf(event),
    type: event.type,
    data: body.data,
    private: body.private ?? null,
    metadata,
  };
}

/** The commit position alone orders the log. For this program's events, commit and prepare positions are equal. */
export const asPosition = (commit: bigint): Position => String(commit).padStart(START.length, '0');

export function positionOf({ position }: Pick<RecordedEvent, 'position'>): Position {
  if (!position) throw new Error('EventStoreDB 22.6 or newer is needed: this one gives no positions.');
  return asPosition(position.commit);
}

export interface LogConnection {
  readonly connection: Connection;
  readonly timeouts: Timeouts;
  readonly prefix: string;
}

/** The most events that are read at once while looking for this program's events among others. */
const LARGEST_PAGE = 4096;

/** Reads the log. `signal` cancels a read that nobody waits for any more. */
export interface LogReader {
  readStream(stream: string, from: number, limit?: number): Promise<readonly StoredEvent[]>;
  readAll(after: Position, limit: number, signal?: AbortSignal): Promise<readonly StoredEvent[]>;
  readLast(limit: number, signal?: AbortSignal): Promise<readonly StoredEvent[]>;
  head(signal?: AbortSignal): Promise<Position>;
  /** Asks the server once. @throws StoreUnavailable */
  ping(): Promise<void>;
}

export function createLogReader({ connection, timeouts, prefix }: LogConnection): LogReader {
  const { credentials } = connection;

  async function readStream(stream: string, from: number, limit?: number): Promise<readonly StoredEvent[]> {
    const options = { fromRevision: BigInt(from), credentials, ...(limit !== undefined && { maxCount: limit }) };
    try {
      const events = await withRetries(timeouts, (ms) =>
        connection.call((client) => collect<ResolvedEvent>(client.readStream(prefix + stream, options), ms)),
      );
      return events.map(({ event }) => fromWire(event, prefix)).filter((event) => event !== null);
    } catch (error) {
      if (isNoStream(error)) return [];
      throw error;
    }
  }

  const page = (direction: Direction, fromPosition: ReadPosition, maxCount: number, signal?: AbortSignal) =>
    withRetries(
      timeouts,
      (ms) =>
        connection.call((client) =>
          collect<AllStreamResolvedEvent>(client.readAll({ direction, fromPosition, maxCount, credentials }), ms, signal),
        ),
      signal,
    );

  /** Reads this program's own events. The client cannot filter a read on the server, so pages are read until there are enough events. */
  async function readOwnEvents(direction: Direction, from: ReadPosition, limit: number, after: Position | null, signal?: AbortSignal) {
    const found: StoredEvent[] = [];
    let at = from;
    let lastSeen = after;
    // A forward read includes the event at its position, so one more is read.
    for (let count = limit + (after === null ? 0 : 1); ; ) {
      const before = found.length;
      const read = await page(direction, at, count, signal);
      for (const { event } of read) {
        const one = fromWire(event, prefix);
        const known = one === null || (lastSeen !== null && (direction === FORWARDS ? one.position <= lastSeen : one.position >= lastSeen));
        if (!known && found.length < limit) found.push(one);
      }
      const last = read.at(-1)?.event;
      if (!last || found.length === limit || read.length < count) return found;
      at = last.position;
      lastSeen = positionOf(last);
      const dropped = read.length - (found.length - before);
      count = Math.min(Math.max(limit - found.length + 1, 2 * dropped), LARGEST_PAGE);
    }
  }

  const readLast = (limit: number, signal?: AbortSignal) => readOwnEvents(BACKWARDS, END, limit, null, signal);

  return {
    readStream,
    readAll: (after, limit, signal) => readOwnEvents(FORWARDS, after === START ? THE_START : readPositionOf(after), limit, after, signal),
    readLast,
    head: async (signal) => (await readLast(1, signal))[0]?.position ?? START,
    async ping() {
      const newest: ReadAllOptions = { direction: BACKWARDS, fromPosition: END, maxCount: 1, credentials };
      try {
        await connection.call((client) => collect(client.readAll(newest), timeouts.silence));
      } catch (error) {
        throw asStoreError(error);
      }
    },
  };
}

export const readPositionOf = (position: Position) => ({ commit: BigInt(position), prepare: BigInt(position) });

/**
 * Collects all events of a read.
 * @throws NoAnswer if nothing arrives for `ms` milliseconds; the signal's reason; the client's errors
 */
function collect<Event>(read: StreamingRead<Event>, ms: number, signal?: AbortSignal): Promise<readonly Event[]> {
  return new Promise((resolve, reject) => {
    const found: Event[] = [];
    const fail = (error: unknown) => {
      settle();
      // Also ends the read on the server. A failure of this is ignored.
      read.cancel().catch(() => undefined);
      reject(error);
    };
    const timer = setTimeout(() => fail(new NoAnswer(ms)), ms);
    const stop = () => fail(signal?.reason);
    const settle = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    };
    signal?.addEventListener('abort', stop);
    read.on('data', (event) => {
      timer.refresh();
      found.push(event);
    });
    // This listener stays, because an unhandled error event ends the process.
    read.on('error', fail);
    read.on('end', () => {
      settle();
      resolve(found);
    });
    if (signal?.aborted) stop();
  });
}

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
