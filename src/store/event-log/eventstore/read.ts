import {
  type AllStreamResolvedEvent,
  BACKWARDS,
  type Direction,
  END,
  FORWARDS,
  type ReadAllOptions,
  type ReadPosition,
  type RecordedEvent,
  type ResolvedEvent,
  type StreamingRead,
  START as THE_START,
} from '@eventstore/db-client';
import { type Position, START } from '../../../domain/kernel/event.ts';
import type { StoredEvent } from '../raw-log.ts';
import type { Connection } from './connection.ts';
import { asStoreError, isNoStream, NoAnswer } from './errors.ts';
import { type Timeouts, withRetries } from './retries.ts';
import { fromWire, positionOf } from './wire.ts';

export interface LogConnection {
  readonly connection: Connection;
  readonly timeouts: Timeouts;
  readonly prefix: string;
}

/** The most events that are read at once while looking for this program's events among others. */
const LARGEST_PAGE = 4096;

/** Reads of the log. `signal` cancels a read that nobody waits for any more. */
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
        const one = fromWire(event as RecordedEvent | undefined, prefix);
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
