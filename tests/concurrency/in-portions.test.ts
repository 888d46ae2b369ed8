import { expect, test } from 'vitest';
import { inPortions } from '../../src/concurrency/in-portions.ts';

test('at most as many items as said are under way, and the results have their order', async () => {
  let [running, most] = [0, 0];
  const results = await inPortions([5, 1, 4, 2, 3], 2, async (item) => {
    running += 1;
    most = Math.max(most, running);
    // Those that began later end first.
    for (let turn = 0; turn < item; turn += 1) await Promise.resolve();
    running -= 1;
    return item * 10;
  });
  expect([results, most]).toEqual([[50, 10, 40, 20, 30], 2]);
});

test('a failure is passed on, and nothing begins after it', async () => {
  const begun: number[] = [];
  const work = inPortions([1, 2, 3], 1, async (item) => {
    begun.push(item);
    if (item === 2) throw new Error('no');
  });
  await expect(work).rejects.toThrow('no');
  expect(begun).toEqual([1, 2]);
});
