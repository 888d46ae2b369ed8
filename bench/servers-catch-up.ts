import { type AllStreamSubscription, excludeSystemEvents, type ReadPosition, START as THE_START } from '@eventstore/db-client';
import { v7 } from 'uuid';
import { type Position, START } from '../src/domain/kernel/event.ts';
import { readPositionOf } from '../src/store/event-log/eventstore/read.ts';
import { eventsToStore } from './support/events.ts';
import { type Bench, interleaved } from './support/measure.ts';
import { overBare, paced } from './support/paced.ts';
import { type EventStoreSides, onEventStore } from './support/servers.ts';

const EVENTS = 10_000;
const AN_APPEND = 500;
const RUNS = 21;
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
      RUNS,
      () => paced(EVENTS, () => follow(sides, from)),
      () => paced(EVENTS, () => followBare(sides, place)),
    );
    return [overBare({ name: 'server_catch_up_over_bare', unit: 'events a second', server: sides.server }, taken)];
  });
