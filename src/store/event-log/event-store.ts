import { setImmediate } from 'node:timers/promises';
import type { NewEvent, Recorded } from '../../domain/kernel/event.ts';
import type { Appended, EventStore, Expected } from '../../domain/kernel/event-store.ts';
import { itemAt } from '../../domain/kernel/records.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Keys } from '../../ports/secrets.ts';
import { createKeptFolds } from './kept-folds.ts';
import { checkAppend, InvalidEvent, LARGEST_APPEND, type Prepared, prepare } from './prepare.ts';
import type { EventToStore, RawAppended, RawLog, StoredEvent } from './raw-log.ts';
import { type Upcasters, upcasting } from './upcasting.ts';

export interface EventStoreParts {
  readonly log: RawLog;
  readonly vault: Pick<Keys, 'key'>;
  readonly clock: Clock;
  readonly upcasters?: Upcasters;
}

const BATCH = 500;

/**
 * Creates the event store over any log. It checks, encrypts and chains events when they are written, and upcasts them
 * when they are read.
 */
export function openEventStore({ log, vault, clock, upcasters = {} }: EventStoreParts): EventStore {
  const { version, read } = upcasting(upcasters);
  const readEach = (events: readonly StoredEvent[]): readonly Recorded[] => events.map(read);

  /** The keys of the owners of the personal parts; null for a destroyed key. */
  async function keysFor(events: readonly NewEvent[]): Promise<ReadonlyMap<string, Uint8Array | null>> {
    const keys = new Map<string, Uint8Array | null>();
    for (const { private: personal, metadata } of events) {
      const { owner } = metadata;
      if (personal !== null && owner !== null && !keys.has(owner)) keys.set(owner, await vault.key(owner));
    }
    return keys;
  }

  async function append(stream: string, expected: Expected, events: readonly NewEvent[]): Promise<Appended> {
    const last = expected === 'no_stream' ? -1 : expected.revision;
    let previousHash = expected === 'no_stream' ? null : expected.hash;
    checkAppend(stream, last, previousHash, events);
    const keys = await keysFor(events);
    const recordedAt = clock.now();
    let bytes = 0;
    const toStore: EventToStore[] = [];
    const prepared: Prepared['stored'][] = [];
    for (const event of events) {
      const { owner } = event.metadata;
      const key = (owner === null ? null : keys.get(owner)) ?? null;
      const revision = last + 1 + toStore.length;
      const one = prepare(event, { stream, revision, previousHash, recordedAt, schemaVersion: version(event.type), key });
      previousHash = one.hash;
      bytes += Buffer.byteLength(one.event.json);
      toStore.push(one.event);
      prepared.push(one.stored);
    }
    if (bytes > LARGEST_APPEND) throw new InvalidEvent(`An append of ${bytes} bytes is too large; ${LARGEST_APPEND} is the most.`);
    const stored = asStored(prepared, await log.append(stream, last, toStore));
    const newest = itemAt(stored, -1);
    return { revision: newest.revision, position: newest.position, events: readEach(stored) };
  }

  return {
    folds: createKeptFolds(),
    append,
    async readStream(stream, from = 0, limit) {
      const events = readEach(await log.readStream(stream, from, limit));
      if (limit !== undefined && limit > 1 && events.length === limit) await setImmediate();
      return events;
    },
    readStored: (stream, from, limit) => log.readStream(stream, from, limit),
    readAll: async (after, limit) => readEach(await log.readAll(after, limit)),
    readLast: async (limit) => readEach(await log.readLast(limit)),
    head: () => log.head(),
    subscribe: (after, handler, { batch = BATCH } = {}) => log.subscribe(after, (events) => handler(readEach(events)), batch),
  };
}

function asStored(prepared: readonly Prepared['stored'][], appended: RawAppended): readonly StoredEvent[] {
  if ('repeated' in appended) return appended.repeated;
  return prepared.map((event, index) => ({ ...event, position: itemAt(appended.positions, index) }));
}
