import { expect, test } from 'vitest';
import { figuresOf, type HelpTask, isSimilar, orderByRule, partsByRule, reasonByRule } from '../../../src/app/ai/plain-answers.ts';
import { isHonest } from '../../../src/providers/ai/prompts/post-1.ts';

const task = (more: Partial<HelpTask> = {}): HelpTask => ({
  id: 't',
  title: 'Move the archive',
  description: null,
  requirement: null,
  tags: [],
  verification: 'none',
  priority: 'none',
  estimate: null,
  routine: null,
  dueTime: null,
  dueAt: '2026-11-20T22:59:59.999Z',
  createdAt: '2026-11-20T08:00:00.000Z',
  ...more,
});
const past = { id: 'p', title: 'Call Bo', tags: [], routine: null, minutes: 5, completedOn: '2026-11-19' };

test('a past task is similar by its routine, a tag or a word, and not by a word that says nothing', () => {
  expect(isSimilar(task(), past)).toBe(false);
  expect(isSimilar(task(), { ...past, title: 'Archive 2024' })).toBe(true);
  expect(isSimilar(task({ tags: ['work'] }), { ...past, tags: ['work'] })).toBe(true);
  expect(isSimilar(task({ routine: 'r' }), { ...past, routine: 'r' })).toBe(true);
  expect(isSimilar(task({ title: 'Write the task' }), { ...past, title: 'Write this task' })).toBe(false);
});

test.each([
  [[], null],
  [[30], { median: 30, shortest: 30, longest: 30 }],
  [[50, 30], { median: 40, shortest: 30, longest: 50 }],
  [[5, 100, 10], { median: 10, shortest: 5, longest: 100 }],
])('the figures of %j are %j', (minutes, figures) => {
  expect(figuresOf(minutes)).toEqual(figures);
});

test('the sub-tasks are the points of the description without repetitions and existing ones, or the steps of its kind', () => {
  const description = 'Before:\n- List\n* Copy\n1. Check\n- copy\n- [ ] Delete\n';
  expect(partsByRule(task({ description }), ['List'])).toEqual(['copy', 'Check', 'Delete']);
  expect(partsByRule(task({ description: '- only one' }), [])).toHaveLength(3);
  expect(partsByRule(task({ verification: 'email' }), [])).toContain('Send it');
});

test('the order goes by due time, priority, estimate and age, and the reason says so', () => {
  const tasks = [
    task({ id: 'none' }),
    task({ id: 'long', priority: 'high', estimate: 90 }),
    task({ id: 'short', priority: 'high', estimate: 5, verification: 'general' }),
    task({ id: 'late', dueTime: '18:00', dueAt: '2026-11-20T17:00:00.000Z' }),
    task({ id: 'soon', dueTime: '09:00', dueAt: '2026-11-20T08:00:00.000Z' }),
  ];
  expect(orderByRule(tasks).map(({ id }) => id)).toEqual(['soon', 'late', 'short', 'long', 'none']);
  expect(reasonByRule(tasks[2] as HelpTask)).toBe('Due by the end of the day, high priority, estimated at 5 minutes, needs proof.');
});

test.each([
  ['I kept {kept}. One by one.', true],
  ['I kept {kept}, all ٣ of them.', false],
  ['I kept {kept}, twice as many.', false],
  ['I kept {kept} {of} them.', false],
  ['I kept {kept} }', false],
  ['I kept everything.', false],
])('%s is honest: %s', (text, honest) => {
  expect(isHonest(text, new Set(['kept', 'streak']))).toBe(honest);
});
