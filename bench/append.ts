import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { v7 } from 'uuid';
import type { NewEvent } from '../src/domain/kernel/event.ts';
import type { EventStore } from '../src/domain/kernel/event-store.ts';
import { taskStream } from '../src/domain/task/events.ts';
import { RepeatedWork } from '../src/projections/engine/repeated-work.ts';
import { startAnchoring } from '../src/store/anchor/anchoring.ts';
import type { SqliteStores } from '../src/store/sqlite-stores.ts';
import { appendEach, openStores, promisedTask, startedTask } from './support/appends.ts';
import { withFolder } from './support/folder.ts';
import { type Bench, compared, interleaved, median, timed } from './support/measure.ts';

const APPENDS = 300;
const ALONE_RUNS = 15;

/** One writer with one commit for each event: expected revision, hash chain and sealing, compared with a bare row of the same bytes. */
export const appendOverCommit: Bench = () =>
  withFolder(async (folder) => {
    const stores = await openStores(join(folder, 'ours'));
    const anchored = await anchoring(stores);
    const bytes = await bytesOf(stores.store);
    const bare = new DatabaseSync(join(folder, 'bare.db'));
    bare.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE rows (row TEXT NOT NULL)');
    const insert = bare.prepare('INSERT INTO rows VALUES (?)');
    const row = 'x'.repeat(bytes);
    const ours = async (): Promise<number> => {
      const events = Array.from({ length: APPENDS }, (_, index) => promisedTask(index));
      return ((await timed(() => appendEach(stores, taskStream(v7()), events))) / APPENDS) * 1_000;
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
    return [compared({ name: 'append_over_commit', goal: 1.4, better: 'lower', unit: 'µs an event' }, sides)];
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

interface Writer {
  readonly stream: string;
  readonly events: readonly NewEvent[];
}
const writer = (count: number): Writer => ({
  stream: taskStream(v7()),
  events: Array.from({ length: count }, (_, index) => startedTask(index)),
});

/**
 * Events a second of 64 concurrent writers, who share commits, compared with one writer; and the processor time that an event of the 64
 * takes, without reading and writing the disk.
 */
export const writers64Over1: Bench = () =>
  withFolder(async (folder) => {
    const stores = await openStores(join(folder, 'data'));
    const cpu: number[] = [];
    /** Events a second of so many concurrent writers; the events are made before the measurement. */
    const perSecond = async (count: number, each: number): Promise<number> => {
      const writers = Array.from({ length: count }, () => writer(each));
      const write = () => Promise.all(writers.map(({ stream, events }) => appendEach(stores, stream, events)));
      const before = process.threadCpuUsage();
      const ms = await timed(write);
      if (count === WRITERS) cpu.push(process.threadCpuUsage(before).user / (count * each));
      return ((count * each) / ms) * 1_000;
    };
    const many = () => perSecond(WRITERS, EACH);
    const one = () => perSecond(1, ALONE);
    const sides = await interleaved(TOGETHER_RUNS, many, one);
    await stores.close();
    const micros = median(cpu);
    return [
      compared({ name: 'writers_64_over_1', goal: 9, better: 'higher', unit: 'events a second' }, sides),
      { name: 'event_cpu_us', ratio: micros, goal: 15, better: 'lower', ours: micros, baseline: 0, unit: 'µs an event', runs: cpu.length },
    ];
  });
