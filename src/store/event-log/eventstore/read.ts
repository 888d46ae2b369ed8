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
import { patiently, type Timeouts } from './patience.ts';
import { fromWire, positionOf } from './wire.ts';

export interface Reading {
  readonly connection: Connection;
  readonly timeouts: Timeouts;
  /** What the names of our streams begin with on the server. */
  readonly prefix: string;
}

/** At most so many events are asked for at once while looking for our own among the server's. */
const LARGEST_PAGE = 4096;

/** `signal` ends a read that nobody waits for any more. */
export interface Reads {
  readStream(stream: string, from: number, limit?: number): Promise<readonly StoredEvent[]>;
  readAll(after: Position, limit: number, signal?: AbortSignal): Promise<readonly StoredEvent[]>;
  readLast(limit: number, signal?: AbortSignal): Promise<readonly StoredEvent[]>;
  head(signal?: AbortSignal): Promise<Position>;
  /** One try. */
  ping(): Promise<void>;
}

export function reads({ connection, timeouts, prefix }: Reading): Reads {
  const { credentials } = connection;

  async function readStream(stream: string, from: number, limit?: number): Promise<readonly StoredEvent[]> {
    const options = { fromRevision: BigInt(from), credentials, ...(limit !== undefined && { maxCount: limit }) };
    try {
      const events = await patiently(timeouts, (ms) =>
        connection.call((client) => taken<ResolvedEvent>(client.readStream(prefix + stream, options), ms)),
      );
      return events.map(({ event }) => fromWire(event, prefix)).filter((event) => event !== null);
    } catch (error) {
      if (isNoStream(error)) return [];
      throw error;
    }
  }

  const page = (direction: Direction, fromPosition: ReadPosition, maxCount: number, signal?: AbortSignal) =>
    patiently(
      timeouts,
      (ms) =>
        connection.call((client) =>
          taken<AllStreamResolvedEvent>(client.readAll({ direction, fromPosition, maxCount, credentials }), ms, signal),
        ),
      signal,
    );

  /** Our own events. The client cannot have a read filtered by the server, so pages are read until there are enough. */
  async function ours(direction: Direction, from: ReadPosition, limit: number, after: Position | null, signal?: AbortSignal) {
    const found: StoredEvent[] = [];
    let at = from;
    let seen = after;
    // A read forwards starts at its position: one more.
    for (let count = limit + (after === null ? 0 : 1); ; ) {
      const before = found.length;
      const read = await page(direction, at, count, signal);
      for (const { event } of read) {
        const one = fromWire(event as RecordedEvent | undefined, prefix);
        const known = one === null || (seen !== null && (direction === FORWARDS ? one.position <= seen : one.position >= seen));
        if (!known && found.length < limit) found.push(one);
      }
      const last = read.at(-1)?.event;
      if (!last || found.length === limit || read.length < count) return found;
      at = last.position;
      seen = positionOf(last);
      const dropped = read.length - (found.length - before);
      count = Math.min(Math.max(limit - found.length + 1, 2 * dropped), LARGEST_PAGE);
    }
  }

  const readLast = (limit: number, signal?: AbortSignal) => ours(BACKWARDS, END, limit, null, signal);

  return {
    readStream,
    readAll: (after, limit, signal) => ours(FORWARDS, after === START ? THE_START : placeOf(after), limit, after, signal),
    readLast,
    head: async (signal) => (await readLast(1, signal))[0]?.position ?? START,
    async ping() {
      const newest: ReadAllOptions = { direction: BACKWARDS, fromPosition: END, maxCount: 1, credentials };
      try {
        await connection.call((client) => taken(client.readAll(newest), timeouts.silence));
      } catch (error) {
        throw asStoreError(error);
      }
    },
  };
}

export const placeOf = (position: Position) => ({ commit: BigInt(position), prepare: BigInt(position) });

/** All that a read gives. @throws NoAnswer once nothing has come for so long, the signal's reason, and the client's errors */
function taken<Event>(read: StreamingRead<Event>, ms: number, signal?: AbortSignal): Promise<readonly Event[]> {
  return new Promise((resolve, reject) => {
    const found: Event[] = [];
    const fail = (error: unknown) => {
      settle();
      // Ended on the server too; that this fails says nothing new.
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
    // Stays to the end: an error that nobody hears ends the process.
    read.on('error', fail);
    read.on('end', () => {
      settle();
      resolve(found);
    });
    if (signal?.aborted) stop();
  });
}
