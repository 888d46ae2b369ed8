import { expect, test } from 'vitest';
import type { Task } from '../../../web/api/tasks.ts';
import { dueInstant } from '../../../web/lib/calendar.ts';
import { KEY_ACTIONS, MENU, PRIORITY_ACTIONS, REMOVE, refusalWords } from '../../../web/tasks/task-actions.ts';
import { TASK_KEY_LIST } from '../../../web/tasks/task-keys.ts';
import type { TaskScreen } from '../../../web/tasks/task-screen.tsx';
import { aTask } from '../examples.ts';

/** Of a screen only what the labels read. */
const screen = (promisedAgain = false) =>
  ({
    clock: { zone: 'Europe/Berlin', today: '2026-11-19', time: '14:12', now: Date.parse('2026-11-19T13:12:00Z') },
    promisedAgain: () => promisedAgain,
    press: ({ status, archived }: Task) =>
      archived ? null : { label: status === 'completed' ? 'Open again' : 'Complete', run: () => undefined },
  }) as unknown as TaskScreen;

const ALL = [...Object.values(MENU).flat(), ...Object.values(PRIORITY_ACTIONS), REMOVE];
const labels = (task: Task, on = screen()) => ALL.map((action) => action.label(task, on)).filter((label) => label !== null);

const PRIORITIES = ['High', 'Medium', 'Low', 'None'];

test('an open task has all actions except those of closed ones', () => {
  const task = aTask({ dueDate: '2026-11-19', dueAt: dueInstant('2026-11-19', '17:00', 'Europe/Berlin') });
  expect(labels(task)).toEqual([
    ...[
      'Complete',
      'Focus',
      'Focus for …',
      'Start',
      'Plan into the next free time',
      'Plan a time box',
      'Today',
      'Tomorrow, Fri 20 Nov',
      'Next week, Thu 26 Nov',
      'Pick a day',
    ],
    ...['Tags', 'Edit', 'Skip with a reason', ...PRIORITIES, 'Delete'],
  ]);
});

test('a missed task can be promised again until another task does that', () => {
  const task = aTask({ status: 'missed', dueDate: '2026-11-18', dueAt: dueInstant('2026-11-18', null, 'Europe/Berlin') });
  expect(labels(task)).toContain('Tomorrow, Fri 20 Nov');
  expect(labels(task)).not.toContain('Skip with a reason');
  expect(labels(task, screen(true))).toEqual([
    'Complete',
    'Focus',
    'Focus for …',
    'Plan into the next free time',
    'Plan a time box',
    'Tags',
    'Edit',
    'Archive',
    ...PRIORITIES,
    'Delete',
  ]);
});

test('what is closed keeps its day, and what is archived keeps everything', () => {
  expect(labels(aTask({ status: 'completed', completed: true }))).toEqual([
    ...['Open again', 'Tags', 'Edit', 'Skip with a reason', 'Archive', ...PRIORITIES, 'Delete'],
  ]);
  expect(labels(aTask({ status: 'completed', completed: true, archived: true }))).toEqual(['Take out of the archive', 'Delete']);
});

test('each key has one meaning, and the list of keys names all of them', () => {
  const keys = KEY_ACTIONS.flatMap((action) => action.keys);
  expect(new Set(keys).size).toBe(keys.length);
  expect(TASK_KEY_LIST.flatMap(([signs]) => signs)).toHaveLength(keys.length);
  expect(TASK_KEY_LIST).toContainEqual([['1', '2', '3', '0'], 'Priority high, medium, low, none']);
  expect(TASK_KEY_LIST).toContainEqual([['Del', '⌫'], 'Delete']);
});

test('a key that is not possible says in which state the task is', () => {
  expect(refusalWords(aTask({ title: 'Run', status: 'completed' }), false)).toBe('‘Run’ is completed.');
  expect(refusalWords(aTask({ title: 'Run', status: 'missed' }), true)).toBe('‘Run’ is missed and promised again.');
  expect(refusalWords(aTask({ title: 'Run', archived: true }), false)).toBe('‘Run’ is archived.');
});
