import {
  type AllStreamSubscription,
  excludeSystemEvents,
  type JSONEventData,
  jsonEvent,
  NO_STREAM,
  type ReadPosition,
  START as THE_START,
} from '@eventstore/db-client';
import { v7 } from 'uuid';
import { type NewEvent, type Position, START } from '../src/domain/kernel/event.ts';
import { readPositionOf } from '../src/store/event-log/eventstore/read.ts';
import { prepare } from '../src/store/event-log/prepare.ts';
import type { EventToStore, StoredEvent } from '../src/store/event-log/raw-log.ts';
import { type Bench, interleaved, overBare, paced, type Result } from './support/measure.ts';
import { type EventStoreSides, onEventStore } from './support/servers.ts';

const OWNER = 'owner';
const KEY = new Uint8Array(32).fill(7);

/** A created task, as the program appends it. */
function newEvent(index: number): NewEvent {
  const metadata = { owner: OWNER, actor: { kind: 'user', id: OWNER }, correlation_id: v7(), causation_id: null } as const;
  const set = { status: 'pending', due_date: '2026-11-20', due_time: '17:00' };
  return {
    id: v7(),
    type: 'TaskPromised',
    data: { set, was: {}, own_texts: ['title', 'description'], children: [] },
    private: { title: `Answer letter ${index}`, description: 'Ask who signs it off.', tags: ['work'] },
    metadata: { ...metadata, at: new Date().toISOString() },
  };
}

/** Events of a stream, sealed and chained, as a driver receives them: about 900 bytes each. */
function eventsToStore(stream: string, count: number): readonly EventToStore[] {
  let previousHash: string | null = null;
  return Array.from({ length: count }, (_, revision) => {
    const place = { stream, revision, previousHash, recordedAt: new Date().toISOString(), schemaVersion: 1, key: KEY };
    const prepared = prepare(newEvent(revision), place);
    previousHash = prepared.hash;
    return prepared.event;
  });
}

/** The same bytes, as the bare client receives them. */
function asBare({ json }: EventToStore): JSONEventData {
  const { id, type, data, private: sealed, metadata } = JSON.parse(json) as StoredEvent;
  return jsonEvent({ id: v7(), type, data: { id, data, private: sealed }, metadata: { ...metadata } });
}

const APPEND_RUNS = 61;
const DEADLINE_MS = 2_000;
const ROUNDS = [
  { writers: 1, each: 50 },
  { writers: 64, each: 5 },
] as const;

interface Written<Event> {
  readonly stream: string;
  readonly events: readonly Event[];
}

/** Appends one after the other, each acknowledged before the next. */
async function write({ log }: EventStoreSides, { stream, events }: Written<EventToStore>): Promise<void> {
  for (const [index, event] of events.entries()) await log.append(stream, index - 1, [event]);
}

async function writeBare({ bare, credentials }: EventStoreSides, { stream, events }: Written<JSONEventData>): Promise<void> {
  for (const [index, event] of events.entries()) {
    const expectedRevision = index === 0 ? NO_STREAM : BigInt(index - 1);
    await bare.appendToStream(stream, event, { expectedRevision, credentials, deadline: DEADLINE_MS });
  }
}

/** The events of so many writers, which are made before the measurement. */
function written(writers: number, each: number): readonly Written<EventToStore>[] {
  return Array.from({ length: writers }, () => {
    const stream = `bench-${v7()}`;
    return { stream, events: eventsToStore(stream, each) };
  });
}

/** Events a second through our driver of EventStoreDB compared with bare calls with the same bytes, for one writer and for 64. */
export const serverAppendsOverBare: Bench = () =>
  onEventStore(async (sides) => {
    const results: Result[] = [];
    for (const { writers, each } of ROUNDS) {
      const ours = () => {
        const streams = written(writers, each);
        return paced(writers * each, () => Promise.all(streams.map((one) => write(sides, one))));
      };
      const baseline = () => {
        const streams = written(writers, each).map(({ stream, events }) => ({ stream, events: events.map(asBare) }));
        return paced(writers * each, () => Promise.all(streams.map((one) => writeBare(sides, one))));
      };
      const taken = await interleaved(APPEND_RUNS, ours, baseline);
      results.push(overBare({ name: `server_append_${writers}_over_bare`, unit: 'events a second', server: sides.server }, taken));
    }
    return results;
  });

const EVENTS = 10_000;
const AN_APPEND = 500;
const CATCH_UP_RUNS = 21;
/** The batch size with which read models are folded. */
const BATCH = 500;

/** Appends 10,000 events. Gives the position after which they begin. */
async function fill({ log }: EventStoreSides): Promise<Position> {
  const from = await log.head();
  for (let at = 0; at < EVENTS; at += AN_APPEND) {
    const stream = `bench-${v7()}`;
    await log.append(stream, -1, eventsToStore(stream, AN_APPEND));
  }
  return from;
}

/** Our subscription, until all events have been handled. */
async function follow({ log }: EventStoreSides, from: Position): Promise<void> {
  const all = Promise.withResolvers<void>();
  let left = EVENTS;
  const handler = async (events: readonly unknown[]): Promise<void> => {
    left -= events.length;
    if (left <= 0) all.resolve();
  };
  const subscription = log.subscribe(from, handler, BATCH);
  await all.promise;
  await subscription.stop();
}

/** The client's own subscription, which also gives parsed events. */
async function followBare({ bare, credentials }: EventStoreSides, fromPosition: ReadPosition): Promise<void> {
  const all = Promise.withResolvers<void>();
  let left = EVENTS;
  const subscription: AllStreamSubscription = bare.subscribeToAll({ fromPosition, filter: excludeSystemEvents(), credentials });
  subscription.on('data', () => {
    left -= 1;
    if (left === 0) all.resolve();
  });
  subscription.on('error', all.reject);
  await all.promise;
  await subscription.unsubscribe();
}

/** Events a second of catching up through our driver, compared with a bare subscription from the same position. */
export const serverCatchUpOverBare: Bench = () =>
  onEventStore(async (sides) => {
    const from = await fill(sides);
    const place = from === START ? THE_START : readPositionOf(from);
    const taken = await interleaved(
      CATCH_UP_RUNS,
      () => paced(EVENTS, () => follow(sides, from)),
      () => paced(EVENTS, () => followBare(sides, place)),
    );
    return [overBare({ name: 'server_catch_up_over_bare', unit: 'events a second', server: sides.server }, taken)];
  });
