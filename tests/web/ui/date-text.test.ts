import { describe, expect, it } from 'vitest';
import { formatDate, parseDate, parseTime } from '../../../web/ui/date-text.ts';

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
  ])('%j is %s', (typed, expected) => {
    expect(parseDate(typed, THURSDAY)).toBe(expected);
  });

  it.each(['', 'soon', '31 nov', '2027-02-29', '2026-13-01', '20', '20 21 nov', 'in days'])('%j is none', (typed) => {
    expect(parseDate(typed, THURSDAY)).toBeNull();
  });

  it('a month later ends with its month, and leap days are met', () => {
    expect(parseDate('1 month', '2027-01-31')).toBe('2027-02-28');
    expect(parseDate('12 months', '2027-02-28')).toBe('2028-02-28');
  });

  it('is understood again as it is said, for every day of two years', () => {
    for (let day = Date.UTC(2026, 10, 19); day < Date.UTC(2028, 10, 18); day += 86_400_000) {
      const date = new Date(day).toISOString().slice(0, 10);
      expect(parseDate(formatDate(date, THURSDAY), THURSDAY)).toBe(date);
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
    ['7h', null],
    ['24:00', null],
    ['13pm', null],
    ['17:60', null],
    ['five', null],
  ])('%j is %j', (typed, expected) => {
    expect(parseTime(typed)).toBe(expected);
  });
});
