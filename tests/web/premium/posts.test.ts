import { expect, test } from 'vitest';
import { keptTasks } from '../../../web/premium/new-post.tsx';
import { factWords } from '../../../web/premium/post-entry.tsx';
import { aTask } from '../tasks/task-for-tests.ts';

test('the numbers of a post are said as they are', () => {
  const facts = { kept: 11, streak: 1, from: '2026-11-16', to: '2026-11-22' };
  expect(factWords(facts, '2026-11-23')).toBe('11 promises kept, a streak of 1 day, 16 Nov to 22 Nov');
  expect(factWords({ ...facts, to: facts.from }, '2026-11-23')).toBe('11 promises kept, a streak of 1 day, 16 Nov');
});

test('a post can be about a task that was kept, the newest first', () => {
  const kept = (id: string, completedAt: string) => aTask({ id, outcome: 'kept', completedAt });
  const list = [kept('a', '2026-11-20T08:00:00Z'), aTask({ id: 'open' }), kept('b', '2026-11-21T08:00:00Z')];
  expect(keptTasks(list).map(({ id }) => id)).toEqual(['b', 'a']);
});
