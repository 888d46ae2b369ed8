import { describe, expect, test } from 'vitest';
import { dueInstant } from '../../../web/lib/calendar.ts';
import { edited } from '../../../web/tasks/cache.ts';
import { dueOn, newDueWords, passedFault, wayToMove } from '../../../web/tasks/move.ts';
import { aTask } from '../examples.ts';

const CLOCK = { zone: 'Europe/Berlin', today: '2026-11-19', time: '14:12' };
const dueAt = (date: string, time: string | null) =>
  aTask({ dueDate: date, dueTime: time, dueAt: dueInstant(date, time, CLOCK.zone), outcome: 'open' });

test('an open task is moved, a missed or skipped one is promised again, and others keep their day', () => {
  const all = [
    aTask(),
    aTask({ status: 'in_progress' }),
    aTask({ archived: true }),
    aTask({ status: 'missed' }),
    aTask({ status: 'skipped', archived: true }),
    aTask({ status: 'missed', deleted: true }),
    aTask({ status: 'completed', completed: true }),
  ];
  expect(all.map(wayToMove)).toEqual(['move', 'move', null, 'again', 'again', null, null]);
});

describe('a task on another day', () => {
  test('keeps its time, except where that has passed already', () => {
    const [late, early, none] = [dueAt('2026-11-20', '17:00'), dueAt('2026-11-20', '14:12'), dueAt('2026-11-20', null)];
    expect([late, early, none].map((task) => dueOn('2026-11-19', task, CLOCK).dueTime)).toEqual(['17:00', null, null]);
    expect(dueOn('2026-11-26', early, CLOCK)).toEqual({ dueDate: '2026-11-26', dueTime: '14:12' });
  });

  test('follows the present zone while it is open, and keeps the time of a miss as it was promised', () => {
    const there = { ...CLOCK, zone: 'America/New_York', today: '2026-11-19', time: '08:12' };
    expect(dueOn('2026-11-21', dueAt('2026-11-20', '17:00'), there).dueTime).toBe('11:00');
    expect(dueOn('2026-11-21', { ...dueAt('2026-11-18', '17:00'), status: 'missed', outcome: 'missed' }, there).dueTime).toBe('17:00');
  });

  test('is said in words', () => {
    const words = [
      { dueDate: '2026-11-20', dueTime: '17:00' },
      { dueDate: '2026-11-26', dueTime: null },
      { dueDate: null, dueTime: null },
    ].map((due) => newDueWords(due, CLOCK.today));
    expect(words).toEqual(['tomorrow, 17:00', 'Thu 26 Nov, end of day', 'no date']);
  });
});

test('a day or a time that has passed is refused before it is sent', () => {
  const faults = [
    { dueDate: '2026-11-18', dueTime: null },
    { dueDate: '2026-11-19', dueTime: '14:12' },
    { dueDate: '2026-11-19', dueTime: '14:13' },
    { dueDate: '2026-11-19', dueTime: null },
    { dueDate: null, dueTime: null },
  ].map((due) => passedFault(due, CLOCK));
  expect(faults).toEqual(['date', 'time', null, null, null]);
});

test('the due instant of a local date and time is computed in its zone, on both sides of a change of the clock', () => {
  expect(dueInstant('2026-11-20', '17:00', 'Europe/Berlin')).toBe('2026-11-20T16:00:00.000Z');
  expect(dueInstant('2026-07-20', '17:00', 'Europe/Berlin')).toBe('2026-07-20T15:00:00.000Z');
  expect(dueInstant('2026-10-24', null, 'Europe/Berlin')).toBe('2026-10-24T21:59:59.999Z');
  expect(dueInstant('2026-10-25', null, 'Europe/Berlin')).toBe('2026-10-25T22:59:59.999Z');
  expect(dueInstant('2026-12-31', '23:30', 'Pacific/Kiritimati')).toBe('2026-12-31T09:30:00.000Z');
  expect(dueInstant('2026-12-31', null, 'Asia/Kathmandu')).toBe('2026-12-31T18:14:59.999Z');
});

describe('a changed field is shown before the answer', () => {
  test('with the due instant and the count of moves', () => {
    const task = dueAt('2026-11-19', '17:00');
    expect(edited(task, { dueDate: '2026-11-20' }, CLOCK.zone)).toMatchObject({
      dueTime: '17:00',
      dueAt: '2026-11-20T16:00:00.000Z',
      postponed: 1,
      outcome: 'open',
    });
    expect(edited(task, { dueTime: '15:00' }, CLOCK.zone)).toMatchObject({ dueAt: '2026-11-19T14:00:00.000Z', postponed: 0 });
  });

  test('a task without a date counts nowhere, and other fields leave the date alone', () => {
    const task = dueAt('2026-11-19', '17:00');
    expect(edited(task, { dueDate: null }, CLOCK.zone)).toMatchObject({ dueTime: null, dueAt: null, outcome: 'none' });
    expect(edited(task, { priority: 'high', title: 'New' }, CLOCK.zone)).toEqual({ ...task, priority: 'high', title: 'New' });
  });
});
