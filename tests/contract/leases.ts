import { describe, expect, it } from 'vitest';
import type { Lease } from '../../src/ports/coordination.ts';
import type { LeaseRows } from '../../src/store/leases.ts';
import { leaseWorld, RENEW_MS, TTL_MS } from '../support/leases.ts';

const AVOID_MS = 15_000;
const held = (lease: Lease | null): Lease => {
  if (lease === null) throw new Error('The lease was not given.');
  return lease;
};

/** `rowsAt`: where leases are kept, empty at first, given the server's time. */
export function leasesContract(rowsAt: (now: () => Date) => LeaseRows): void {
  const open = () => leaseWorld(rowsAt);

  describe('taking', () => {
    it('gives a name to one process at a time, and to another only after its release', async () => {
      const { process } = open();
      const [ann, bob] = [process('ann'), process('bob')];
      const lease = held(await ann.leases.acquire('tasks'));
      expect(lease.name).toBe('tasks');
      expect(await bob.leases.acquire('tasks')).toBeNull();
      expect(held(await bob.leases.acquire('days')).lost.aborted).toBe(false);
      await lease.release();
      expect(lease.lost.aborted).toBe(true);
      expect(held(await bob.leases.acquire('tasks')).token).toBeGreaterThan(lease.token);
    });

    it('gives it to one of many that ask at once', async () => {
      const { process } = open();
      const all = Array.from({ length: 8 }, (_, n) => process(`p${n}`));
      const taken = await Promise.all(all.map(({ leases }) => leases.acquire('tasks')));
      expect(taken.filter((lease) => lease !== null)).toHaveLength(1);
    });

    it('refuses a name that the same process already holds', async () => {
      const { process } = open();
      const { leases } = process('ann');
      const both = await Promise.all([leases.acquire('tasks'), leases.acquire('tasks')]);
      expect(both.filter((lease) => lease !== null)).toHaveLength(1);
      expect(await leases.acquire('tasks')).toBeNull();
    });

    it('increases the token of a name each time, whoever takes and releases it', async () => {
      const { process } = open();
      const [ann, bob] = [process('ann'), process('bob')];
      const tokens: number[] = [];
      for (const { leases } of [ann, bob, ann, ann]) {
        const lease = held(await leases.acquire('tasks'));
        tokens.push(lease.token);
        await lease.release();
        await lease.release();
      }
      expect(tokens).toEqual([...new Set(tokens)].toSorted((a, b) => a - b));
      expect(tokens[0]).toBeGreaterThan(0);
    });

    it('gives the lease again with a greater token if the first answer was lost', async () => {
      const { process } = open();
      const [ann, bob] = [process('ann'), process('bob')];
      ann.cut('answers');
      await expect(ann.leases.acquire('tasks')).rejects.toThrow('lost');
      expect(await bob.leases.acquire('tasks')).toBeNull();
      ann.cut(null);
      const given = await bob.leases.list();
      expect(held(await ann.leases.acquire('tasks')).token).toBeGreaterThan(given[0]?.token ?? Number.POSITIVE_INFINITY);
    });
  });

  describe('keeping', () => {
    it('renews all leases until they are released', async () => {
      const { process, pass } = open();
      const [ann, bob] = [process('ann'), process('bob')];
      const leases = await Promise.all(['a', 'b', 'c'].map((name) => ann.leases.acquire(name)));
      await pass(10 * TTL_MS);
      expect(leases.map((lease) => held(lease).lost.aborted)).toEqual([false, false, false]);
      expect(await bob.leases.acquire('b')).toBeNull();
      await held(leases[1] ?? null).release();
      await pass(10 * TTL_MS);
      expect(await bob.leases.acquire('a')).toBeNull();
      expect(await bob.leases.acquire('b')).not.toBeNull();
    });

    it('gives the lease of a process that died to another after its time is over', async () => {
      const { process, pass } = open();
      const [ann, bob] = [process('ann'), process('bob')];
      const lease = held(await ann.leases.acquire('tasks'));
      await pass(RENEW_MS);
      ann.die();
      await pass(TTL_MS - 1);
      expect(await bob.leases.acquire('tasks')).toBeNull();
      await pass(1);
      expect(held(await bob.leases.acquire('tasks')).token).toBeGreaterThan(lease.token);
    });

    it('is given for a short time among several workers whose store is fast', async () => {
      const { process, pass } = open();
      const [ann, bob] = [process('ann', { measured: true }), process('bob', { measured: true })];
      for (const { leases } of [ann, bob, ann]) await leases.heartbeat();
      held(await ann.leases.acquire('tasks'));
      await pass(10 * TTL_MS);
      expect(await bob.leases.acquire('tasks')).toBeNull();
      ann.die();
      await pass(2_000);
      expect(await bob.leases.acquire('tasks')).not.toBeNull();
    });

    it('is given for longer, and keeps its holder, when the store becomes slow', async () => {
      const { process, pass, slow } = open();
      const [ann, bob] = [process('ann', { measured: true }), process('bob', { measured: true })];
      for (const { leases } of [ann, bob, ann]) await leases.heartbeat();
      const lease = held(await ann.leases.acquire('tasks'));
      for (const ms of [800, 1_200, 1_800]) {
        slow(ms);
        await pass(60_000);
        expect(lease.lost.aborted).toBe(false);
      }
      slow(0);
      expect(await bob.leases.acquire('tasks')).toBeNull();
    });

    it('survives errors that end in time', async () => {
      const { process, pass } = open();
      const ann = process('ann');
      const lease = held(await ann.leases.acquire('tasks'));
      ann.cut('calls');
      await pass(TTL_MS - RENEW_MS);
      ann.cut(null);
      await pass(10 * TTL_MS);
      expect(lease.lost.aborted).toBe(false);
      expect(ann.faults).not.toEqual([]);
    });

    it.each(['calls', 'answers'] as const)(
      'ends by the process’s own clock, with an immediate signal, if %s do not arrive',
      async (what) => {
        const { process, pass } = open();
        const [ann, bob] = [process('ann'), process('bob')];
        const lease = held(await ann.leases.acquire('tasks'));
        let told = 0;
        lease.lost.addEventListener('abort', () => {
          told = ann.time.monotonic();
        });
        ann.cut(what);
        await pass(TTL_MS - 1);
        expect(lease.lost.aborted).toBe(false);
        await pass(1);
        expect(told).toBe(TTL_MS);
        // A renewal may have arrived without an answer.
        await pass(TTL_MS);
        const next = held(await bob.leases.acquire('tasks'));
        ann.cut(null);
        await pass(2 * TTL_MS);
        expect(await ann.leases.acquire('tasks')).toBeNull();
        expect(next.lost.aborted).toBe(false);
      },
    );
  });

  describe('being suspended', () => {
    it('loses the lease before the process does anything else, if it took too long', async () => {
      const { process, pass } = open();
      const [ann, bob] = [process('ann'), process('bob')];
      const lease = held(await ann.leases.acquire('tasks'));
      ann.stop();
      await pass(TTL_MS);
      const next = held(await bob.leases.acquire('tasks'));
      expect(lease.lost.aborted).toBe(true);
      await ann.wake();
      await lease.release();
      await pass(2 * TTL_MS);
      expect(next.lost.aborted).toBe(false);
      expect(await ann.leases.acquire('tasks')).toBeNull();
    });

    it('does not get a lease if the answer came after the lease expired', async () => {
      const { process, pass } = open();
      const [ann, bob] = [process('ann'), process('bob')];
      const taking = ann.leases.acquire('tasks');
      ann.stop();
      await pass(TTL_MS);
      await ann.wake();
      expect(await taking).toBeNull();
      expect(await bob.leases.acquire('tasks')).not.toBeNull();
    });

    it('does not prevent the same process from taking the lease again', async () => {
      const { process, pass } = open();
      const ann = process('ann');
      const { token } = held(await ann.leases.acquire('tasks'));
      ann.stop();
      await pass(TTL_MS);
      await ann.wake();
      const again = held(await ann.leases.acquire('tasks'));
      expect(again.token).toBeGreaterThan(token);
      await pass(10 * TTL_MS);
      expect(again.lost.aborted).toBe(false);
    });

    it('keeps the lease if it was short', async () => {
      const { process, pass } = open();
      const ann = process('ann');
      const lease = held(await ann.leases.acquire('tasks'));
      ann.stop();
      await pass(TTL_MS - 1);
      await ann.wake();
      await pass(10 * TTL_MS);
      expect(lease.lost.aborted).toBe(false);
    });
  });

  describe('handing over', () => {
    it('counts the processes that were seen lately', async () => {
      const { process, pass } = open();
      const [ann, bob, eve] = [process('ann'), process('bob'), process('eve')];
      for (const { leases } of [ann, bob, eve]) await leases.heartbeat();
      expect(await ann.leases.heartbeat()).toEqual({ workers: 3, handoverRequested: [], holders: new Map(), nextExpiryMs: null });
      await bob.leases.close();
      expect((await ann.leases.heartbeat()).workers).toBe(2);
      await pass(TTL_MS);
      expect((await ann.leases.heartbeat()).workers).toBe(1);
    });

    it('counts a process that holds leases, and none that holds one without being a worker', async () => {
      const { process, pass } = open();
      const [ann, bob, eve] = [process('ann'), process('bob'), process('eve')];
      for (const { leases } of [ann, bob]) await leases.heartbeat();
      held(await ann.leases.acquire('tasks'));
      held(await eve.leases.acquire('days'));
      expect((await bob.leases.heartbeat()).workers).toBe(2);
      ann.die();
      await pass(TTL_MS);
      expect((await bob.leases.heartbeat()).workers).toBe(1);
    });

    it('tells when the first lease of another process expires', async () => {
      const { process, pass } = open();
      const [ann, bob] = [process('ann'), process('bob')];
      held(await ann.leases.acquire('tasks'));
      ann.die();
      await pass(RENEW_MS);
      held(await bob.leases.acquire('days'));
      expect((await bob.leases.heartbeat()).nextExpiryMs).toBe(TTL_MS - RENEW_MS);
      await pass(TTL_MS - RENEW_MS);
      expect((await bob.leases.heartbeat()).nextExpiryMs).toBeNull();
    });

    it('asks the holder, who releases, and gives the lease to another process first', async () => {
      const { process, pass } = open();
      const [ann, bob] = [process('ann'), process('bob')];
      const lease = held(await ann.leases.acquire('tasks'));
      await bob.leases.requestHandover('tasks');
      await bob.leases.requestHandover('nothing of that name');
      expect((await bob.leases.heartbeat()).handoverRequested).toEqual([]);
      expect(await ann.leases.heartbeat()).toMatchObject({ handoverRequested: ['tasks'], holders: new Map([['tasks', 'ann']]) });
      await lease.release();
      expect(await ann.leases.acquire('tasks')).toBeNull();
      const next = held(await bob.leases.acquire('tasks'));
      expect((await bob.leases.heartbeat()).handoverRequested).toEqual([]);
      await next.release();
      expect(await ann.leases.acquire('tasks')).not.toBeNull();
      await pass(0);
    });

    it('gives the lease back to the former holder when no other process takes it', async () => {
      const { process, pass } = open();
      const ann = process('ann');
      const lease = held(await ann.leases.acquire('tasks'));
      await ann.leases.requestHandover('tasks');
      await lease.release();
      await pass(AVOID_MS);
      expect(await ann.leases.acquire('tasks')).not.toBeNull();
    });

    it('lists who holds what, and until when', async () => {
      const { process, pass } = open();
      const [ann, bob] = [process('ann'), process('bob')];
      await bob.leases.acquire('b');
      const { token } = held(await ann.leases.acquire('a'));
      expect(await ann.leases.list()).toMatchObject([
        { name: 'a', holder: 'ann', token, expires_at: '2026-11-20T16:00:06.000Z' },
        { name: 'b', holder: 'bob' },
      ]);
      bob.die();
      await pass(TTL_MS);
      expect((await ann.leases.list()).map(({ name }) => name)).toEqual(['a']);
    });

    it('releases everything when it is closed, and takes nothing afterwards', async () => {
      const { process } = open();
      const [ann, bob] = [process('ann'), process('bob')];
      const leases = await Promise.all(['a', 'b'].map((name) => ann.leases.acquire(name)));
      await ann.leases.close();
      expect(leases.map((lease) => held(lease).lost.aborted)).toEqual([true, true]);
      expect(await ann.leases.acquire('c')).toBeNull();
      for (const name of ['a', 'b', 'c']) expect(await bob.leases.acquire(name)).not.toBeNull();
    });
  });
}
