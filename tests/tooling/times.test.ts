import { expect, test } from 'vitest';
import { oneWaitingAtATime } from '../support/times.ts';

const FILES = [
  ['a', 50, true],
  ['b', 40, false],
  ['c', 40, true],
  ['d', 30, false],
  ['e', 20, false],
  ['f', 10, false],
] as const;
const order = (workers: number) =>
  oneWaitingAtATime(FILES, ([, seconds, isWaiting]) => ({ seconds, isWaiting }), workers)
    .map(([name]) => name)
    .join('');

test('of the test files that mostly wait one runs at a time, and none is left out', () => {
  // With two and three workers the second one begins when the first one ends, or after it.
  expect(order(2)).toBe('abdcef');
  expect(order(3)).toBe('abdefc');
  expect(order(1)).toBe('acbdef');
});
