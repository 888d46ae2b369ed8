import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  countWord,
  dayMonth,
  dayWord,
  duration,
  fullDate,
  fullHour,
  fullMoment,
  listed,
  longDate,
  number,
  percent,
  period,
  plainDate,
  plural,
  pluralWord,
  quoted,
  rateWords,
  shortDate,
  shortMoment,
  times,
} from '../../src/contracts/words/format.ts';

const TODAY = '2026-11-19';

describe('numbers and counts', () => {
  test.each([
    [number(0), '0'],
    [number(999), '999'],
    [number(12_345_678), '12,345,678'],
    [plural(0, 'day'), '0 days'],
    [plural(1, 'day'), '1 day'],
    [plural(1_200, 'miss', 'misses'), '1,200 misses'],
    [pluralWord(1, 'is', 'are'), 'is'],
    [pluralWord(0, 'is', 'are'), 'are'],
    [times(1), 'once'],
    [times(2), 'twice'],
    [times(1_000), '1,000 times'],
    [percent(null), '–'],
    [percent(0.955), '96'],
    [percent(999 / 1_000), '99'],
    [percent(1), '100'],
    [percent(1 / 1_000), '1'],
    [percent(0), '0'],
    [rateWords(0.925), '93 %'],
    [rateWords(null), '–'],
    [countWord(20), 'Twenty'],
    [countWord(2_100), '2,100'],
    [listed([]), ''],
    [listed(['Monday']), 'Monday'],
    [listed(['Monday', 'Tuesday']), 'Monday and Tuesday'],
    [listed(['Monday', 'Tuesday', 'Friday']), 'Monday, Tuesday and Friday'],
    [quoted('Run'), '‘Run’'],
    [quoted('😀'.repeat(49)), `‘${'😀'.repeat(47)}…’`],
  ])('%s', (said, expected) => {
    expect(said).toBe(expected);
  });
});

test.each([
  [0, '0 min'],
  [59, '59 min'],
  [60, '1 h'],
  [168, '2 h 48 min'],
  [-90, '1 h 30 min'],
  [2_879, '47 h 59 min'],
  [2_880, '2 days'],
])('%i minutes are %s', (minutes, expected) => {
  expect(duration(minutes)).toBe(expected);
});

describe('dates', () => {
  test.each([
    [dayMonth('2026-09-04', TODAY), '4 Sep'],
    [dayMonth('2025-09-04', TODAY), '4 Sep 2025'],
    [dayMonth('2025-09-04', '2025'), '4 Sep'],
    [shortDate('2026-11-18', TODAY), 'Wed 18 Nov'],
    [plainDate('2027-01-04', TODAY), '4 January 2027'],
    [longDate('2026-11-09'), '9 November 2026'],
    [fullDate('2026-11-22'), 'Sunday 22 November 2026'],
    [dayWord('2026-11-18', TODAY), 'yesterday'],
    [dayWord(TODAY, TODAY), 'today'],
    [dayWord('2026-11-20', TODAY), 'tomorrow'],
    [dayWord('2026-11-21', TODAY), 'Sat 21 Nov'],
    [fullHour(9), '09:00'],
    [shortMoment({ date: '2025-11-19', time: '14:12' }, TODAY), 'Wed 19 Nov 2025, 14:12'],
    [fullMoment({ date: '2026-11-27', time: '17:00' }), 'Friday 27 November 2026, 17:00'],
    [period(TODAY, TODAY, true), 'Thursday 19 November 2026'],
    [period('2026-11-16', '2026-11-22', false), '16 to 22 November 2026'],
    [period('2026-11-16', '2026-11-22', true), 'Monday 16 to Sunday 22 November 2026'],
    [period('2026-11-30', '2026-12-06', true), 'Monday 30 November to Sunday 6 December 2026'],
    [period('2025-11-16', '2026-11-22', false), '16 November 2025 to 22 November 2026'],
  ])('%s', (said, expected) => {
    expect(said).toBe(expected);
  });

  test('every date shows the weekday, day, month and year of the calendar', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date('1900-01-01'), max: new Date('2100-12-31'), noInvalidDate: true }), (at) => {
        const part = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' }).format(at);
        const named = [part({ weekday: 'long' }), part({ day: 'numeric' }), part({ month: 'long' }), part({ year: 'numeric' })].join(' ');
        expect(fullDate(at.toISOString().slice(0, 10))).toBe(named);
      }),
    );
  });
});
