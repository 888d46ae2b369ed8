import { describe, expect, onTestFinished, test } from 'vitest';
import { START } from '../../src/domain/kernel/event.ts';
import type { HeldEvent, ReactorProgress } from '../../src/ports/reactor-progress.ts';
import { copyReactors } from '../../src/store/migrate/copy-reactors.ts';
import { openMongo } from '../../src/store/mongo/connect.ts';
import { openMongoReactorProgress } from '../../src/store/mongo/vault/reactors.ts';
import { openVault } from '../../src/store/vault/sqlite-vault.ts';
import { PATIENT } from '../servers/mongodb/server.ts';
import { sharedMongo } from '../servers/shared.ts';
import { TEST_MASTER_KEY } from '../support/stores.ts';

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
] as const)('how far reactors have come, copied from %s', (_, openSource, openTarget) => {
  test('continues at the same events, wherever they are in the other log; copying twice is the same as once', async () => {
    const [from, to] = [await openSource(), await openTarget()];
    await from.putCheckpoint({ reactor: 'children', position: at(7), event: { stream: 'task-a', revision: 2 } });
    await from.putCheckpoint({ reactor: 'first', position: START, event: null });
    await from.putCheckpoint({ reactor: 'beyond', position: at(99), event: { stream: 'lost', revision: 1 } });
    for (const one of [held('task-a', 2, 7, false), held('task-b', 0, 8, true), held('lost', 1, 99, true)]) await from.hold(one);
    await to.putCheckpoint({ reactor: 'left over', position: at(1), event: null });
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
