import { expect, test } from 'vitest';
import { pictureOf, wordsOf } from '../../src/app/premium/social-posts.ts';
import { period } from '../../src/contracts/words/format.ts';

test.each([
  ['2026-11-22', '2026-11-22', '22 November 2026'],
  ['2026-11-16', '2026-11-22', '16 to 22 November 2026'],
  ['2026-11-30', '2026-12-06', '30 November to 6 December 2026'],
  ['2026-12-28', '2027-01-03', '28 December 2026 to 3 January 2027'],
])('the dates from %s to %s are written as %s', (from, to, words) => {
  expect(period(from, to, false)).toBe(words);
});

const DAY = { from: '2026-11-22', to: '2026-11-22' };

test('a post uses the singular for 1, and does not mention a streak of 0 days', () => {
  expect(wordsOf({ facts: { kept: 1, streak: 1, ...DAY }, title: null })).toEqual({
    kept: '1 promise',
    streak: '1 day',
    period: '22 November 2026',
  });
  expect(wordsOf({ facts: { kept: 1_200, streak: 0, ...DAY }, title: null })).toEqual({
    kept: '1,200 promises',
    period: '22 November 2026',
  });
  expect(wordsOf({ facts: { kept: 1, streak: 0, ...DAY }, title: 'Run 5 km' })).toEqual({ task: 'Run 5 km', period: '22 November 2026' });
});

test('the picture of a post contains the numbers and no title', () => {
  expect(pictureOf('task', { kept: 1, streak: 3, ...DAY })).toEqual({
    figure: '1',
    label: 'promise kept',
    period: '22 November 2026',
    more: '3 days in a row',
  });
  expect(pictureOf('streak', { kept: 30, streak: 12, ...DAY })).toMatchObject({
    figure: '12',
    label: 'days in a row',
    more: '30 promises kept',
  });
  expect(pictureOf('week', { kept: 5, streak: 0, ...DAY }).more).toBeNull();
});
