import { expect, test, vi } from 'vitest';
import type { Building } from '../../src/projections/engine/runner.ts';
import { watchReadiness } from '../../src/wiring/readiness.ts';

/** Looks, one after the other, as the test lets a second pass. */
function setUp(looks: readonly (readonly Building[] | Error)[]) {
  const readable = Promise.withResolvers<void>();
  const seconds: (() => void)[] = [];
  const found = [...looks];
  const building = async (): Promise<readonly Building[]> => {
    const next = found.shift() ?? [];
    if (next instanceof Error) throw next;
    return next;
  };
  const time = { monotonic: () => 0, sleep: () => new Promise<void>((resolve) => void seconds.push(resolve)) };
  const info = vi.fn();
  const readiness = watchReadiness({ runner: { building }, readable: readable.promise, log: { info }, time });
  const second = async (): Promise<number | null> => {
    await expect.poll(() => seconds.length).toBe(1);
    seconds.shift()?.();
    await expect.poll(() => seconds.length).toBe(1);
    return readiness.percent();
  };
  return { readiness, readable, info, second };
}
const model = (name: string, share: number): Building => ({ name, version: 1, share });

test('the progress does not fall when some read models are finished, and is not 100 before all are', async () => {
  const { readiness, readable, second } = setUp([
    [model('tasks', 0.5), model('history', 0.1)],
    [model('history', 0.4)],
    new Error('away'),
    [model('history', 1)],
  ]);
  expect(readiness.percent()).toBeNull();
  expect([await second(), await second(), await second(), await second()]).toEqual([30, 70, 70, 99]);
  readable.resolve();
  await expect.poll(() => readiness.percent()).toBeNull();
});

test('the progress is logged at the first look that finds missing read models, at every tenth look after it, and at the end', async () => {
  const { readable, info, second } = setUp(Array.from({ length: 11 }, () => [model('tasks', 0.5)]));
  for (let n = 0; n < 11; n += 1) await second();
  const line = [{ percent: 50, read_models: { 'tasks.v1': 50 } }, 'Read models are being built; requests wait or are refused.'];
  expect(info.mock.calls).toEqual([line, line]);
  readable.resolve();
  await expect.poll(() => info.mock.lastCall).toEqual([{}, 'Read models can be read.']);
});

test('a start with nothing to build logs nothing', async () => {
  const { readable, info, second } = setUp([]);
  expect(await second()).toBeNull();
  readable.resolve();
  await readable.promise;
  expect(info).not.toHaveBeenCalled();
});
