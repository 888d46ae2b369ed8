import { expect, test } from 'vitest';
import { StoreUnavailable } from '../../src/domain/kernel/event-store.ts';
import { ACCOUNTS, HEAD, KEEP_MS, piecesOf, setUp, WRITTEN } from '../support/due-sharing.ts';

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
