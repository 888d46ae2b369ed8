import { type AppendExpectedRevision, NO_STREAM } from '@eventstore/db-client';
import { LRUCache } from 'lru-cache';
import { withTimeout } from '../../../concurrency/with-timeout.ts';
import { StoreUnavailable, WrongExpectedRevision } from '../../../domain/kernel/event-store.ts';
import { InvalidEvent } from '../prepare.ts';
import { addNewest, type EventToStore, type RawAppended, type RawLog, type StoredEvent } from '../raw-log.ts';
import { isTooLarge, isWrongRevision, NoAnswer, withRetries } from './failures.ts';
import { asPosition, type LogConnection, type LogReader, toWire } from './read.ts';

/** The client ends a call at its deadline. This only limits a client that does not. */
const GRACE_MS = 100;

export function createAppend(
  { connection, timeouts, prefix }: LogConnection,
  read: LogReader['readStream'],
  seen: KnownEventIds,
): RawLog['append'] {
  const send = (stream: string, expected: number, events: readonly EventToStore[]) => {
    const toSend = events.map(toWire);
    const expectedRevision: AppendExpectedRevision = expected === -1 ? NO_STREAM : BigInt(expected);
    // The ids follow from the content, so a retry is safe whatever happened to the first try.
    return withRetries(timeouts, (ms) =>
      connection.call((client) => {
        const options = { expectedRevision, credentials: connection.credentials, deadline: ms };
        return withTimeout(ms + GRACE_MS, client.appendToStream(prefix + stream, toSend, options), () => new NoAnswer(ms));
      }),
    );
  };

  /** The stored events at the revisions of these events, if they are the same events; otherwise null. */
  async function alreadyStored(stream: string, expected: number, events: readonly EventToStore[]): Promise<readonly StoredEvent[] | null> {
    const found = await read(stream, expected + 1, events.length);
    return found.length === events.length && found.every(({ id }, index) => id === events[index]?.id) ? found : null;
  }

  async function handleRefusal(error: unknown, stream: string, expected: number, events: readonly EventToStore[]): Promise<RawAppended> {
    if (isTooLarge(error)) throw new InvalidEvent('An append is too large for EventStoreDB.');
    if (!isWrongRevision(error)) throw error;
    const room = error.actualVersion !== 'no_stream' && error.actualVersion >= BigInt(expected + events.length);
    const repeated = room ? await alreadyStored(stream, expected, events) : null;
    if (repeated === null) throw new WrongExpectedRevision(stream);
    return { repeated };
  }

  return async (stream, expected, events) => {
    checkNames(stream, events);
    seen.check(stream, expected, events);
    let result: Awaited<ReturnType<typeof send>>;
    try {
      result = await send(stream, expected, events);
    } catch (error) {
      return handleRefusal(error, stream, expected, events);
    }
    seen.moved(stream, expected, events);
    // For several events the server gives only one position.
    if (events.length === 1 && result.position) return { positions: [asPosition(result.position.commit)] };
    const stored = await alreadyStored(stream, expected, events);
    if (stored === null) throw new StoreUnavailable(`What was appended to ${stream} cannot be read yet.`);
    return { positions: stored.map(({ position }) => position) };
  };
}

/** Such names belong to the server, and reads of all events leave them out. */
function checkNames(stream: string, events: readonly EventToStore[]): void {
  if (stream.startsWith('$') || events.some(({ type }) => type.startsWith('$')))
    throw new InvalidEvent('Names of streams and of types must not begin with a $.');
}

const MOST_IDS = 50_000;

interface StreamEnd {
  readonly revision: number;
  /** The ids of its newest events, as far as they were read or appended here. */
  readonly ids: Set<string>;
}

/**
 * Event ids that streams are known to contain. EventStoreDB would store the same id again at another revision; a
 * caller that has just read the end of the stream, as every command does, gets the same error as with SQLite.
 */
export class KnownEventIds {
  readonly #ends = new LRUCache<string, StreamEnd>({
    maxSize: MOST_IDS,
    sizeCalculation: ({ ids }) => 1 + ids.size,
  });

  read(stream: string, from: number, events: readonly StoredEvent[]): void {
    const last = events.at(-1);
    const known = this.#ends.get(stream);
    if (last === undefined || (known && known.revision >= last.revision)) return;
    const ids = known && known.revision >= from - 1 ? known.ids : new Set<string>();
    addNewest(
      ids,
      events.map(({ id }) => id),
    );
    this.#ends.set(stream, { revision: last.revision, ids });
  }

  /** @throws InvalidEvent if the stream already contains one of the ids */
  check(stream: string, expected: number, events: readonly EventToStore[]): void {
    const known = this.#ends.get(stream);
    const twice = known && known.revision <= expected && events.find(({ id }) => known.ids.has(id));
    if (twice) throw new InvalidEvent(`Stream ${stream} already holds an event ${twice.id}, at another revision.`);
  }

  moved(stream: string, expected: number, events: readonly EventToStore[]): void {
    const known = this.#ends.get(stream) ?? { revision: -1, ids: new Set<string>() };
    if (expected !== known.revision) return;
    addNewest(
      known.ids,
      events.map(({ id }) => id),
    );
    this.#ends.set(stream, { revision: expected + events.length, ids: known.ids });
  }
}
