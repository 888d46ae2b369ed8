import { describe, expect, test } from 'vitest';
import { delayFigure, type ReportNumbers, reportFigures } from '../../src/contracts/words/report-figures.ts';
import { weekName, weekSpan } from '../../src/contracts/words/report-weeks.ts';

const NUMBERS: ReportNumbers = {
  planned: 0,
  kept: 0,
  missed: 0,
  skipped: 0,
  open: 0,
  late: 0,
  verified: 0,
  onWord: 0,
  rate: null,
  streak: { current: 1, longest: 4, freezes: 0 },
  isOver: false,
  misses: { rejected: 0, expired: 0 },
};
const noteOf = (label: string, numbers: Partial<ReportNumbers>) =>
  reportFigures({ ...NUMBERS, ...numbers }).find((figure) => figure.label === label)?.note;

describe('the figures of a report', () => {
  test('say how misses ended', () => {
    const note = (numbers: Partial<ReportNumbers>) => noteOf('Missed', { missed: 4, ...numbers });
    expect([note({ missed: 0 }), note({}), note({ late: 1, misses: { rejected: 2, expired: 1 } })]).toEqual([
      'none',
      'none done late',
      '1 done late, 2 rejected for good, 1 without proof in time',
    ]);
  });

  test('have skips in the place of the delay that a day has not', () => {
    const fourth = (numbers: Partial<ReportNumbers>) => reportFigures({ ...NUMBERS, ...numbers })[3];
    expect(fourth({ skipped: 2 })).toEqual({ label: 'Skipped', value: '2', unit: '', note: 'with a reason' });
    expect(fourth({ medianDelay: null })?.label).toBe('Median delay');
  });

  test('name a past streak by other words than the present one', () => {
    const last = (isOver: boolean) => reportFigures({ ...NUMBERS, isOver })[4];
    expect([last(false)?.label, last(true)?.label]).toEqual(['Streak', 'Streak at the end']);
    expect(last(true)).toMatchObject({ value: '1', unit: 'day', note: 'longest 4' });
  });
});

test.each([
  [null, '–', ''],
  [0, '0', 'min, on time'],
  [-24, '24', 'min early'],
  [282, '4', 'h 42 min late'],
  [120, '2', 'h late'],
  [-5_760, '4', 'days early'],
])('a delay of %s minutes is written as %s %s', (minutes, value, unit) => {
  expect(delayFigure(minutes)).toEqual({ value, unit });
});

describe('the name of a week in a report', () => {
  const MONDAY = '2026-11-23';
  const today = '2026-11-26';

  test('is that of its Monday if all of it is counted', () => {
    expect(weekName(MONDAY, { from: '2026-01-01', to: '2026-11-29', today })).toBe('Week of 23 Nov');
    expect(weekSpan(MONDAY, { from: '2026-01-01', to: '2026-11-29', today })).toBe('23 to 29 Nov');
    expect(weekSpan('2026-11-30', { from: '2026-01-01', to: '2026-12-31', today })).toBe('30 Nov to 6 Dec');
    expect(weekSpan('2026-12-28', { from: '2026-01-01', to: '2027-01-31', today })).toBe('28 Dec to 3 Jan 2027');
  });

  test('has the dates that are counted if some are not', () => {
    const named = (from: string, to: string) => weekName(MONDAY, { from, to, today });
    expect([named('2026-01-01', today), named('2026-11-25', '2026-11-28'), named('2026-11-25', '2026-11-25'), named(today, today)]).toEqual(
      ['23 Nov to today', '25 to 28 Nov', '25 Nov', 'today'],
    );
  });
});
