import { expect, test } from 'vitest';
import { NO_COUNTS as COUNTED } from '../../src/projections/day/days.ts';
import type { Alert } from '../../web/api/alerts.ts';
import { camel } from '../../web/api/names.ts';
import { lastDays } from '../../web/dashboard/dashboard.tsx';
import { keptWords, streakWords } from '../../web/dashboard/progress.tsx';
import { dayWords, minuteDue, tasksInNeed } from '../../web/dashboard/today.tsx';
import { groupByDay, nextDue } from '../../web/tasks/due.ts';
import { aTask, dueOn } from './examples.ts';

const NO_COUNTS = camel(COUNTED);

const HERE = { zone: 'Europe/Berlin', now: Date.parse('2026-11-19T13:12:00Z'), today: '2026-11-19' };
const at = (id: string, time: string, own = {}) =>
  aTask({ id, dueDate: HERE.today, dueTime: time, dueAt: new Date(Date.parse(`${HERE.today}T${time}:00+01:00`)).toISOString(), ...own });

test('the line says what comes next and how much of the day is done', () => {
  const list = [
    at('done', '08:00', { status: 'completed', completed: true }),
    at('miss', '09:15', { status: 'missed' }),
    at('proof', '10:30', { status: 'completed', completed: true, verificationType: 'email', verificationState: 'in_review' }),
    at('next', '17:00'),
    at('later', '18:30'),
  ];
  expect(dayWords(list, nextDue(list, HERE), HERE)).toEqual({
    lead: 'Next: 17:00, in 2 h 48 min.',
    rest: '2 of 5 decided, 1 waiting for proof or review, 2 open.',
  });
  expect(dayWords([], null, HERE).lead).toBe('Nothing is due today.');
});

test('a task without a time is at midnight on the line', () =>
  expect([minuteDue(dueOn(HERE.today), HERE.zone), minuteDue(at('a', '17:00'), HERE.zone)]).toEqual([1_440, 1_020]));

test('today comes first even if it is empty, with the two last days that have tasks', () => {
  const days = lastDays(
    groupByDay([dueOn('2026-11-10'), dueOn('2026-11-12'), dueOn('2026-11-17'), dueOn('2026-11-25')], HERE.zone, HERE.today),
    HERE.today,
  );
  expect(days.map((day) => day.date)).toEqual(['2026-11-19', '2026-11-17', '2026-11-12']);
});

test('a missed task needs attention until its alert is acknowledged', () => {
  const missed = aTask({ id: 'm', status: 'missed' });
  const alert = { type: 'task_missed', taskId: 'm' } as Alert;
  expect([tasksInNeed([missed], [alert], HERE.now).length, tasksInNeed([missed], [], HERE.now).length]).toEqual([1, 0]);
});

test('a task with a rejected proof needs no attention after its proof deadline', () => {
  const back = { status: 'completed', completed: true, verificationType: 'coding', verificationState: 'rejected' } as const;
  const list = ['2026-11-19T13:11:59Z', '2026-11-19T13:12:00Z'].map((proofDueAt) => aTask({ id: proofDueAt, ...back, proofDueAt }));
  expect(tasksInNeed(list, [], HERE.now).map((task) => task.id)).toEqual(['2026-11-19T13:12:00Z']);
});

test('a task with a rejected proof comes before one that awaits proof', () => {
  const proof = { status: 'completed', completed: true, verificationType: 'coding' } as const;
  const list = [
    aTask({ id: 'await', ...proof, verificationState: 'awaiting_proof' }),
    aTask({ id: 'back', ...proof, verificationState: 'rejected' }),
  ];
  expect(tasksInNeed(list, [], HERE.now).map((task) => task.id)).toEqual(['back', 'await']);
});

test('a miss today says whether a freeze covers it', () => {
  expect(streakWords({ current: 12, longest: 41, freezes: 1, today: 'missed' })).toContain('A freeze covers it at midnight');
  expect(streakWords({ current: 12, longest: 41, freezes: 0, today: 'missed' })).toContain('The streak ends at midnight');
});

test('the sentence about the week is that of its mail, for all planned tasks', () => {
  const counts = { ...NO_COUNTS, planned: 10, kept: 6, skipped: 4, completionRate: 1 };
  expect(keptWords(counts)).toBe('6 of 10 kept, 4 skipped');
  expect(keptWords({ ...counts, skipped: 0, open: 4 })).toBe('6 of 10 kept');
  expect(keptWords({ ...counts, planned: 4, kept: 0 })).toBe('all 4 skipped');
  expect(keptWords({ ...counts, planned: 0, kept: 0, skipped: 0 })).toBe('nothing planned');
});
