import { afterEach, expect, test } from 'vitest';
import { START } from '../../src/domain/kernel/event.ts';
import { createMeters } from '../../src/wiring/operations/meters.ts';
import { createTimekeeping, type Timekeeping } from '../../src/wiring/timekeeping.ts';
import { openTestApp, openTestStores } from '../support/app.ts';
import { fakeClock } from '../support/clock.ts';
import { leaseWorld, TTL_MS } from '../support/leases.ts';
import { memoryWorkSharing } from '../support/work-sharing.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/**
 * Processes of which one keeps the time, over one set of stores. Leases run out in the time of `world`, which passes
 * only when the test says so. In real time a test that is held up for longer than a lease lasts would lose the lease.
 */
async function processes() {
  const app = await openTestApp();
  ends.push(() => app.dispose());
  const world = leaseWorld();
  const note = (): void => undefined;
  const log = { info: note, warn: note, error: note };
  const sharing = memoryWorkSharing(() => 0);
  function start(holder: string): { timekeeping: Timekeeping; ticks: () => number; looks: () => number; die(): void } {
    let [ticks, looks] = [0, 0];
    const { leases, wake, die } = world.process(holder);
    const tick = async (): Promise<void> => {
      ticks += 1;
    };
    const own = openTestStores();
    const timekeeping = createTimekeeping({
      app,
      stores: own,
      clock: fakeClock('2026-11-20T16:00:00.000Z'),
      timekeeper: { tick, begin: tick },
      reactors: { start: async () => undefined, catchUp: async () => false, nextAt: () => null, stop: async () => undefined },
      nextAt: () => null,
      anchoring: {
        newAtStart: { after: START, through: START },
        settle: async () => undefined,
        isAccepted: () => false,
        forgetAcceptance: async () => undefined,
      },
      meters: createMeters(),
      log,
      leases: {
        ...leases,
        acquire: (name) => {
          looks += 1;
          return leases.acquire(name);
        },
      },
      sharing,
      lookMs: 10,
    });
    ends.push(
      () => own.dispose(),
      // Calls of a dead process that wait for the store end, too.
      () => Promise.all([wake(), timekeeping.stop()]),
    );
    void timekeeping.start();
    return { timekeeping, ticks: () => ticks, looks: () => looks, die };
  }
  return { start, world, sharing };
}

test('only the process that holds the lease runs due work', async () => {
  const { start, world } = await processes();
  const one = start('one');
  await expect.poll(() => one.timekeeping.isHeld()).toBe(true);
  await expect.poll(() => one.ticks()).toBeGreaterThan(0);
  const two = start('two');
  // It looks for the lease again and again, also after the lease would have expired if it were not renewed.
  await expect.poll(() => two.looks(), { interval: 5 }).toBeGreaterThan(10);
  await world.pass(3 * TTL_MS);
  const before = two.looks();
  await expect.poll(() => two.looks(), { interval: 5 }).toBeGreaterThan(before + 10);
  expect([one.timekeeping.isHeld(), two.timekeeping.isHeld(), two.ticks()]).toEqual([true, false, 0]);
});

test('shares of due work that a process has left behind are removed by the next one', async () => {
  const { start, sharing } = await processes();
  const share = { id: 'a', group: 'left', kind: 'task', at: '2026-11-20T16:00:00.000Z', position: '0', works: [] };
  await sharing.handOut([share]);
  const one = start('one');
  await expect.poll(() => one.ticks()).toBeGreaterThan(0);
  expect((await sharing.results('left')).size).toBe(0);
});

test('when this process ends, another takes over at once', async () => {
  const { start } = await processes();
  const [one] = [start('one')];
  await expect.poll(() => one.ticks()).toBeGreaterThan(0);
  const two = start('two');
  await one.timekeeping.stop();
  await expect.poll(() => two.timekeeping.isHeld()).toBe(true);
  await expect.poll(() => two.ticks()).toBeGreaterThan(0);
  expect(one.timekeeping.isHeld()).toBe(false);
});

test('when this process dies, another takes over after its lease has expired', async () => {
  const { start, world } = await processes();
  const one = start('one');
  await expect.poll(() => one.ticks()).toBeGreaterThan(0);
  const two = start('two');
  one.die();
  await world.pass(TTL_MS - 1);
  const before = two.looks();
  await expect.poll(() => two.looks(), { interval: 5 }).toBeGreaterThan(before + 10);
  expect([one.timekeeping.isHeld(), two.timekeeping.isHeld()]).toEqual([true, false]);
  await world.pass(1);
  await expect.poll(() => two.timekeeping.isHeld()).toBe(true);
  expect(one.timekeeping.isHeld()).toBe(false);
  await expect.poll(() => two.ticks()).toBeGreaterThan(0);
});

test('an operator can move the lease to another process', async () => {
  const { start } = await processes();
  const one = start('one');
  await expect.poll(() => one.timekeeping.isHeld()).toBe(true);
  const two = start('two');
  one.timekeeping.handOver();
  await expect.poll(() => two.timekeeping.isHeld()).toBe(true);
  expect(one.timekeeping.isHeld()).toBe(false);
});
