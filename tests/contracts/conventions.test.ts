import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { localeIn, writtenFor } from '../../src/app/locale.ts';
import { conventions, conventionsOf, STANDARD } from '../../src/contracts/words/conventions.ts';
import * as format from '../../src/contracts/words/format.ts';
import { dateOnly, timeInField } from '../../src/contracts/words/phrases/date-field.ts';
import { addDays } from '../../src/contracts/words/phrases/days.ts';
import { datesOf } from '../../web/calendar/address.ts';
import { weekBegin, weekOrder } from '../../web/lib/calendar.ts';

const TODAY = '2026-11-19';

describe('the conventions of a locale', () => {
  test.each([
    ['en-US', { hour12: true, monthFirst: true, firstDay: 7 }, '1,234,567'],
    ['en-IN', { hour12: true, monthFirst: false, firstDay: 7 }, '12,34,567'],
    ['de-DE', { hour12: false, monthFirst: false, firstDay: 1 }, '1.234.567'],
    ['fr', { hour12: false, monthFirst: false, firstDay: 1 }, '1\u202f234\u202f567'],
    ['ja-JP', { hour12: false, monthFirst: true, firstDay: 7 }, '1,234,567'],
    ['ar-EG', { hour12: true, monthFirst: false, firstDay: 6 }, '1,234,567'],
    ['fa-IR', { hour12: false, monthFirst: false, firstDay: 6 }, '1,234,567'],
  ])('%s', (locale, expected, million) => {
    expect(conventionsOf(locale)).toMatchObject(expected);
    expect(writtenFor(locale, () => format.number(1_234_567))).toBe(million);
  });

  test.each(['en', 'EN', '', '*', 'no locale', null, undefined])('%j gives the standard ones', (locale) => {
    expect(conventionsOf(locale)).toBe(STANDARD);
  });

  test('British English writes everything as the standard does', () => {
    expect({ ...conventionsOf('en-GB'), numbers: STANDARD.numbers }).toEqual(STANDARD);
    expect(conventions()).toBe(STANDARD);
  });
});

test('somebody in the United States reads the month first and a clock of 12 hours', () => {
  const at = { date: TODAY, time: '17:05' };
  const written = () => ({
    short: format.shortDate(TODAY, '2026'),
    other: format.shortDate('2025-01-02', '2026'),
    plain: format.plainDate(TODAY, '2026'),
    full: format.fullDate(TODAY),
    moment: format.shortMoment(at, '2026'),
    past: [format.pastMoment(at, TODAY), format.pastMoment(at, '2026-11-20'), format.pastMoment(at, '2026-12-20')],
    days: [format.shortPeriod('2026-11-16', '2026-11-22', '2026'), format.shortPeriod('2025-11-30', '2025-12-06', '2026')],
    year: format.shortPeriod('2025-11-16', '2025-11-22', '2026'),
    period: [format.period('2026-11-16', '2026-11-22', false), format.period('2026-11-30', '2026-12-06', false)],
    named: format.period('2026-11-16', '2026-11-22', true),
    clock: ['00:00', '00:30', '11:59', '12:00', '23:59'].map(format.clockTime),
    hours: [0, 9, 12, 24].map(format.fullHour),
  });
  expect(writtenFor('en-US', written)).toEqual({
    short: 'Thu, Nov 19',
    other: 'Thu, Jan 2, 2025',
    plain: 'November 19',
    full: 'Thursday, November 19, 2026',
    moment: 'Thu, Nov 19, 5:05 PM',
    past: ['5:05 PM', 'Thu 5:05 PM', 'Nov 19, 5:05 PM'],
    days: ['Nov 16 to 22', 'Nov 30, 2025 to Dec 6, 2025'],
    year: 'Nov 16 to 22, 2025',
    period: ['November 16 to 22, 2026', 'November 30 to December 6, 2026'],
    named: 'Monday, November 16 to Sunday, November 22, 2026',
    clock: ['12:00 AM', '12:30 AM', '11:59 AM', '12:00 PM', '11:59 PM'],
    hours: ['12 AM', '9 AM', '12 PM', '12 AM'],
  });
});

test('a size has the decimal sign of the locale', () => {
  expect(writtenFor('de-DE', () => [format.sizeWords(1_500_000), format.plural(12_345, 'task')])).toEqual(['1,4 MB', '12.345 tasks']);
});

test.each(['en-GB', 'en-US', 'ja-JP'])('%s: a field reads every date and time that it shows', (locale) => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 0, max: 1_439 }), (away, minute) => {
      const date = addDays(TODAY, away);
      const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
      const [shown, clock] = writtenFor(locale, () => [format.shortDate(date, TODAY), format.clockTime(time)]);
      expect([dateOnly(shown, TODAY), timeInField(clock)]).toEqual([date, time]);
    }),
  );
});

test.each([
  ['en-GB', ['2026-11-16', '2026-11-22'], '2026-10-26', 0],
  ['en-US', ['2026-11-15', '2026-11-21'], '2026-11-01', 6],
  ['ar-EG', ['2026-11-14', '2026-11-20'], '2026-10-31', 5],
])('%s: a calendar begins its weeks with the day of the locale', (locale, week, month, first) => {
  const found = writtenFor(locale, () => ({
    week: datesOf({ view: 'week', date: TODAY }).filter((_date, index) => index % 6 === 0),
    month: datesOf({ view: 'month', date: TODAY })[0],
    begin: weekBegin(week[0] ?? ''),
    first: weekOrder()[0],
  }));
  expect(found).toEqual({ week, month, begin: week[0], first });
});

test.each([
  ['en-US,en;q=0.9', 'en-US'],
  ['de', 'de'],
  ['DE-at;q=0.8, en', 'de-AT'],
  ['*', null],
  ['', null],
  [undefined, null],
  ['x'.repeat(99), null],
])('the locale of the header %j is %j', (header, expected) => {
  expect(localeIn(header)).toBe(expected);
});

test('works that run at the same time have each their own reader', async () => {
  const write = async () => {
    await Promise.resolve();
    return format.clockTime('17:00');
  };
  const written = await Promise.all(['en-US', null, 'de-DE'].map((locale) => writtenFor(locale, write)));
  expect(written).toEqual(['5:00 PM', '17:00', '17:00']);
});
