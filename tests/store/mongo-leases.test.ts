import { afterEach, describe, expect, it } from 'vitest';
import type { Lease } from '../../src/ports/leases.ts';
import { type Mongo, openMongo } from '../../src/store/mongo/connect.ts';
import { openLeases } from '../../src/store/mongo/leases.ts';
import { sharedMongo } from '../servers/shared.ts';

const server = await sharedMongo();
const url = server?.database() ?? '';
const opened: Mongo[] = [];
afterEach(async () => {
  for (const mongo of opened.splice(0)) await mongo.close();
});

const TTL_MS = 2_500;
const ASK_MS = 50;

function worker(holder: string) {
  const mongo = openMongo({ url });
  opened.push(mongo);
  const faults: unknown[] = [];
  const leases = openLeases(mongo, { holder, ttlMs: TTL_MS, renewMs: 300, onFault: (error) => faults.push(error) });
  return { mongo, leases, faults };
}

/** Asks again in intervals, as a worker does. Gives the lease, how long it took in milliseconds, and how often it asked. */
async function takenAtLast(take: () => Promise<Lease | null>): Promise<{ lease: Lease; ms: number; asked: number }> {
  const began = performance.now();
  for (let asked = 1; ; asked += 1) {
    const lease = await take();
    if (lease) return { lease, ms: performance.now() - began, asked };
    await new Promise((resolve) => setTimeout(resolve, ASK_MS));
  }
}

describe.skipIf(server === null)(`leases on ${server?.name}, by the server’s time`, { timeout: 30_000 }, () => {
  it('last as long as they are renewed, and move when their holder is gone', async () => {
    const [ann, bob] = [worker('ann'), worker('bob')];
    const lease = await ann.leases.acquire('tasks');
    const gone = new Promise<void>((resolve) => lease?.lost.addEventListener('abort', () => resolve()));
    await new Promise((resolve) => setTimeout(resolve, TTL_MS + 1_000));
    expect(lease?.lost.aborted).toBe(false);
    expect(await bob.leases.acquire('tasks')).toBeNull();
    expect(await bob.leases.list()).toMatchObject([{ name: 'tasks', holder: 'ann' }]);
    await ann.mongo.close();
    const { lease: next, ms, asked } = await takenAtLast(() => bob.leases.acquire('tasks'));
    await gone;
    expect(next.token).toBeGreaterThan(lease?.token ?? 0);
    expect(ms).toBeGreaterThan(TTL_MS / 3);
    expect(asked).toBeLessThan((TTL_MS + 2_000) / ASK_MS);
    expect(ann.faults).not.toEqual([]);
    await bob.leases.close();
  });

  it('are given to one of many that ask at once, also at the moment they run out', async () => {
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

  it('list the processes at work', async () => {
    const [eve, dan] = [worker('eve'), worker('dan')];
    await eve.leases.heartbeat();
    expect(await dan.leases.heartbeat()).toEqual({ workers: 2, handoverRequested: [] });
    await eve.leases.close();
    expect((await dan.leases.heartbeat()).workers).toBe(1);
  });
});
