import { type JSONEventData, NO_STREAM } from '@eventstore/db-client';
import { v7 } from 'uuid';
import type { EventToStore } from '../src/store/event-log/raw-log.ts';
import { asBare, eventsToStore } from './support/events.ts';
import { type Bench, interleaved, type Result } from './support/measure.ts';
import { overBare, paced } from './support/paced.ts';
import { type EventStoreSides, onEventStore } from './support/servers.ts';

const RUNS = 61;
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
      const taken = await interleaved(RUNS, ours, baseline);
      results.push(overBare({ name: `server_append_${writers}_over_bare`, unit: 'events a second', server: sides.server }, taken));
    }
    return results;
  });
