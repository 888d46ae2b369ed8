import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { StoreUnavailable } from '../../src/domain/kernel/event-store.ts';
import { createHandingOut } from '../../src/jobs/handing-out.ts';
import { createHelping } from '../../src/jobs/helping.ts';
import { createScheduler } from '../../src/jobs/scheduler.ts';
import type { DueWork } from '../../src/ports/due-work.ts';
import { fakeClock } from '../support/clock.ts';
import { leaseWorld } from '../support/leases.ts';
import { memoryWorkSharing } from '../support/work-sharing.ts';

const AT = '2026-11-20T12:00:00.000Z';
const HEAD = '00000000000000000009';
const WRITTEN = '00000000000000000010';
const KEEP_MS = 2_000;
/** A share takes half a second, so the other worker looks for one before all are done. */
const PIECE_MS = 250;
const STEP_MS = 50;
const ACCOUNTS = 300;

/** Two pieces of each account, all due at the same instant. */
const piecesOf = (accounts: number, kind = 'task'): readonly DueWork[] =>
  Array.from({ length: 2 * accounts }, (_, index) => ({ kind, id: `${index}`, owner: `u${index % accounts}`, next_at: AT }));

/**
 * The worker that keeps the order of due work and one that helps it. Time passes only when the test says so, What is done
 * leaves the queue at once.
 */
function setUp({ workers = 2 } = {}) {
  const world = leaseWorld();
  const server = world.process('server');
  const sharing = memoryWorkSharing(server.time.monotonic);
  const calls = { handedOut: 0, ended: 0 };
  const counted = {
    ...sharing,
    handOut: (shares: Parameters<typeof sharing.handOut>[0]) => {
      calls.handedOut += 1;
      return sharing.handOut(shares);
    },
    end: (groups: readonly string[]) => {
      calls.ended += 1;
      return behaviour.end?.(groups) ?? sharing.end(groups);
    },
  };
  let queue: readonly DueWork[] = [];
  const reads: number[] = [];
  const logged: { event: string; fields: object }[] = [];
  const note = (fields: object, event: string): void => void logged.push({ fields, event });
  const log = { info: note, warn: note, error: note };
  const behaviour: {
    run?: (name: 'keeper' | 'helper', work: DueWork) => Promise<void> | undefined;
    late?: boolean;
    end?: (groups: readonly string[]) => Promise<void> | undefined;
    may?: () => boolean;
  } = {};

  const drop = (work: DueWork): void => {
    queue = queue.filter(({ id, kind }) => id !== work.id || kind !== work.kind);
  };
  function processOf(name: 'keeper' | 'helper') {
    const { time, die } = world.process(name);
    const clock = fakeClock(AT);
    const done: DueWork[] = [];
    const waited: string[] = [];
    const app = {
      clock,
      store: { head: async () => HEAD },
      waitForReadModels: async (position: string) => {
        waited.push(position);
        if (name === 'helper' && behaviour.late) throw new StoreUnavailable('It is late.');
      },
    } as unknown as App;
    const run = async (work: DueWork): Promise<string | null> => {
      await time.sleep(PIECE_MS, new AbortController().signal);
      await behaviour.run?.(name, work);
      if (!queue.some(({ id, kind }) => id === work.id && kind === work.kind)) return null;
      done.push(work);
      drop(work);
      return WRITTEN;
    };
    return { app, time, die, clock, done, waited, run };
  }

  const [keeper, helper] = [processOf('keeper'), processOf('helper')];
  const keepMs = (): number => KEEP_MS;
  const isHandedOut = (kind: string): boolean => kind !== 'review';
  const handingOut = createHandingOut({
    ...{ sharing: counted, store: keeper.app.store, run: keeper.run, log, workers: () => workers, isHandedOut, keepMs, time: keeper.time },
  });
  const scheduler = createScheduler({
    app: keeper.app,
    log,
    run: keeper.run,
    may: () => behaviour.may?.() ?? true,
    handingOut,
    dueQueue: async (_, limit) => {
      reads.push(limit);
      return { works: queue.slice(0, limit), later: null };
    },
  });
  const helping = createHelping({
    ...{ app: helper.app, sharing, run: helper.run, keepMs, log, time: helper.time },
    kinds: ['task', 'deliver'],
    mayHelp: () => workers > 1,
    refreshClock: async () => undefined,
    describe: (error) => `Told: ${String(error)}`,
  });
  helping.start();

  /** Lets time pass until the work has ended. */
  async function ended(work: Promise<void>): Promise<void> {
    let isOver = false;
    const over = (): void => {
      isOver = true;
    };
    work.then(over, over);
    await yieldToEventLoop();
    while (!isOver) await world.pass(STEP_MS);
    await work;
  }
  return {
    ...{ sharing, calls, reads, logged, behaviour, keeper, helper, helping, scheduler, drop },
    put: (works: readonly DueWork[]): void => {
      queue = works;
    },
    left: () => queue.length,
    runDue: () => ended(scheduler.runDue(AT)),
    all: () => [...keeper.done, ...helper.done].map(({ id }) => Number(id)).toSorted((a, b) => a - b),
  };
}

