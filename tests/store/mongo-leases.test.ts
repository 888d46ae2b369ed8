import { afterEach, describe, expect, it } from 'vitest';
import type { Lease, Leases } from '../../src/ports/coordination.ts';
import { type Mongo, openMongo } from '../../src/store/mongo/connect.ts';
import { openLeases } from '../../src/store/mongo/leases.ts';
import { PATIENT } from '../servers/mongodb/server.ts';
import { sharedMongo } from '../servers/shared.ts';

const server = await sharedMongo();
const url = server?.database() ?? '';
const opened: Mongo[] = [];
afterEach(async () => {
  for (const mongo of opened.splice(0)) await mongo.close();
});

/** Real time, since the server's clock counts: longer than this process is held up on a busy machine. */
const TTL_MS = 5_000;
const ASK_MS = 50;

function worker(holder: string) {
  const mongo = openMongo({ url, timeouts: PATIENT });
  opened.push(mongo);
  const faults: unknown[] = [];
  const leases = openLeases(mongo, { holder, ttlMs: TTL_MS, renewMs: 300, onFault: (error) => faults.push(error) });
  return { mongo, leases, faults };
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, ASK_MS));

/** Asks again in intervals, as a worker does. Gives the lease, and how often it asked. */
async function takenAtLast(take: () => Promise<Lease | null>): Promise<{ lease: Lease; asked: number }> {
  for (let asked = 1; ; asked += 1) {
    const lease = await take();
    if (lease) return { lease, asked };
    await pause();
  }
}

/** When the lease expires if it is not renewed any more, by the server's clock in milliseconds; null if nobody holds it. */
async function expiryOf(leases: Leases, name: string): Promise<number | null> {
  const row = (await leases.list()).find((each) => each.name === name);
  return row ? Date.parse(row.expires_at) : null;
}

describe.skipIf(server === null)(`leases on ${server?.name}, by the server’s time`, { timeout: 60_000 }, () => {
  it('last as long as they are renewed, and move when their holder is gone', async () => {
    const [ann, bob] = [worker('ann'), worker('bob')];
    const lease = await ann.leases.acquire('tasks');
    const gone = new Promise<void>((resolve) => lease?.lost.addEventListener('abort', () => resolve()));
    const first = (await expiryOf(bob.leases, 'tasks')) ?? Number.NaN;
    // It goes on for longer than it was given for at first.
    while (((await expiryOf(bob.leases, 'tasks')) ?? Number.POSITIVE_INFINITY) < first + TTL_MS + 1_000) await pause();
    expect(lease?.lost.aborted).toBe(false);
    expect(await bob.leases.acquire('tasks')).toBeNull();
    expect(await bob.leases.list()).toMatchObject([{ name: 'tasks', holder: 'ann' }]);
    await ann.mongo.close();
    const last = (await expiryOf(bob.leases, 'tasks')) ?? 0;
    const { lease: next, asked } = await takenAtLast(() => bob.leases.acquire('tasks'));
    await gone;
    expect(next.token).toBeGreaterThan(lease?.token ?? 0);
    // Bob did not get it before Ann's had expired by the server's clock.
    expect(((await expiryOf(bob.leases, 'tasks')) ?? Number.NaN) - TTL_MS).toBeGreaterThanOrEqual(last);
    expect(asked).toBeLessThan((TTL_MS + 2_000) / ASK_MS);
    expect(ann.faults).not.toEqual([]);
    await bob.leases.close();
  });

  it('are given to one of many simultaneous requests, also at the moment they expire', async () => {
    const all = Array.from({ length: 8 }, (_, n) => worker(`p${n}`));
    const tokens: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const taken = await Promise.all(all.map(({ leases }) => leases.acquire('days')));
      const given = taken.filter((lease) => lease !== null);
      expect(given).toHaveLength(1);
      tokens.push(...given.map(({ token }) => token));
      await given[0]?.release();
    }
    expect(tokens).toEqual([...new Set(tokens)].toSorted((a, b) => a - b));
  });

  it('have tokens that grow even after the rows were lost', async () => {
    const [ann, bob] = [worker('ann'), worker('bob')];
    const lease = await ann.leases.acquire('weeks');
    await ann.mongo.db.collection('_leases').deleteMany({});
    expect((await bob.leases.acquire('weeks'))?.token).toBeGreaterThan(lease?.token ?? Number.POSITIVE_INFINITY);
  });

  it('list the running processes', async () => {
    const [eve, dan] = [worker('eve'), worker('dan')];
    await eve.leases.heartbeat();
    expect(await dan.leases.heartbeat()).toMatchObject({ workers: 2, handoverRequested: [] });
    // What it holds is renewed, and shows that it lives without a heartbeat.
    await eve.leases.acquire('months');
    await eve.mongo.db.collection('_workers').deleteMany({});
    await eve.leases.heartbeat();
    expect(await eve.mongo.db.collection('_workers').countDocuments()).toBe(0);
    expect((await dan.leases.heartbeat()).workers).toBe(2);
    await eve.leases.close();
    expect((await dan.leases.heartbeat()).workers).toBe(1);
  });
});
