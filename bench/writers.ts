import { join } from 'node:path';
import { v7 } from 'uuid';
import type { NewEvent } from '../src/domain/kernel/event.ts';
import type { Expected } from '../src/domain/kernel/event-store.ts';
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

/** Appends one after the other to a stream of its own, each acknowledged before the next. */
async function write({ store }: SqliteStores, count: number): Promise<void> {
  const stream = `task-${v7()}`;
  let expected: Expected = 'no_stream';
  for (let index = 0; index < count; index += 1) {
    const { revision, events } = await store.append(stream, expected, [newEvent(index)]);
    expected = { revision, hash: events[0]?.metadata.hash ?? '' };
  }
}

/** Events a second of 64 writers at once, who share commits, against one. */
export const writers64Over1: Bench = () =>
  withFolder(async (folder) => {
    const stores = openSqliteStores({
      dataDir: join(folder, 'data'),
      masterKey: new Uint8Array(32).fill(7),
      clock: { now: () => new Date().toISOString() },
    });
    await stores.vault.createKey(OWNER);
    const perSecond = (count: number, ms: number) => (count / ms) * 1_000;
    const many = async () =>
      perSecond(WRITERS * EACH, await timed(() => Promise.all(Array.from({ length: WRITERS }, () => write(stores, EACH)))));
    const one = async () => perSecond(ALONE, await timed(() => write(stores, ALONE)));
    const sides = await interleaved(RUNS, many, one);
    await stores.close();
    return [compared({ name: 'writers_64_over_1', goal: 10, better: 'higher', unit: 'events a second' }, sides)];
  });
