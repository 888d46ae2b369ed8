import { join } from 'node:path';
import { v7 } from 'uuid';
import type { NewEvent } from '../src/domain/kernel/event.ts';
import type { Expected } from '../src/domain/kernel/event-store.ts';
import { taskStream } from '../src/domain/task/events.ts';
import { openSqliteStores, type SqliteStores } from '../src/store/sqlite-stores.ts';
import { withFolder } from './support/folder.ts';
import { type Bench, compared, interleaved, timed } from './support/measure.ts';

const WRITERS = 64;
const RUNS = 11;
const EACH = 60;
const ALONE = 400;
const OWNER = 'owner';

function newEvent(index: number): NewEvent {
  const metadata = {
    owner: OWNER,
    actor: { kind: 'user', id: OWNER },
    correlation_id: v7(),
    causation_id: null,
    at: new Date().toISOString(),
  } as const;
  return {
    id: v7(),
    type: 'TaskStarted',
    data: { set: { status: 'in_progress' }, was: { status: 'pending' } },
    private: { title: `Letter ${index}` },
    metadata,
  };
}

interface Writer {
  readonly stream: string;
  readonly events: readonly NewEvent[];
}
const writer = (count: number): Writer => ({
  stream: taskStream(v7()),
  events: Array.from({ length: count }, (_, index) => newEvent(index)),
});

/** Appends one after the other, each acknowledged before the next. */
async function write({ store }: SqliteStores, { stream, events: toAppend }: Writer): Promise<void> {
  let expected: Expected = 'no_stream';
  for (const event of toAppend) {
    const { revision, events } = await store.append(stream, expected, [event]);
    expected = { revision, hash: events[0]?.metadata.hash ?? '' };
  }
}

/** Events a second of 64 concurrent writers, who share commits, compared with one writer. */
export const writers64Over1: Bench = () =>
  withFolder(async (folder) => {
    const stores = openSqliteStores({
      dataDir: join(folder, 'data'),
      masterKey: new Uint8Array(32).fill(7),
      clock: { now: () => new Date().toISOString() },
    });
    await stores.vault.createKey(OWNER);
    /** Events a second of so many concurrent writers; the events are made before the measurement. */
    const perSecond = async (count: number, each: number): Promise<number> => {
      const writers = Array.from({ length: count }, () => writer(each));
      const ms = await timed(() => Promise.all(writers.map((one) => write(stores, one))));
      return ((count * each) / ms) * 1_000;
    };
    const many = () => perSecond(WRITERS, EACH);
    const one = () => perSecond(1, ALONE);
    const sides = await interleaved(RUNS, many, one);
    await stores.close();
    return [compared({ name: 'writers_64_over_1', goal: 10, better: 'higher', unit: 'events a second' }, sides)];
  });
