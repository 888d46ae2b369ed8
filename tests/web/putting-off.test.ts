import { describe, expect, test } from 'vitest';
import { plannedOf, puttingOffFigures } from '../../src/contracts/words/putting-off-pictures.ts';
import type { PuttingOffReport } from '../../web/api/reports.ts';
import type { Task } from '../../web/api/tasks.ts';
import { movedBefore, partsFor } from '../../web/report/decide-moved.tsx';
import { daysToMove, mostMovedTag } from '../../web/report/finding-act.tsx';
import { missingOf, restsWords } from '../../web/report/putting-off.tsx';
import { aTask } from './examples.ts';

const day = (due: number, moved: number) => ({ due, moved });
const NOTHING = Array.from({ length: 7 }, () => day(0, 0));

const aReport = (own: Partial<PuttingOffReport> = {}): PuttingOffReport => ({
  startDate: '2026-08-22',
  endDate: '2026-11-19',
  timezone: 'Europe/Berlin',
  generatedAt: '2026-11-19T13:12:00Z',
  moves: { tasks: 0, moves: 0, medianDays: null },
  mostMoved: [],
  weekdays: NOTHING,
  tags: [],
  afterMoves: { moved: { decided: 0, missed: 0 }, unmoved: { decided: 0, missed: 0 } },
  lastHour: { kept: 0, inLastHour: 0 },
  estimates: { tasks: 0, estimatedMinutes: 0, focusedMinutes: 0 },
  findings: [],
  ...own,
});

const WEEK = [day(28, 4), day(30, 3), day(27, 5), day(26, 6), day(22, 12), day(9, 9), day(12, 3)];

test('the day that is moved most often, on enough tasks, gives its tasks to the day after it that is moved least', () => {
  // 19 November 2026 is a Thursday. Saturday has the highest share, but rests on nine tasks.
  expect(daysToMove(WEEK, '2026-11-19')).toEqual({ from: '2026-11-20', to: '2026-11-24' });
  expect(daysToMove(WEEK, '2026-11-20')).toEqual({ from: '2026-11-20', to: '2026-11-24' });
  expect(daysToMove(WEEK, '2026-11-21')).toEqual({ from: '2026-11-27', to: '2026-12-01' });
});

test('nothing is moved where too little is due, or where there is no other day', () => {
  expect(daysToMove(NOTHING, '2026-11-19')).toBeNull();
  expect(daysToMove([day(10, 9), ...NOTHING.slice(1)], '2026-11-19')).toBeNull();
});

test('the tag that is moved most often rests on enough tasks, and is the first of equals', () => {
  const tag = (name: string, planned: number, moved: number) => ({ tag: name, planned, moved, missed: 0 });
  expect(mostMovedTag([tag('work', 71, 14), tag('admin', 14, 8), tag('few', 9, 9)])).toBe('admin');
  expect(mostMovedTag([tag('a', 10, 5), tag('b', 10, 5)])).toBe('a');
  expect(mostMovedTag([tag('few', 9, 9)])).toBeNull();
});

test('the figures name what they are a part of, and say so when there is nothing', () => {
  const report = aReport({
    weekdays: WEEK,
    moves: { tasks: 38, moves: 61, medianDays: 3 },
    afterMoves: { moved: { decided: 24, missed: 9 }, unmoved: { decided: 118, missed: 15 } },
  });
  expect(plannedOf(report)).toBe(154);
  expect(puttingOffFigures(report).map(({ value, unit, note }) => [value, unit, note])).toEqual([
    ['38', 'of 154 planned', '25 %'],
    ['61', '', '1.6 for each moved task'],
    ['3', 'days', 'median, old to new due date'],
    ['9', 'of 24 decided', 'not moved: 15 of 118'],
  ]);
  expect(puttingOffFigures(aReport()).map(({ value, note }) => [value, note])).toEqual([
    ['0', 'nothing was planned'],
    ['0', 'nothing was moved'],
    ['–', 'median, old to new due date'],
    ['0', 'not moved: 0 of 0'],
  ]);
});

test('what is missing for a finding is counted', () =>
  expect(missingOf(aReport({ weekdays: WEEK, lastHour: { kept: 8, inLastHour: 1 } }))).toEqual([
    ['Moved and decided', 0],
    ['Not moved and decided', 0],
    ['Due on one weekday', 30],
    ['Planned with one tag', 0],
    ['Kept', 8],
    ['With estimate and focus', 0],
  ]));

test('a finding says on how many tasks it rests', () => {
  expect(restsWords({ code: 'weekday', restsOn: 22 })).toBe('Rests on 22 tasks due on that weekday.');
  expect(restsWords({ code: 'moved_are_missed', restsOn: 10 })).toBe('Rests on 10 tasks moved and decided.');
});

describe('what was moved before and is still open', () => {
  const clock = { zone: 'Europe/Berlin', today: '2026-11-19', time: '14:12' };
  const due = (dueDate: string, dueTime: string | null, more: Partial<Task> = {}): Task =>
    aTask({
      dueDate,
      dueTime,
      dueAt: dueTime === null ? `${dueDate}T22:59:59.999Z` : `${dueDate}T${dueTime}:00+01:00`,
      postponed: 1,
      ...more,
    });

  test('is listed by the number of moves, without what is decided or was never moved', () => {
    const [twice, once] = [due('2026-11-20', null, { postponed: 2 }), due('2026-11-19', null)];
    expect(movedBefore([once, aTask(), due('2026-11-20', null, { status: 'missed' }), twice])).toEqual([twice, once]);
  });

  test('keeps its time on the chosen day, unless this has passed', () => {
    const [morning, evening, already] = [due('2026-11-20', '09:00'), due('2026-11-21', '18:00'), due('2026-11-19', null)];
    expect(partsFor([morning, evening, already], '2026-11-19', clock)).toEqual([
      { tasks: [evening], change: { dueDate: '2026-11-19' } },
      { tasks: [morning], change: { dueDate: '2026-11-19', dueTime: null } },
    ]);
    expect(partsFor([morning, evening], '2026-11-24', clock)).toEqual([{ tasks: [morning, evening], change: { dueDate: '2026-11-24' } }]);
    expect(partsFor([already], '2026-11-19', clock)).toEqual([]);
  });
});