const everything = Array.from({ length: 2 * ACCOUNTS }, (_, index) => index);

test('much work of one instant is done by several workers, each piece once, and that of an account in its order in one of them', async () => {
  const { put, runDue, keeper, helper, all, logged, sharing } = setUp();
  put(piecesOf(ACCOUNTS));
  await runDue();
  expect(all()).toEqual(everything);
  for (const { done } of [keeper, helper]) {
    expect(done.length).toBeGreaterThan(100);
    for (const works of Map.groupBy(done, ({ owner }) => owner).values()) {
      expect(works).toHaveLength(2);
      expect(Number(works[0]?.id)).toBeLessThan(Number(works[1]?.id));
    }
  }
  expect(logged).toEqual([{ event: 'due_work.shared', fields: { kind: 'task', pieces: 2 * ACCOUNTS, elsewhere: helper.done.length } }]);
  // The helper reads what came before, and the next instant waits for what the helper wrote.
  expect([helper.waited[0], keeper.waited.at(-1)]).toEqual([HEAD, WRITTEN]);
  expect(await sharing.take({}, KEEP_MS)).toBeNull();
});

test('more is read at once for more workers', async () => {
  const { put, runDue, reads } = setUp({ workers: 3 });
  put(piecesOf(ACCOUNTS));
  await runDue();
  expect(Math.max(...reads)).toBe(1_500);
});

test.each([
  ['there is one worker', { workers: 1 }, piecesOf(ACCOUNTS)],
  ['few accounts have work', {}, piecesOf(128)],
  ['it only begins work that goes on beside the queue', {}, piecesOf(ACCOUNTS, 'review')],
])('nothing is handed out if %s', async (_, options, works) => {
  const { put, runDue, calls, keeper, left, reads } = setUp(options);
  put(works);
  await runDue();
  expect([calls.handedOut, keeper.done.length, left()]).toEqual([0, works.length, 0]);
  if (works.length > 500) expect(Math.max(...reads)).toBe('workers' in options || works[0]?.kind === 'review' ? 500 : 1_000);
});

test('what a killed helper had not done is done by the other worker once its time is over', async () => {
  const { put, runDue, behaviour, keeper, helper, all } = setUp();
  put(piecesOf(ACCOUNTS));
  let count = 0;
  behaviour.run = (name) => {
    count += name === 'helper' ? 1 : 0;
    if (count === 90) helper.die();
    // It ends in the middle of its pieces.
    return name === 'helper' && count >= 90 ? new Promise(() => undefined) : undefined;
  };
  await runDue();
  expect(all()).toEqual(everything);
  expect(helper.done.length).toBeGreaterThan(60);
  expect(keeper.done.length).toBeGreaterThan(everything.length - 100);
});

test('a share whose pieces take longer than the time for which it is taken is done once', async () => {
  const { put, runDue, behaviour, helper, all } = setUp();
  put(piecesOf(ACCOUNTS));
  const begun: string[] = [];
  behaviour.run = async (name, { id }) => {
    begun.push(id);
    if (name === 'helper') await helper.time.sleep(3 * KEEP_MS, new AbortController().signal);
  };
  await runDue();
  expect(helper.done.length).toBeGreaterThan(0);
  expect([all(), begun.length]).toEqual([everything, everything.length]);
});

