import { expect, test } from 'vitest';
import { otherWords } from '../../web/dashboard/next.tsx';
import { differenceWords } from '../../web/todo/prioritise.tsx';
import { aTask, dueOn } from './examples.ts';

const HERE = { zone: 'Europe/Berlin', now: Date.parse('2026-11-19T13:12:00Z'), today: '2026-11-19' };

test('what comes after the next task says the time that decides', () => {
  const due = dueOn('2026-11-20', { dueTime: '16:00', dueAt: '2026-11-20T15:00:00Z' });
  const soon = aTask({ dueDate: '2026-11-19', dueAt: '2026-11-19T15:00:00Z', proofDueAt: '2026-11-19T13:30:00Z' });
  expect(otherWords('due_later', due, HERE)).toBe('due tomorrow, 16:00');
  expect(otherWords('far', dueOn('2026-12-24'), HERE)).toBe('due Thu 24 Dec');
  expect(otherWords('due_soon', soon, HERE)).toBe('due in 1 h 48 min');
  expect(otherWords('proof_ends', soon, HERE)).toBe('proof ends in 18 min');
  expect([otherWords('undated', aTask(), HERE), otherWords('boxed', due, HERE), otherWords('focused', due, HERE)]).toEqual([
    'no due date',
    'planned for now',
    'in focus',
  ]);
});

test('the suggested order says how it differs from the fixed rule', () => {
  const next = {
    task: aTask({ id: 'a', title: 'Call the bank' }),
    reason: { code: 'due_soon' as const, text: 'It is due today at 16:00.' },
  };
  expect(differenceWords(next, 'b')).toContain('It begins with ‘Call the bank’: It is due today at 16:00.');
  expect(differenceWords(next, 'a')).toContain('Both begin with the same task.');
  expect(differenceWords(next, undefined)).not.toContain('begin');
});
