import { afterEach, expect, test } from 'vitest';
import { createLeases, type LeaseTime, REAL_TIME } from '../../src/store/leases.ts';
import { createMeters } from '../../src/wiring/operations/meters.ts';
import { createTimekeeping, type Timekeeping } from '../../src/wiring/timekeeping.ts';
import { openTestApp } from '../support/app.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { memoryLeaseRows } from '../support/lease-rows.ts';
import { openTestStores } from '../support/stores.ts';

const TIMES = { ttlMs: 400, renewMs: 100 };
const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** Processes of which one keeps the time, over one set of stores. */
async function processes() {
  const app = await openTestApp();
  ends.push(() => app.dispose());
  const rows = memoryLeaseRows(() => new Date());
  const logged: string[] = [];
  const note = (_fields: object, message: string): void => void logged.push(message);
  const log = { info: note, warn: note, error: note };
  function start(holder: string): { timekeeping: Timekeeping; ticks: () => number; looks: () => number; die(): void } {
    let [ticks, looks, dead] = [0, 0, false];
    const never = new Promise<never>(() => undefined);
    const time: LeaseTime = { ...REAL_TIME, sleep: (ms, signal) => (dead ? never : REAL_TIME.sleep(ms, signal)) };
    const alive = new Proxy(rows, {
      get: (target, name: keyof typeof rows) => {
        if (name === 'acquire') looks += 1;
        return dead ? () => never : target[name];
      },
    });
    const leases = createLeases(alive, time, { holder, ...TIMES });
    const own = openTestStores();
    const timekeeping = createTimekeeping({
      app,
      stores: own,
      clock: fakeClock('2026-11-20T16:00:00.000Z'),
      timekeeper: {
        tick: async () => {
          ticks += 1;
        },
      },
      reactors: { start: async () => undefined, catchUp: async () => false, stop: async () => undefined },
      meters: createMeters(),
      log,
      leases,
      lookMs: 10,
    });
    ends.push(
      () => own.dispose(),
      () => (dead ? Promise.resolve() : timekeeping.stop()),
    );
    void timekeeping.start();
    return {
      timekeeping,
      ticks: () => ticks,
      looks: () => looks,
      die: () => {
        dead = true;
      },
    };
  }
  return { start, logged };
}

test('only the process that holds the lease runs due work', async () => {
  const { start } = await processes();
  const one = start('one');
  await expect.poll(() => one.timekeeping.isHeld()).toBe(true);
  await expect.poll(() => one.ticks()).toBeGreaterThan(0);
  const two = start('two');
  // It has looked for the lease again and again.
  await expect.poll(() => two.looks(), { interval: 5, timeout: 9_000 }).toBeGreaterThan(20);
  expect([one.timekeeping.isHeld(), two.timekeeping.isHeld(), two.ticks()]).toEqual([true, false, 0]);
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
  const { start } = await processes();
  const one = start('one');
  await expect.poll(() => one.ticks()).toBeGreaterThan(0);
  const two = start('two');
  one.die();
  await expect.poll(() => two.timekeeping.isHeld(), { timeout: 3_000 }).toBe(true);
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
