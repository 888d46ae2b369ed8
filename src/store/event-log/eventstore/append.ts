import { type AppendExpectedRevision, NO_STREAM } from '@eventstore/db-client';
import { LRUCache } from 'lru-cache';
import { StoreUnavailable, WrongExpectedRevision } from '../../../domain/kernel/event-store.ts';
import { within } from '../../within.ts';
import { InvalidEvent } from '../prepare.ts';
import type { EventToStore, RawAppended, RawLog, StoredEvent } from '../raw-log.ts';
import { isTooLarge, isWrongRevision, NoAnswer } from './errors.ts';
import { patiently } from './patience.ts';
import type { Reading, Reads } from './read.ts';
import { asPosition, toWire } from './wire.ts';

/** The client ends a call at its deadline; this only bounds a client that does not. */
const GRACE_MS = 100;

/** `read`: the streams' events as they lie there. */
export function appends({ connection, timeouts, prefix }: Reading, read: Reads['readStream'], seen: SeenIds): RawLog['append'] {
  const send = (stream: string, expected: number, events: readonly EventToStore[]) => {
    const toSend = events.map(toWire);
    const expectedRevision: AppendExpectedRevision = expected === -1 ? NO_STREAM : BigInt(expected);
    // Content makes the ids: whatever became of the first try, the same once more is harmless.
    return patiently(timeouts, (ms) =>
      connection.call((client) => {
        const options = { expectedRevision, credentials: connection.credentials, deadline: ms };
        return within(ms + GRACE_MS, client.appendToStream(prefix + stream, toSend, options), () => new NoAnswer(ms));
      }),
    );
  };

  /** What the stream holds in the events' place, where it holds these. */
  async function inPlace(stream: string, expected: number, events: readonly EventToStore[]): Promise<readonly StoredEvent[] | null> {
    const found = await read(stream, expected + 1, events.length);
    return found.length === events.length && found.every(({ id }, index) => id === events[index]?.id) ? found : null;
  }

  async function refused(error: unknown, stream: string, expected: number, events: readonly EventToStore[]): Promise<RawAppended> {
    if (isTooLarge(error)) throw new InvalidEvent('An append is too large for EventStoreDB.');
    if (!isWrongRevision(error)) throw error;
    const room = error.actualVersion !== 'no_stream' && error.actualVersion >= BigInt(expected + events.length);
    const repeated = room ? await inPlace(stream, expected, events) : null;
    if (repeated === null) throw new WrongExpectedRevision(stream);
    return { repeated };
  }

  return async (stream, expected, events) => {
    check(stream, events);
    seen.check(stream, expected, events);
    let result: Awaited<ReturnType<typeof send>>;
    try {
      result = await send(stream, expected, events);
    } catch (error) {
      return refused(error, stream, expected, events);
    }
    seen.moved(stream, expected, events);
    // Of several events it gives one position only.
    if (events.length === 1 && result.position) return { positions: [asPosition(result.position.commit)] };
    const stored = await inPlace(stream, expected, events);
    if (stored === null) throw new StoreUnavailable(`What was appended to ${stream} cannot be read yet.`);
    return { positions: stored.map(({ position }) => position) };
  };
}

/** Such names are the server's own, and are left out where all is read. */
function check(stream: string, events: readonly EventToStore[]): void {
  if (stream.startsWith('$') || events.some(({ type }) => type.startsWith('$')))
    throw new InvalidEvent('Names of streams and of types must not begin with a $.');
}

const MOST_IDS = 50_000;

/**
 * Ids that streams were seen to hold. EventStoreDB stores an id twice at two revisions; whoever has just read the
 * stream whole, as every command does, is told as over SQLite.
 */
export class SeenIds {
  readonly #ends = new LRUCache<string, { revision: number; readonly ids: Set<string> }>({
    maxSize: MOST_IDS,
    sizeCalculation: ({ ids }) => 1 + ids.size,
  });

  /** The whole of a stream. */
  read(stream: string, events: readonly StoredEvent[]): void {
    const known = this.#ends.get(stream);
    const revision = events.at(-1)?.revision ?? -1;
    if (!known || known.revision < revision) this.#ends.set(stream, { revision, ids: new Set(events.map(({ id }) => id)) });
  }

  /** @throws InvalidEvent */
  check(stream: string, expected: number, events: readonly EventToStore[]): void {
    const known = this.#ends.get(stream);
    const twice = known && known.revision <= expected && events.find(({ id }) => known.ids.has(id));
    if (twice) throw new InvalidEvent(`Stream ${stream} already holds an event ${twice.id}, at another revision.`);
  }

  moved(stream: string, expected: number, events: readonly EventToStore[]): void {
    const known = this.#ends.get(stream) ?? { revision: -1, ids: new Set() };
    if (expected !== known.revision) return;
    for (const { id } of events) known.ids.add(id);
    this.#ends.set(stream, { revision: expected + events.length, ids: known.ids });
  }
}
