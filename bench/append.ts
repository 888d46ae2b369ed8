import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { v7 } from 'uuid';
import type { NewEvent } from '../src/domain/kernel/event.ts';
import type { EventStore, Expected } from '../src/domain/kernel/event-store.ts';
import { taskStream } from '../src/domain/task/events.ts';
import { RepeatedWork } from '../src/projections/engine/repeated-work.ts';
import { startAnchoring } from '../src/store/anchor/anchoring.ts';
import { openSqliteStores, type SqliteStores } from '../src/store/sqlite-stores.ts';
import { withFolder } from './support/folder.ts';
import { type Bench, compared, interleaved, timed } from './support/measure.ts';

const APPENDS = 300;
const ALONE_RUNS = 15;
const OWNER = 'owner';

const taskEvent = (type: string, data: NewEvent['data'], texts: NewEvent['private']): NewEvent => ({
  id: v7(),
  type,
  data,
  private: texts,
  metadata: {
    owner: OWNER,
    actor: { kind: 'user', id: OWNER },
    correlation_id: v7(),
    causation_id: null,
    at: new Date().toISOString(),
  },
});

const promisedTask = (index: number): NewEvent =>
  taskEvent(
    'TaskPromised',
    {
      set: { status: 'pending', due_date: '2026-11-20', due_time: '17:00' },
      was: {},
      own_texts: ['title', 'description'],
      children: [],
    },
    { title: `Answer letter ${index}`, description: 'Ask who signs it off.', tags: ['work'] },
  );

/** One writer with one commit for each event: expected revision, hash chain and sealing, compared with a bare row of the same bytes. */
export const appendOverCommit: Bench = () =>
  withFolder(async (folder) => {
    const stores = openSqliteStores({
      dataDir: join(folder, 'ours'),
      masterKey: new Uint8Array(32).fill(7),
      clock: { now: () => new Date().toISOString() },
    });
    await stores.vault.createKey(OWNER);
    const anchored = await anchoring(stores);
    const bytes = await bytesOf(stores.store);
    const bare = new DatabaseSync(join(folder, 'bare.db'));
    bare.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE rows (row TEXT NOT NULL)');
    const insert = bare.prepare('INSERT INTO rows VALUES (?)');
    const row = 'x'.repeat(bytes);
    const ours = async (): Promise<number> => {
      const stream = taskStream(v7());
      const toAppend = Array.from({ length: APPENDS }, (_, index) => promisedTask(index));
      let expected: Expected = 'no_stream';
      const ms = await timed(async () => {
        for (const event of toAppend) {
          const { revision, events } = await stores.store.append(stream, expected, [event]);
          expected = { revision, hash: events[0]?.metadata.hash ?? '' };
        }
      });
      return (ms / APPENDS) * 1_000;
    };
    const baseline = async (): Promise<number> => {
      const ms = await timed(() => {
        for (let index = 0; index < APPENDS; index += 1) insert.run(row);
      });
      return (ms / APPENDS) * 1_000;
    };
    const sides = await interleaved(ALONE_RUNS, ours, baseline);
    bare.close();
    await anchored.stop();
    await stores.close();
    return [compared({ name: 'append_over_commit', goal: 1.5, better: 'lower', unit: 'µs an event' }, sides)];
  });

const ANCHOR_MS = 500;

/** Follows the log as in the program. */
async function anchoring({ log, vault }: SqliteStores): Promise<RepeatedWork> {
  const { anchoring: follows } = await startAnchoring({ log, anchors: vault }, { accept: false });
  const work = new RepeatedWork(() => follows.settle(), { error: (fields) => process.stderr.write(`${JSON.stringify(fields)}\n`) });
  work.every(ANCHOR_MS);
  return work;
}

/** The size of such an event when it is stored. */
async function bytesOf(store: EventStore): Promise<number> {
  const { events } = await store.append('task-first', 'no_stream', [promisedTask(0)]);
  return Buffer.byteLength(JSON.stringify(events[0]));
}

const WRITERS = 64;
const TOGETHER_RUNS = 11;
const EACH = 60;
const ALONE = 400;

const startedTask = (index: number): NewEvent =>
  taskEvent('TaskStarted', { set: { status: 'in_progress' }, was: { status: 'pending' } }, { title: `Letter ${index}` });

interface Writer {
  readonly stream: string;
  readonly events: readonly NewEvent[];
}
const writer = (count: number): Writer => ({
  stream: taskStream(v7()),
  events: Array.from({ length: count }, (_, index) => startedTask(index)),
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
    const sides = await interleaved(TOGETHER_RUNS, many, one);
    await stores.close();
    return [compared({ name: 'writers_64_over_1', goal: 10, better: 'higher', unit: 'events a second' }, sides)];
  });
