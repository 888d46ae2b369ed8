import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { type App, createRateCounters } from '../../src/app/app.ts';
import { type DueDelivery, takePlace } from '../../src/app/delivery/attempts.ts';
import { StoreUnavailable } from '../../src/domain/kernel/event-store.ts';
import { type Mongo, openMongo } from '../../src/store/mongo/connect.ts';
import { openMongoConnections } from '../../src/store/mongo/connections.ts';
import { type KeyedMutexOptions, openClockRecord, openMongoKeyedMutex, openMongoRateCounters } from '../../src/store/mongo/shared.ts';
import { openMongoVault } from '../../src/store/mongo/vault.ts';
import { secretsIn } from '../../src/store/vault/driver.ts';
import { PATIENT } from '../servers/mongodb/server.ts';
import { sharedMongo } from '../servers/shared.ts';
import { TEST_MASTER_KEY } from '../support/app.ts';
import { leaseWorld } from '../support/leases.ts';

const server = await sharedMongo();

const keyed = (key: string): string => `keyed ${key}`;

/** Mutexes of several processes in one virtual time, which is the server's too. */
function mutexes() {
  const world = leaseWorld();
  const { time } = world.process('any');
  const underWay = new Set<Promise<unknown>>();
  /** Resolves when nothing is being asked of the server. */
  async function idle(): Promise<void> {
    await yieldToEventLoop();
    while (underWay.size > 0) {
      await Promise.allSettled(underWay);
      await yieldToEventLoop();
    }
  }
  return {
    now: () => time.monotonic(),
    /** `asked`: called whenever this process asks the server. */
    open: (mongo: Mongo, options: Partial<KeyedMutexOptions> = {}, asked: () => void = () => undefined) => {
      const run: Mongo['run'] = (...given) => {
        asked();
        const answer = mongo.run(...given);
        underWay.add(answer);
        const end = (): void => void underWay.delete(answer);
        answer.then(end, end);
        return answer;
      };
      return openMongoKeyedMutex({ mongo: { ...mongo, run }, keyed, time, fixed: time.monotonic, ...options });
    },
    /** Lets time pass, in steps of at most 5 ms after each of which all calls are waited for. */
    async pass(ms: number): Promise<void> {
      await idle();
      for (let left = ms; left > 0; left -= 5) {
        await world.pass(Math.min(left, 5));
        await idle();
      }
    },
  };
}

/** Work that goes on until it is told to end. `begun` resolves when it has its turn. */
function endless() {
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const work = (): Promise<void> => {
    begun.resolve();
    return end.promise;
  };
  return { work, begun: begun.promise, end: () => end.resolve() };
}

