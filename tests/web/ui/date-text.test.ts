import { describe, expect, it } from 'vitest';
import { dateOnly, timeInField } from '../../../src/contracts/words/phrases/date-field.ts';
import { formatDate } from '../../../web/ui/date-text.ts';

const THURSDAY = '2026-11-19';

describe('a typed date', () => {
  it.each([
    ['today', '2026-11-19'],
    ['Tomorrow', '2026-11-20'],
    ['fri', '2026-11-20'],
    ['next monday', '2026-11-23'],
    ['thu', '2026-11-26'],
    ['in 2 days', '2026-11-21'],
    ['3w', '2026-12-10'],
    ['1 month', '2026-12-19'],
    ['2026-11-20', '2026-11-20'],
    ['20 nov', '2026-11-20'],
    ['Fri 20 Nov', '2026-11-20'],
    ['Nov 20th, 2027', '2027-11-20'],
    ['1.12.', '2026-12-01'],
    ['18 nov', '2027-11-18'],
    ['29 feb 2028', '2028-02-29'],
    ['29 feb', '2028-02-29'],
    ['in five days', '2026-11-24'],
    ['next month', '2026-12-01'],
    ['eod', '2026-11-19'],
    ['eod friday', '2026-11-20'],
    ['tom', '2026-11-20'],
    ['friday next week', '2026-11-27'],
    ['monday 14 december', '2026-12-14'],
    ['end of month', '2026-11-30'],
    ['this weekend', '2026-11-21'],
    ['day after tomorrow', '2026-11-21'],
    ['25/12', '2026-12-25'],
    ['24. dec', '2026-12-24'],
    ['20.11', '2026-11-20'],
    ['the 15th', '2026-12-15'],
    ['sat', '2026-11-21'],
    ['on sat.', '2026-11-21'],
    ['last friday', '2026-11-13'],
    ['yesterday', '2026-11-18'],
    ['2 weeks ago', '2026-11-05'],
    ['18 nov 2026', '2026-11-18'],
  ])('%j is %s', (typed, expected) => {
    expect(dateOnly(typed, THURSDAY)).toBe(expected);
  });

  it.each([
    '',
    'soon',
    '31 nov',
    '2027-02-29',
    '2026-13-01',
    '20',
    '20 21 nov',
    'in days',
    'tuesday 14 december',
    '3/4',
    'friday or monday',
    'fri 5pm',
    'every day',
    'constructor',
  ])('%j is none', (typed) => {
    expect(dateOnly(typed, THURSDAY)).toBeNull();
  });

  it('a month later ends with its month, and leap days are met', () => {
    expect(dateOnly('1 month', '2027-01-31')).toBe('2027-02-28');
    expect(dateOnly('12 months', '2027-02-28')).toBe('2028-02-28');
  });

  it('is understood again as it is said, for every day of two years', () => {
    for (let day = Date.UTC(2026, 10, 19); day < Date.UTC(2028, 10, 18); day += 86_400_000) {
      const date = new Date(day).toISOString().slice(0, 10);
      expect(dateOnly(formatDate(date, THURSDAY), THURSDAY)).toBe(date);
    }
  });
});

describe('a typed time', () => {
  it.each([
    ['17', '17:00'],
    ['5pm', '17:00'],
    ['5:30 pm', '17:30'],
    ['17.30', '17:30'],
    ['1730', '17:30'],
    ['12am', '00:00'],
    ['12 pm', '12:00'],
    ['noon', '12:00'],
    ['midnight', '00:00'],
    ['5:30 p.m.', '17:30'],
    ['at 5 p.m.', '17:00'],
    ['5p', '17:00'],
    ['17h', '17:00'],
    ['half past 5 pm', '17:30'],
    ['5:30', '05:30'],
    ['5pm or 6pm', null],
    ['7h', null],
    ['24:00', null],
    ['13pm', null],
    ['17:60', null],
    ['five', null],
  ])('%j is %j', (typed, expected) => {
    expect(timeInField(typed)).toBe(expected);
  });
});
