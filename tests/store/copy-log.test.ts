import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { START } from '../../src/domain/kernel/event.ts';
import type { HeldEvent, ReactorProgress } from '../../src/ports/coordination.ts';
import { openEventStore } from '../../src/store/event-log/event-store.ts';
import { openEventStoreLog } from '../../src/store/event-log/eventstore/log.ts';
import type { RawLog } from '../../src/store/event-log/raw-log.ts';
import { openSqliteLog } from '../../src/store/event-log/sqlite-log.ts';
import { compareLogs, copyLog, copyReactors, MigrationRefused } from '../../src/store/migrate/copy-log.ts';
import { openMongo } from '../../src/store/mongo/connect.ts';
import { openMongoReactorProgress } from '../../src/store/mongo/vault/reactors.ts';
import { openVault } from '../../src/store/vault/sqlite-vault.ts';
import { verifyChains } from '../../src/store/verify/chains.ts';
import { anEvent, endOf } from '../contract/events.ts';
import { type EventStoreDoubleServer, startEventStoreDouble } from '../servers/eventstore.ts';
import { PATIENT } from '../servers/mongodb/server.ts';
import { sharedMongo } from '../servers/shared.ts';
import { TEST_MASTER_KEY } from '../support/app.ts';
import { TestClock } from '../support/clock.ts';

describe('the copy of a log', () => {
  const PAIRS = 30;

  function onSqlite(): RawLog {
    const log = openSqliteLog({ path: ':memory:' });
    onTestFinished(() => log.close());
    return log;
  }

  let server: EventStoreDoubleServer;
  let used = 0;
  beforeAll(async () => {
    server = await startEventStoreDouble();
  });
  afterAll(() => server.stop());
  function onServer(): RawLog {
    used += 1;
    const log = openEventStoreLog({ url: server.url, prefix: `copy-${used}.` });
    onTestFinished(() => log.close());
    return log;
  }

  /** Alternating streams, some appends of several events, and sealed parts. */
  async function filled(log: RawLog): Promise<RawLog> {
    const vault = openVault({ path: ':memory:', masterKey: TEST_MASTER_KEY });
    onTestFinished(() => vault.close());
    await vault.createKey('ann');
    const store = openEventStore({ log, vault, clock: new TestClock() });
    for (let n = 0; n < PAIRS; n += 1) await another(store, `s-${n % 7}`, n);
    return log;
  }

  async function another(store: ReturnType<typeof openEventStore>, stream: string, n: number): Promise<void> {
    const more =
      n % 5 === 0 ? [anEvent(), anEvent({ data: { text: 'x'.repeat(90_000) } }), anEvent({ data: { text: 'y'.repeat(120_000) } })] : [];
    const events = [anEvent({ owner: 'ann', private: { title: `Promise ${n}` } }), ...more];
    await store.append(stream, endOf(await store.readStream(stream)), events);
  }

  const storyOf = async (log: RawLog) => (await log.readAll(START, 1_000)).map(({ position: _, ...event }) => event);

  describe.each([
    ['SQLite to EventStoreDB', onSqlite, onServer],
    ['EventStoreDB to SQLite', onServer, onSqlite],
  ] as const)('a log copied from %s', (_, openSource, openTarget) => {
    test('holds the same events in the same order, and its chains can be verified', async () => {
      const [from, to] = [await filled(openSource()), openTarget()];
      const total = (await storyOf(from)).length;
      const reported: number[] = [];
      expect(await copyLog(from, to, { onProgress: (events) => reported.push(events) })).toBe(total);
      expect(reported.at(-1)).toBe(total);
      expect(await storyOf(to)).toEqual(await storyOf(from));
      expect((await verifyChains(to)).breaks).toEqual([]);
      expect(await compareLogs(from, to)).toEqual({ events: total, missing: 0, difference: null });
      expect(await copyLog(from, to), 'a second copy').toBe(0);
    });

    test('stops on request, and the next copy continues from there with what was written since', async () => {
      const [from, to] = [await filled(openSource()), openTarget()];
      for (const share of [1, 5, 9]) {
        const stopping = new AbortController();
        const copied = await copyLog(from, to, { signal: stopping.signal, onProgress: (events) => events >= share && stopping.abort() });
        expect(copied).toBeGreaterThanOrEqual(share);
        expect(copied).toBeLessThan(share + 4);
      }
      expect((await compareLogs(from, to)).missing).toBeGreaterThan(0);
      await from.append('late', -1, [{ ...stored, json: JSON.stringify(stored) }]);
      await copyLog(from, to);
      expect(await storyOf(to)).toEqual(await storyOf(from));
    });

    test('is refused when the target holds another log', async () => {
      const [from, to] = [await filled(openSource()), await filled(openTarget())];
      await expect(copyLog(from, to)).rejects.toThrow(MigrationRefused);
      expect((await compareLogs(from, to)).difference).toMatchObject({ stream: 's-0', revision: 0 });
    });
  });

  test('is protected by hashes, so that a later change of the copy is found', async () => {
    const [from, to] = [await filled(onSqlite()), openSqliteLog({ path: ':memory:' })];
    onTestFinished(() => to.close());
    await copyLog(from, to);
    to.database.exec(`UPDATE events SET json = replace(json, '"n":1', '"n":2') WHERE position = 5`);
    expect((await compareLogs(from, to)).difference).toMatchObject({ stream: 's-1', revision: 0 });
  });

  const stored = {
    id: '00000000-0000-4000-8000-00000000000a',
    stream: 'late',
    revision: 0,
    type: 'Noted',
    data: { n: 1 },
    private: null,
    metadata: {
      owner: null,
      actor: { kind: 'system', id: null },
      correlation_id: 'c-1',
      causation_id: null,
      at: '2026-11-20T16:00:00.000Z',
      recorded_at: '2026-11-20T16:00:00.000Z',
      schema_version: 1,
      previous_hash: null,
      hash: 'a0'.repeat(32),
    },
  };
});

