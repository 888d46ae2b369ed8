import { expect, test } from 'vitest';
import { bodyOf, draftOf } from '../../../web/tasks/draft.ts';
import { addressFrom, addressOf } from '../../../web/todo/address.ts';
import { conflictWords, overlap } from '../../../web/todo/conflict.ts';
import { daysOf, stepCounts, withoutInnerSteps } from '../../../web/todo/lists.ts';
import { firstDays } from '../../../web/todo/todo-list.tsx';
import { aTask, dueOn } from '../tasks/task-for-tests.ts';

const HERE = { zone: 'Europe/Berlin', today: '2026-11-19' };

test('steps without a date stand with their task, dated ones in the list too', () => {
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

test('a long list is cut at a number of rows, within a day if need be', () => {
  const days = daysOf(
    'upcoming',
    [1, 2, 3].flatMap((n) => [dueOn('2026-11-20', { id: `a${n}` }), dueOn('2026-11-21', { id: `b${n}` })]),
    HERE,
  );
  expect(firstDays(days, 4).map((day) => day.tasks.length)).toEqual([3, 1]);
  expect(firstDays(days, 3).map((day) => day.tasks.length)).toEqual([3]);
});

test('the address of a place leads back to it', () => {
  const there = addressFrom(new URL(addressOf({ tab: 'missed', task: 'a&b', editing: true }), 'http://x').searchParams);
  expect(there).toEqual({ tab: 'missed', task: 'a&b', editing: true, fresh: false, forToday: false });
  expect([addressOf({ tab: 'upcoming' }), addressOf({ tab: 'upcoming', editing: true })]).toEqual(['/todo', '/todo']);
});

test('only a field that both changed, to different values, is a conflict', () => {
  const base = bodyOf(draftOf(aTask()));
  const theirs = { ...base, title: 'Theirs', priority: 'high' as const, estimateMinutes: 45 };
  expect(overlap(base, theirs, { title: 'Mine', dueDate: '2026-11-20', estimateMinutes: 45 })).toEqual(['title']);
  expect(conflictWords(['title'], theirs, { title: 'Mine' }, '2026-11-19')).toBe('Title: there ‘Theirs’, here ‘Mine’.');
});