test('what another process removed is read again and done', async () => {
  const { put, runDue, behaviour, sharing, helper, keeper, all, logged } = setUp();
  put(piecesOf(ACCOUNTS));
  let isFirst = true;
  behaviour.run = async (name) => {
    if (name === 'helper' && isFirst) await sharing.clear();
    isFirst &&= name !== 'helper';
  };
  await runDue();
  expect(all()).toEqual(everything);
  expect([helper.done.length > 0, keeper.done.length > 0, logged.filter(({ event }) => event === 'due_work.failed')]).toEqual([
    true,
    true,
    [],
  ]);
});

test('a piece that fails elsewhere is set aside like every other, with what the other worker says of it', async () => {
  const { put, runDue, behaviour, logged, scheduler, left } = setUp();
  put(piecesOf(ACCOUNTS));
  let fails = 0;
  behaviour.run = async (name) => {
    if (name === 'helper' && fails < 1) {
      fails += 1;
      throw new RangeError('not now');
    }
  };
  await runDue();
  const failed = logged.filter(({ event }) => event === 'due_work.failed').map(({ fields }) => String(Reflect.get(fields, 'err')));
  expect(failed).toEqual(['Error: Told: RangeError: not now']);
  expect([scheduler.aside(), left()]).toEqual([1, 1]);
});

test('a piece for which nothing was left elsewhere makes the next look wait for everything in the log', async () => {
  const { put, runDue, behaviour, keeper, helper, drop } = setUp();
  put(piecesOf(ACCOUNTS));
  let isFirst = true;
  behaviour.run = async (name, work) => {
    // A request has done it meanwhile.
    if (name === 'helper' && isFirst) drop(work);
    isFirst &&= name !== 'helper';
  };
  await runDue();
  expect(keeper.done.length + helper.done.length).toBe(2 * ACCOUNTS - 1);
  expect(keeper.waited).toContain(HEAD);
});

test('a helper gives back what it cannot do: its read models are late, its clock is behind, or its store is away', async () => {
  const late = setUp();
  late.behaviour.late = true;
  const behind = setUp();
  behind.helper.app.clock.now = () => '2026-11-20T11:59:59.000Z';
  const away = setUp();
  away.behaviour.run = async (name) => {
    if (name === 'helper') throw new StoreUnavailable('It is away.');
  };
  for (const { put, runDue, keeper, helper, scheduler, logged } of [late, behind, away]) {
    put(piecesOf(ACCOUNTS));
    await runDue();
    expect([keeper.done.length, helper.done.length, scheduler.aside(), logged]).toEqual([2 * ACCOUNTS, 0, 0, []]);
    expect(helper.waited).toEqual([HEAD]);
  }
});

test('a helper that ends gives back its share at once, also when its pieces hang', async () => {
  for (const hangs of [false, true]) {
    const { put, runDue, behaviour, helping, helper, all } = setUp();
    put(piecesOf(ACCOUNTS));
    const [begun, given]: [number[], number[]] = [[], []];
    behaviour.run = (name) => {
      if (name === 'keeper') return undefined;
      begun.push(helper.time.monotonic());
      if (begun.length === 1) void helping.stop().then(() => given.push(helper.time.monotonic()));
      return hangs ? new Promise(() => undefined) : undefined;
    };
    await runDue();
    expect([helper.done.length, begun.length, all()]).toEqual([hangs ? 0 : 64, 64, everything]);
    const [first, last] = [begun[0] as number, given[0] as number];
    expect(last - first).toBe(hangs ? 500 : 0);
  }
});

test('a worker that may no longer keep the order waits for nobody, and what it handed out is removed', async () => {
  const { put, runDue, behaviour, sharing, left } = setUp();
  put(piecesOf(ACCOUNTS));
  let may = true;
  behaviour.may = () => may;
  behaviour.run = (name) => {
    if (name === 'keeper') return undefined;
    may = false;
    return new Promise(() => undefined);
  };
  await runDue();
  expect(left()).toBeGreaterThan(0);
  expect(await sharing.take({}, KEEP_MS)).toBeNull();
});

test('a group that could not be removed is removed before the next one', async () => {
  const { put, runDue, behaviour, calls, sharing } = setUp();
  put(piecesOf(ACCOUNTS));
  behaviour.end = () => (calls.ended === 1 ? Promise.reject(new StoreUnavailable('It is away.')) : undefined);
  await runDue();
  put(piecesOf(ACCOUNTS));
  await runDue();
  expect([calls.handedOut, calls.ended]).toEqual([2, 3]);
  expect(await sharing.take({}, KEEP_MS)).toBeNull();
});
