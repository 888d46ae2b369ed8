import { setTimeout as after } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { StoreUnavailable } from '../../src/domain/kernel/event-store.ts';
import { type Mongo, openMongo } from '../../src/store/mongo/connect.ts';
import { openClockRecord } from '../../src/store/mongo/shared/clock-record.ts';
import { openMongoKeyedMutex } from '../../src/store/mongo/shared/keyed-mutex.ts';
import { openMongoRateCounters } from '../../src/store/mongo/shared/rate-counters.ts';
import { sharedMongo } from '../servers/shared.ts';

const server = await sharedMongo();
const keyed = (key: string): string => `keyed ${key}`;

describe.skipIf(server === null)('what processes share through MongoDB', () => {
  const open: Mongo[] = [];
  const url = server?.database() ?? '';
  const process = (): Mongo => {
    const mongo = openMongo({ url });
    open.push(mongo);
    return mongo;
  };
  afterAll(async () => {
    for (const mongo of open) await mongo.close();
  });

  test('rate counters count for all processes, for their duration', async () => {
    const [one, two] = await Promise.all([1, 2].map(() => openMongoRateCounters({ mongo: process(), keyed })));
    await Promise.all([one?.add('a', 1_000, 500), two?.add('a', 1_100, 500), one?.add('b', 1_100, 500)]);
    expect((await two?.recent('a', 0))?.toSorted()).toEqual([1_000, 1_100]);
    expect(await one?.recent('a', 1_000)).toEqual([1_100]);
    expect(await two?.add('a', 1_600, 500)).toEqual([1_600]);
  });

  test('a new key is counted completely when many count it at once', async () => {
    const all = await Promise.all([1, 2, 3].map(() => openMongoRateCounters({ mongo: process(), keyed })));
    await Promise.all(Array.from({ length: 30 }, (_, index) => all[index % 3]?.add('many', 1_000 + index, 5_000)));
    expect(await all[0]?.recent('many', 0)).toHaveLength(30);
    const spent = await Promise.all(Array.from({ length: 30 }, (_, index) => all[index % 3]?.spend('spent', 3_600_000)));
    expect(spent.map((each) => each?.uses).toSorted((a, b) => Number(a) - Number(b))).toEqual(
      Array.from({ length: 30 }, (_, index) => index + 1),
    );
  });

  test('keys of counters are stored hashed only', async () => {
    const mongo = process();
    const counters = await openMongoRateCounters({ mongo, keyed: () => 'unreadable' });
    await counters.add('ann@example.org', 1, 1);
    expect(JSON.stringify(await mongo.db.collection('_tallies').find().toArray())).not.toContain('ann@');
  });

  test('work under the same key runs one after the other, over all processes', async () => {
    const [one, two] = [1, 2].map(() => openMongoKeyedMutex({ mongo: process(), keyed }));
    const steps: string[] = [];
    const work = (name: string) => async () => {
      steps.push(`${name} begins`);
      await after(60);
      steps.push(`${name} ends`);
      return name;
    };
    const answers = await Promise.all([one?.('k', work('a')), two?.('k', work('b')), one?.('k', work('c'))]);
    expect(answers).toEqual(['a', 'b', 'c']);
    const names = steps.map((step) => step.split(' ')[0]);
    expect(steps.filter((_, index) => index % 2 === 0).every((step) => step.endsWith('begins'))).toBe(true);
    expect([0, 2, 4].every((index) => names[index] === names[index + 1])).toBe(true);
  });

  test('an error releases the lock, and a process that does not come back blocks others only for a while', async () => {
    const dying = process();
    const one = openMongoKeyedMutex({ mongo: dying, keyed, holdMs: 600 });
    const two = openMongoKeyedMutex({ mongo: process(), keyed, patienceMs: 100 });
    const three = openMongoKeyedMutex({ mongo: process(), keyed });
    await expect(one('f', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    const gone = Promise.withResolvers<void>();
    const never = one('f', () => gone.promise);
    await after(50);
    await expect(two('f', async () => 'too early')).rejects.toThrow(StoreUnavailable);
    await dying.close();
    expect(await three('f', async () => 'came')).toBe('came');
    gone.resolve();
    await never;
  });

  test('a process that waits for a lock asks less and less often', async () => {
    const waiting = process();
    let asked = 0;
    const counting: typeof waiting.run = (...given) => {
      asked += 1;
      return waiting.run(...given);
    };
    const one = openMongoKeyedMutex({ mongo: process(), keyed });
    const two = openMongoKeyedMutex({ mongo: { ...waiting, run: counting }, keyed, patienceMs: 1_500 });
    const long = Promise.withResolvers<void>();
    const working = one('slow', () => long.promise);
    await after(50);
    await expect(two('slow', async () => 'too early')).rejects.toThrow(StoreUnavailable);
    expect(asked).toBeLessThan(15);
    long.resolve();
    await working;
  });

  test('work that takes longer than a claim lasts keeps its lock, up to a bound', async () => {
    const one = openMongoKeyedMutex({ mongo: process(), keyed, holdMs: 150, longestMs: 1_500 });
    const two = openMongoKeyedMutex({ mongo: process(), keyed, patienceMs: 700 });
    const three = openMongoKeyedMutex({ mongo: process(), keyed });
    const long = Promise.withResolvers<void>();
    const working = one('long', () => long.promise);
    await after(50);
    await expect(two('long', async () => 'too early')).rejects.toThrow(StoreUnavailable);
    expect(await three('long', async () => 'in the end')).toBe('in the end');
    long.resolve();
    await working;
  });

  test('the clock is started once, and one move waits at a time', async () => {
    const [one, two] = [openClockRecord(process()), openClockRecord(process())];
    const state = { offset_ms: 5, held: null, latest: '2026-11-20T16:00:00.000Z', asked: null, done: null };
    expect(await one.initialize(state)).toEqual(state);
    expect(await two.initialize({ ...state, offset_ms: 9 })).toEqual(state);
    expect(await one.requestMove('m1', '2026-11-21T16:00:00.000Z', null)).toBe(true);
    expect(await two.requestMove('m2', '2026-11-22T16:00:00.000Z', null)).toBe(false);
    await two.write({ offset_ms: 7, held: null, latest: '2026-11-21T16:00:00.000Z' });
    await two.finishMove('m1', null);
    expect(await one.read()).toEqual({
      offset_ms: 7,
      held: null,
      latest: '2026-11-21T16:00:00.000Z',
      asked: null,
      done: { id: 'm1', error: null },
    });
    expect(await two.requestMove('m2', '2026-11-22T16:00:00.000Z', null)).toBe(false);
    expect(await two.requestMove('m2', '2026-11-22T16:00:00.000Z', 'm1')).toBe(true);
  });
});