const server = await sharedMongo();

async function onSqlite(): Promise<ReactorProgress> {
  const vault = openVault({ path: ':memory:', masterKey: TEST_MASTER_KEY });
  onTestFinished(() => vault.close());
  return vault.reactors;
}

async function onMongo(): Promise<ReactorProgress> {
  const mongo = openMongo({ url: server?.database() ?? '', timeouts: PATIENT });
  onTestFinished(() => mongo.close());
  return openMongoReactorProgress(mongo);
}

const at = (place: number): string => String(place).padStart(20, '0');
/** The target log: the same events at other positions; `lost` was never copied. */
const PLACES: Readonly<Record<string, number>> = { 'task-a 2': 700, 'task-b 0': 950 };
const event = (stream: string, revision: number) => ({ stream, revision, position: at(PLACES[`${stream} ${revision}`] ?? 0) });
const log = {
  readStream: async (stream: string, from = 0) => (`${stream} ${from}` in PLACES ? [event(stream, from)] : []) as never,
  readLast: async () => [event('task-b', 0)] as never,
};

const held = (stream: string, revision: number, place: number, aside: boolean): HeldEvent => ({
  reactor: 'children',
  event_id: `${stream} ${revision}`,
  type: 'TaskCompleted',
  stream,
  revision,
  position: at(place),
  tries: aside ? 8 : 2,
  next_at: aside ? null : '2026-11-20T16:00:05.000Z',
  aside,
  error: 'Error: not now',
  held_at: '2026-11-20T16:00:00.000Z',
});

describe.skipIf(server === null).each([
  ['SQLite to MongoDB', onSqlite, onMongo],
  ['MongoDB to SQLite', onMongo, onSqlite],
] as const)('the checkpoints of reactors, copied from %s', (_, openSource, openTarget) => {
  test('continue at the same events, wherever they are in the other log; copying can be repeated', async () => {
    const [from, to] = [await openSource(), await openTarget()];
    await from.putCheckpoints([{ reactor: 'children', position: at(7), event: { stream: 'task-a', revision: 2 } }]);
    await from.putCheckpoints([{ reactor: 'first', position: START, event: null }]);
    await from.putCheckpoints([{ reactor: 'beyond', position: at(99), event: { stream: 'lost', revision: 1 } }]);
    for (const one of [held('task-a', 2, 7, false), held('task-b', 0, 8, true), held('lost', 1, 99, true)]) await from.hold(one);
    await to.putCheckpoints([{ reactor: 'left over', position: at(1), event: null }]);
    await copyReactors(from, to, log);
    expect(await copyReactors(from, to, log)).toBe(5);
    expect((await to.checkpoints()).toSorted((a, b) => (a.reactor < b.reactor ? -1 : 1))).toEqual([
      { reactor: 'beyond', position: at(950), event: { stream: 'task-b', revision: 0 } },
      { reactor: 'children', position: at(700), event: { stream: 'task-a', revision: 2 } },
      { reactor: 'first', position: START, event: null },
    ]);
    expect(await to.waiting()).toEqual([held('task-a', 2, 700, false)]);
    expect(await to.aside()).toEqual([held('task-b', 0, 950, true)]);
  });
});
