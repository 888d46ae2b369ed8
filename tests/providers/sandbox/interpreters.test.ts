import { describe, expect, test } from 'vitest';
import type { Child } from '../../../src/providers/sandbox/child.ts';
import { Interpreters } from '../../../src/providers/sandbox/interpreters.ts';
import { cpuTimer } from '../../../src/providers/sandbox/serving.ts';

const never = new AbortController().signal;
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Interpreters that start and end when the test says so. */
function stage() {
  const started: { readonly name: string; ended: boolean; ready(): void; fail(error: Error): void }[] = [];
  const names = new Map<Child, string>();
  const timers: { readonly ms: number; readonly work: () => void; cancelled: boolean }[] = [];
  const start = (): Child => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const one = { name: `interpreter ${started.length + 1}`, ended: false, ready: resolve, fail: reject };
    started.push(one);
    const child: Child = {
      ready: promise,
      get hasEnded() {
        return one.ended;
      },
      run: () => Promise.reject(new Error('Nothing is run here.')),
      async end() {
        one.ended = true;
      },
    };
    names.set(child, one.name);
    return child;
  };
  const schedule = (ms: number, work: () => void): (() => void) => {
    const timer = { ms, work, cancelled: false };
    timers.push(timer);
    return () => {
      timer.cancelled = true;
    };
  };
  const interpreters = new Interpreters({ start, idleMs: 5_000, schedule });
  const taken = async (signal = never) => names.get(await interpreters.take(signal));
  const due = () => timers.filter(({ cancelled }) => !cancelled);
  return { interpreters, started, taken, due };
}

test('no interpreter is started before the first request', () => {
  expect(stage().started).toEqual([]);
});

test('every request gets a new interpreter, and the next one is started ahead of its request', async () => {
  const { interpreters, started, taken } = stage();
  const first = taken();
  started[0]?.ready();
  expect(await first).toBe('interpreter 1');
  expect(started).toHaveLength(1);
  interpreters.keepSpare();
  interpreters.keepSpare();
  expect(started).toHaveLength(2);
  started[1]?.ready();
  expect(await taken()).toBe('interpreter 2');
  const third = taken();
  started[2]?.ready();
  expect(await third).toBe('interpreter 3');
});

test('a spare interpreter is ended after it was idle for a while', async () => {
  const { interpreters, started, taken, due } = stage();
  interpreters.keepSpare();
  started[0]?.ready();
  expect(due()).toMatchObject([{ ms: 5_000 }]);
  await taken();
  expect(due()).toEqual([]);
  interpreters.keepSpare();
  due()[0]?.work();
  expect(started.map(({ ended }) => ended)).toEqual([false, true]);
});

test('a spare interpreter that the system has ended is not used', async () => {
  const { interpreters, started, taken } = stage();
  interpreters.keepSpare();
  Object.assign(started[0] as object, { ended: true });
  const next = taken();
  started[1]?.ready();
  expect(await next).toBe('interpreter 2');
});

test('an interpreter that does not start causes an error for its caller, and is not used again', async () => {
  const { interpreters, started, taken } = stage();
  const first = taken();
  started[0]?.fail(new Error('No memory.'));
  await expect(first).rejects.toThrow('No memory.');
  interpreters.keepSpare();
  started[1]?.fail(new Error('No memory.'));
  await turn();
  const next = taken();
  started[2]?.ready();
  expect(await next).toBe('interpreter 3');
  expect(started.map(({ ended }) => ended)).toEqual([true, true, false]);
});

test('an interpreter is ended if its caller gives up while it starts', async () => {
  const { started, taken } = stage();
  const controller = new AbortController();
  const waiting = taken(controller.signal);
  controller.abort(new Error('Gone.'));
  await expect(waiting).rejects.toThrow('Gone.');
  expect(started[0]?.ended).toBe(true);
  await expect(taken(controller.signal)).rejects.toThrow('Gone.');
  expect(started).toHaveLength(1);
});

test('no spare interpreter is kept after the end', async () => {
  const { interpreters, started, due } = stage();
  interpreters.keepSpare();
  await interpreters.close();
  interpreters.keepSpare();
  expect(started.map(({ ended }) => ended)).toEqual([true]);
  expect(due()).toEqual([]);
});

describe('the time of a job', () => {
  function jobsOf(everyNth = 1) {
    let ms = 700;
    const timer = cpuTimer(2_000, everyNth, () => ({ user: ms * 600, system: ms * 400 }));
    return { timer, pass: (more: number) => (ms += more) };
  }

  test('is over once the job has used its processor time, and is reported again after each further 50 ms', () => {
    const { timer, pass } = jobsOf();
    timer.begin();
    pass(1_999);
    expect(timer.isLate()).toBe(false);
    pass(1);
    expect([timer.isLate(), timer.isLate()]).toEqual([true, false]);
    pass(50);
    expect([timer.isLate(), timer.isLate()]).toEqual([true, false]);
    expect(timer.wasLate).toBe(true);
    expect(timer.end()).toBe(2_050);
  });

  test('is not over before a job, between jobs, or because of the job before', () => {
    const { timer, pass } = jobsOf();
    pass(10_000);
    expect(timer.isLate()).toBe(false);
    timer.begin();
    pass(3_000);
    timer.isLate();
    timer.end();
    pass(10_000);
    expect(timer.isLate()).toBe(false);
    timer.begin();
    expect([timer.isLate(), timer.wasLate, timer.end()]).toEqual([false, false, 0]);
  });

  test('is measured only at every nth call of isLate', () => {
    const { timer, pass } = jobsOf(3);
    timer.begin();
    pass(5_000);
    expect([timer.isLate(), timer.isLate(), timer.isLate()]).toEqual([false, false, true]);
  });
});
