import { expect, test } from 'vitest';
import { conflictWords, overlap } from '../../web/forms/conflict.tsx';
import { bodyOfTask, taskWords } from '../../web/tasks/draft.ts';
import { addressFrom, addressOf } from '../../web/todo/address.ts';
import { levelAt } from '../../web/todo/prioritise.tsx';
import { sourceWords } from '../../web/todo/suggestions.tsx';
import { historyWords } from '../../web/todo/task-help.tsx';
import { daysOf, firstDays, stepCounts, withoutInnerSteps } from '../../web/todo/todo-list.tsx';
import { aTask, dueOn } from './examples.ts';

const HERE = { zone: 'Europe/Berlin', today: '2026-11-19' };

test('steps without a date are with their task, dated ones also in the list', () => {
  const list = [
    aTask({ id: 'p' }),
    aTask({ id: 'inner', parentId: 'p' }),
    dueOn('2026-11-20', { id: 'dated', parentId: 'p' }),
    aTask({ id: 'orphan', parentId: 'gone' }),
  ];
  expect(withoutInnerSteps(list).map((task) => task.id)).toEqual(['p', 'dated', 'orphan']);
  expect(stepCounts([...list, aTask({ id: 'done', parentId: 'p', completed: true })]).get('p')).toEqual([1, 3]);
});

test('missed and archived tasks are read newest first', () => {
  const days = daysOf('missed', [dueOn('2026-11-10', { status: 'missed' }), dueOn('2026-11-12', { status: 'missed' })], HERE);
  expect(days.map((day) => day.date)).toEqual(['2026-11-12', '2026-11-10']);
});

test('a long list is cut at a number of rows, if necessary within a day', () => {
  const days = daysOf(
    'upcoming',
    [1, 2, 3].flatMap((n) => [dueOn('2026-11-20', { id: `a${n}` }), dueOn('2026-11-21', { id: `b${n}` })]),
    HERE,
  );
  expect(firstDays(days, 4).map((day) => day.tasks.length)).toEqual([3, 1]);
  expect(firstDays(days, 3).map((day) => day.tasks.length)).toEqual([3]);
});

test('the address of a list is read back unchanged', () => {
  const there = addressFrom(new URL(addressOf({ tab: 'missed', task: 'a&b', editing: true }), 'http://x').searchParams);
  expect(there).toEqual({ tab: 'missed', task: 'a&b', editing: true, fresh: false, forToday: false });
  expect([addressOf({ tab: 'upcoming' }), addressOf({ tab: 'upcoming', editing: true })]).toEqual(['/todo', '/todo']);
});

test('only a field that both changed, to different values, is a conflict', () => {
  const base = bodyOfTask(aTask());
  const theirs = { ...base, title: 'Theirs', priority: 'high' as const, estimateMinutes: 45 };
  expect(overlap(base, theirs, { title: 'Mine', dueDate: '2026-11-20', estimateMinutes: 45 })).toEqual(['title']);
  expect(conflictWords(['title'], theirs, { title: 'Mine' }, taskWords('2026-11-19'))).toBe('Title: there ‘Theirs’, here ‘Mine’.');
});

test('a place in the suggested order gives a priority', () => {
  expect([0, 1, 2, 3, 4, 5].map((place) => levelAt(place, 6))).toEqual(['high', 'high', 'medium', 'medium', 'low', 'low']);
  expect([levelAt(0, 1), ...[0, 1].map((place) => levelAt(place, 2))]).toEqual(['high', 'high', 'medium']);
});

test('an estimate names the tasks on which it is based', () => {
  const history = { count: 6, medianMinutes: 45, shortestMinutes: 20, longestMinutes: 120, tasks: [] };
  expect(historyWords(history)).toBe('It rests on 6 completed tasks of yours, from 20 min to 2 h, half of them at most 45 min.');
  expect(historyWords({ ...history, count: 1, shortestMinutes: 45, longestMinutes: 45 })).toBe(
    'It rests on 1 completed task of yours, 45 min.',
  );
  expect(historyWords({ ...history, count: 0 })).toBe('There is no completed task with an estimate to compare it with.');
});

test('a suggestion names its source and how much of the allowance it used', () => {
  expect(sourceWords({ model: 'mini', note: null, used: 1 })).toBe('Suggested by mini. It counts once in your AI usage.');
  expect(sourceWords({ model: null, note: 'No key is set up.', used: 0 })).toBe('No key is set up.');
  expect(sourceWords({ model: null, note: null, used: 0 })).toBe('Plain statistics of your own record, without an AI.');
});
