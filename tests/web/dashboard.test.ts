import { expect, test } from 'vitest';
import { NO_COUNTS as COUNTED } from '../../src/projections/day/days.ts';
import type { Alert } from '../../web/api/alerts.ts';
import { camel } from '../../web/api/names.ts';
import { lastDays } from '../../web/dashboard/dashboard.tsx';
import { keptWords, streakWords } from '../../web/dashboard/progress.tsx';
import { putAwayAmong, wholeDay } from '../../web/dashboard/put-away.ts';
import { dayWords, minuteDue, needWords, tasksInNeed } from '../../web/dashboard/today.tsx';
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
    rest: '2 of 5 decided, 3 open, 1 of them waiting for proof or review.',
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

test('the sums of a day count what was archived or deleted, as its report does', () => {
  const done = { status: 'completed', completed: true } as const;
  const listed = [dueOn(HERE.today, { id: 'a' })];
  const reported = [
    dueOn(HERE.today, { id: 'a', archived: true }),
    dueOn(HERE.today, { id: 'b', ...done, archived: true }),
    dueOn(HERE.today, { id: 'c', status: 'missed', deleted: true }),
    dueOn(HERE.today, { id: 'd', outcome: 'none', deleted: true }),
    // Another device has just made it.
    dueOn(HERE.today, { id: 'e' }),
  ];
  const [group] = groupByDay(listed, HERE.zone, HERE.today);
  const day = group && wholeDay(group, putAwayAmong(reported, listed), HERE.today);
  expect(day).toMatchObject({ away: 2, closed: false, sums: { planned: 3, kept: 1, missed: 1, open: 1 } });
});

test('what needs the owner is counted by kind', () => {
  const proof = aTask({ status: 'completed', completed: true, verificationType: 'coding', verificationState: 'awaiting_proof' });
  const misses = [aTask({ status: 'missed' }), aTask({ status: 'missed' })];
  expect(needWords([proof, ...misses], HERE.now)).toBe('1 proof to give, 2 misses to answer');
  expect(needWords(misses.slice(1), HERE.now)).toBe('1 miss to answer');
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