describe.skipIf(server === null)('what processes share through MongoDB', () => {
  const open: Mongo[] = [];
  const url = server?.database() ?? '';
  const process = (): Mongo => {
    const mongo = openMongo({ url, timeouts: PATIENT });
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

  test('open connections are limited over all processes, and those of a dead process count no more after a minute', async () => {
    let now = 1_800_000_000_000;
    const all = await Promise.all(
      [1, 2].map(() => {
        const mongo = process();
        return openMongoConnections({ mongo, keyed, mutex: openMongoKeyedMutex({ mongo, keyed }), now: () => now });
      }),
    );
    const [one, two] = all;
    const opened = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((id, index) => all[index % 2]?.open('ada', id, 3)));
    expect(opened.filter(Boolean)).toHaveLength(3);
    expect(await two?.open('bob', 'f', 1)).toBe(true);
    const [first = ''] = ['a', 'b', 'c', 'd', 'e'].filter((_, index) => opened[index]);
    await one?.close('ada', first);
    expect([await two?.open('ada', 'g', 3), await one?.open('ada', 'h', 3)]).toEqual([true, false]);
    now += 40_000;
    await two?.renew(['g']);
    now += 40_000;
    expect([await one?.open('ada', 'i', 2), await one?.open('ada', 'j', 2)]).toEqual([true, false]);
    expect(JSON.stringify(await process().db.collection('_connections').find({ key: 'ada' }).toArray())).toBe('[]');
  });

  test('work under the same key runs one after the other, over all processes', async () => {
    const [one, two] = [1, 2].map(() => openMongoKeyedMutex({ mongo: process(), keyed }));
    const watching = process();
    const steps: string[] = [];
    const work = (name: string) => async () => {
      steps.push(`${name} begins`);
      // Long enough for the others to begin meanwhile if they could.
      for (let turn = 0; turn < 3; turn += 1) await watching.run((db) => db.command({ ping: 1 }));
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
    const { open, pass } = mutexes();
    const dying = process();
    const one = open(dying, { holdMs: 600 });
    const [two, three] = [open(process(), { patienceMs: 0 }), open(process())];
    await expect(one('f', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    const { work, begun, end } = endless();
    const never = one('f', work);
    await begun;
    await dying.close();
    await pass(595);
    await expect(two('f', async () => 'too early')).rejects.toThrow(StoreUnavailable);
    const came = three('f', async () => 'came');
    await pass(100);
    expect(await came).toBe('came');
    end();
    await never;
  });

  test('a process that waits for a lock asks with growing pauses', async () => {
    const { open, pass, now } = mutexes();
    const at: number[] = [];
    const one = open(process());
    const two = open(process(), { patienceMs: 1_500 }, () => at.push(now()));
    const { work, begun, end } = endless();
    const working = one('slow', work);
    await begun;
    const refused = expect(two('slow', async () => 'too early')).rejects.toThrow(StoreUnavailable);
    await pass(2_000);
    await refused;
    expect(at.length).toBeLessThan(15);
    const pauses = at.slice(1).map((instant, index) => instant - (at[index] as number));
    expect(pauses.at(-1)).toBeGreaterThan(5 * (pauses[0] as number));
    end();
    await working;
  });

  test('work that takes longer than a claim lasts keeps its lock, up to a bound', async () => {
    const { open, pass } = mutexes();
    const one = open(process(), { holdMs: 150, longestMs: 1_500 });
    const two = open(process(), { patienceMs: 0 });
    const { work, begun, end } = endless();
    const working = one('long', work);
    await begun;
    for (let passed = 0; passed < 1_500; passed += 100) {
      await expect(two('long', async () => 'too early')).rejects.toThrow(StoreUnavailable);
      await pass(100);
    }
    expect(await two('long', async () => 'in the end')).toBe('in the end');
    end();
    await working;
  });

  test('the shared clock is started once, and one move waits at a time', async () => {
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

const NOW = '2026-11-20T16:00:00.000Z';

describe.skipIf(server === null)('places of one recipient', () => {
  const open: { close(): Promise<void> }[] = [];
  afterAll(async () => {
    for (const one of open.toReversed()) await one.close();
  });
  const url = server?.database() ?? '';
  /** A worker of its own, as far as places need one. */
  async function worker(): Promise<App> {
    const mongo: Mongo = openMongo({ url, timeouts: PATIENT });
    const vault = await openMongoVault({ mongo, masterKey: TEST_MASTER_KEY });
    open.push(mongo, vault);
    const mutex = openMongoKeyedMutex({ mongo, keyed: (key) => vault.keyed('shared', key) });
    return { ...secretsIn(vault), shared: { mutex, rateCounters: createRateCounters() } } as unknown as App;
  }
  const delivery = (n: number) => ({ id: `m-${n}`, state: { channel: 'mail' } }) as DueDelivery;

  test('are limited to ten a day with any number of workers, and stored without the address', { timeout: 60_000 }, async () => {
    const workers = await Promise.all([worker(), worker(), worker()]);
    const asked = Array.from({ length: 24 }, (_, n) =>
      takePlace(workers[n % 3] as App, delivery(n), n % 2 === 0 ? 'Kim@example.org' : 'kim+list@example.org', 'invitation', NOW),
    );
    const instants = (await Promise.all(asked)).toSorted();
    const days = ['2026-11-20T16:00:00.000Z', '2026-11-21T16:00:00.000Z', '2026-11-22T16:00:00.000Z'];
    expect(days.map((day) => instants.filter((at) => at === day).length)).toEqual([10, 10, 4]);
    const rows = await openMongoRows(url);
    expect(rows).toContain('m-0');
    expect(rows).not.toMatch(/kim/i);
  });
});

async function openMongoRows(url: string): Promise<string> {
  const mongo = openMongo({ url, timeouts: PATIENT });
  try {
    return JSON.stringify(await mongo.db.collection('vault_places').find().toArray());
  } finally {
    await mongo.close();
  }
}
