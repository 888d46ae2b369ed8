import { expect, test } from 'vitest';
import { historyWords } from '../../../web/todo/estimate.tsx';
import { levelAt } from '../../../web/todo/prioritise.tsx';
import { sourceWords } from '../../../web/todo/suggestions.tsx';

test('a place in the order stands for a priority', () => {
  expect([0, 1, 2, 3, 4, 5].map((place) => levelAt(place, 6))).toEqual(['high', 'high', 'medium', 'medium', 'low', 'low']);
  expect([levelAt(0, 1), ...[0, 1].map((place) => levelAt(place, 2))]).toEqual(['high', 'high', 'medium']);
});

test('an estimate says on what it rests', () => {
  const history = { count: 6, medianMinutes: 45, shortestMinutes: 20, longestMinutes: 120, tasks: [] };
  expect(historyWords(history)).toBe('It rests on 6 completed tasks of yours, from 20 min to 2 h, half of them at most 45 min.');
  expect(historyWords({ ...history, count: 1, shortestMinutes: 45, longestMinutes: 45 })).toBe(
    'It rests on 1 completed task of yours, 45 min.',
  );
  expect(historyWords({ ...history, count: 0 })).toBe('There is no completed task with an estimate to compare it with.');
});

test('who answered is said, and what it took', () => {
  expect(sourceWords({ model: 'mini', note: null, used: 1 })).toBe('Suggested by mini. It counts once in your AI usage.');
  expect(sourceWords({ model: null, note: 'No key is set up.', used: 0 })).toBe('No key is set up.');
  expect(sourceWords({ model: null, note: null, used: 0 })).toBe('Plain statistics of your own record, without an AI.');
});
