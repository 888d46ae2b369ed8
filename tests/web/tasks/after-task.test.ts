import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { alertKeys } from '../../../web/api/alerts.ts';
import { auditKeys } from '../../../web/api/audit.ts';
import { reportKeys } from '../../../web/api/reports.ts';
import { type Routine, routineKeys } from '../../../web/api/routines.ts';
import { streakKeys } from '../../../web/api/streaks.ts';
import { type Task, taskKeys } from '../../../web/api/tasks.ts';
import { isOverdue, readAfterTask, staleAfterOccurrences, staleAfterTask } from '../../../web/tasks/after-task.ts';
import { aTask, dueOn } from './task-for-tests.ts';

const NOON = Date.parse('2026-11-19T12:00:00Z');

/** A client that has read everything once; `routine`: how the only routine counts. */
function reader(routine: Routine['mode'] = 'due', list: Task[] = []) {
  const client = new QueryClient();
  const keys = {
    list: taskKeys.list(),
    missed: taskKeys.missed(),
    routines: routineKeys.list(),
    alerts: alertKeys.active(),
    streaks: streakKeys.all,
    weekly: reportKeys.weekly(0),
    history: reportKeys.history('all'),
    trail: auditKeys.task('t'),
    entry: ['audit', 'entry', 'e'],
  };
  for (const key of Object.values(keys)) client.setQueryData(key, []);
  client.setQueryData(taskKeys.list(), list);
  client.setQueryData(routineKeys.list(), [{ id: 'r', mode: routine }]);
  return {
    client,
    /** What is read again after this change. */
    after(before: Task | null, after: Task | null) {
      for (const queryKey of staleAfterTask(client, before, after)) void client.invalidateQueries({ queryKey });
      return this.stale();
    },
    stale: () => Object.entries(keys).flatMap(([name, key]) => (client.getQueryState(key)?.isInvalidated ? [name] : [])),
  };
}
const due = dueOn('2026-11-19', { id: 't' });
const done: Task = { ...due, status: 'completed', completed: true };

test('completing a task with a date reads figures, streak, alerts and its own trail, and no list of tasks', () => {
  expect(reader().after(due, done)).toEqual(['alerts', 'streaks', 'weekly', 'history', 'trail']);
});

test('a task without a date moves neither streak nor alerts', () => {
  const task = aTask({ id: 't' });
  expect(reader().after(task, { ...task, status: 'completed' })).toEqual(['weekly', 'history', 'trail']);
});

test('a new title counts nowhere, and archiving shows in the history alone', () => {
  expect(reader().after(due, { ...due, title: 'Renamed' })).toEqual(['weekly', 'history', 'trail']);
  expect(reader().after(done, { ...done, archived: true })).toEqual(['history', 'trail']);
});

test('one of a routine changes its streak and next dates; where the next counts from completion the list is read too', () => {
  const [one, kept] = [due, done].map((task) => ({ ...task, recurringTaskId: 'r' })) as [Task, Task];
  expect(reader('due').after(one, kept)).toEqual(['routines', 'alerts', 'streaks', 'weekly', 'history', 'trail']);
  expect(reader('completion').after(one, kept)).toEqual(['list', 'routines', 'alerts', 'streaks', 'weekly', 'history', 'trail']);
  expect(reader('completion').after(one, { ...one, title: 'Renamed' })).toEqual(['weekly', 'history', 'trail']);
});

test('a task that is made or deleted counts as changed', () => {
  expect(reader().after(null, due)).toEqual(['alerts', 'streaks', 'weekly', 'history', 'trail']);
  expect(reader().after(due, null)).toEqual(['alerts', 'streaks', 'weekly', 'history', 'trail']);
  expect(reader().after(null, null)).toEqual([]);
});

test('what is open past its due instant, or its proof, has been decided by the server', () => {
  const proof: Partial<Task> = { status: 'completed', verificationState: 'awaiting_proof', proofDueAt: '2026-11-19T11:00:00Z' };
  const tasks = [dueOn('2026-11-18'), dueOn('2026-11-19'), dueOn('2026-11-18', { status: 'completed' }), aTask(proof)];
  expect(tasks.map((task) => isOverdue(task, NOON))).toEqual([true, false, false, true]);
  const quiet = reader('due', [dueOn('2026-11-19')]);
  readAfterTask(quiet.client, NOON);
  expect(quiet.stale()).toEqual([]);
  const overdue = reader('due', [dueOn('2026-11-18')]);
  readAfterTask(overdue.client, NOON);
  expect(overdue.stale()).toEqual(['list', 'missed']);
});

test('a change of a routine reads the tasks that it makes, and the open pages of those alone', () => {
  const { client, stale } = reader();
  for (const [id, recurringTaskId] of [
    ['t', 'r'],
    ['u', null],
  ] as const)
    client.setQueryData(taskKeys.one(id), { task: aTask({ id, recurringTaskId }), etag: null });
  for (const queryKey of staleAfterOccurrences(client)) void client.invalidateQueries({ queryKey });
  expect(stale()).toEqual(['list', 'alerts', 'streaks', 'weekly', 'history', 'trail']);
  expect(['t', 'u'].map((id) => client.getQueryState(taskKeys.one(id))?.isInvalidated)).toEqual([true, false]);
});
