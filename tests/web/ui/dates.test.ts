import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { dayHeading, distance, duration, shortDate } from '../../../src/contracts/words/format.ts';
import { dateOnly, timeInField } from '../../../src/contracts/words/phrases/date-field.ts';
import { addDays, daysBetween, weekdayOf } from '../../../src/contracts/words/phrases/days.ts';
import { isoWeek, localTime, moment, mondayOf, offsetOf } from '../../../web/lib/calendar.ts';
import { abbreviationsOf, allZones, describeZone, exactZone, findZones } from '../../../web/ui/zones.ts';

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
  ])('cannot be read from %j', (typed) => {
    expect(dateOnly(typed, THURSDAY)).toBeNull();
  });

  it('may be one month later, at most the last day of that month, also in leap years', () => {
    expect(dateOnly('1 month', '2027-01-31')).toBe('2027-02-28');
    expect(dateOnly('12 months', '2027-02-28')).toBe('2028-02-28');
  });

  it('is read back from its written form, for every day of two years', () => {
    for (let day = Date.UTC(2026, 10, 19); day < Date.UTC(2028, 10, 18); day += 86_400_000) {
      const date = new Date(day).toISOString().slice(0, 10);
      expect(dateOnly(shortDate(date, THURSDAY), THURSDAY)).toBe(date);
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

const NOVEMBER = new Date('2026-11-19T13:12:00Z');
const zones = allZones(NOVEMBER);

describe('zones', () => {
  it('show their offset at that time', () => {
    expect(describeZone('Asia/Kathmandu', NOVEMBER).offset).toBe('(UTC+05:45)');
    expect(describeZone('Europe/Berlin', NOVEMBER).offset).toBe('(UTC+01:00)');
    expect(describeZone('Europe/Berlin', new Date('2026-07-01T00:00:00Z')).offset).toBe('(UTC+02:00)');
    expect(describeZone('UTC', NOVEMBER).offset).toBe('(UTC+00:00)');
  });

  it('show the names of their standard and daylight time, and the offsets from UTC', () => {
    const of = (id: string) => describeZone(id, NOVEMBER);
    expect(of('Europe/Berlin')).toMatchObject({
      label: expect.stringMatching(/^\(UTC\+01:00\) /),
      standard: { abbreviation: 'CET', offset: '+01:00' },
      daylight: { abbreviation: 'CEST', offset: '+02:00' },
    });
    expect(of('America/New_York')).toMatchObject({
      standard: { abbreviation: 'EST' },
      daylight: { abbreviation: 'EDT', offset: '-04:00' },
    });
    expect(of('Australia/Sydney')).toMatchObject({ standard: { abbreviation: 'AEST' }, daylight: { abbreviation: 'AEDT' } });
    expect(of('Asia/Kolkata')).toMatchObject({
      label: '(UTC+05:30) India Standard Time',
      standard: { abbreviation: 'IST', offset: '+05:30' },
      daylight: null,
    });
    expect([abbreviationsOf(of('Europe/Berlin')), abbreviationsOf(of('Asia/Kathmandu'))]).toEqual(['CET, CEST', '']);
    expect(findZones(zones, 'cest').map((zone) => zone.id)).toContain('Europe/Berlin');
  });

  it('are sorted by offset, each once, under a name that the browser knows', () => {
    const ids = zones.map((zone) => zone.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(400);
    expect(ids.indexOf('Pacific/Honolulu')).toBeLessThan(ids.indexOf('Europe/Berlin'));
    expect(ids.indexOf('Europe/Berlin')).toBeLessThan(ids.indexOf('Asia/Kathmandu'));
    for (const id of ids) expect(() => new Intl.DateTimeFormat('en', { timeZone: id })).not.toThrow();
  });

  it('are found by city, by a word of the long name, and by offset', () => {
    expect(findZones(zones, 'kath').map((zone) => zone.id)).toEqual(['Asia/Kathmandu']);
    expect(findZones(zones, 'new york').map((zone) => zone.id)).toEqual(['America/New_York']);
    expect(findZones(zones, 'nepal').map((zone) => zone.id)).toEqual(['Asia/Kathmandu']);
    expect(findZones(zones, '+05:45').map((zone) => zone.id)).toEqual(['Asia/Kathmandu']);
    expect(findZones(zones, 'atlantis')).toEqual([]);
  });

  it('are chosen only by a complete name, in any case', () => {
    expect(exactZone(' europe/berlin ')).toBe('Europe/Berlin');
    expect(exactZone('utc')).toBe('UTC');
    expect(exactZone('berlin')).toBeNull();
    expect(exactZone('Europe/Berli')).toBeNull();
  });
});

const date = fc.integer({ min: -20_000, max: 40_000 }).map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10));

test('adding days is the reverse of counting them', () => {
  fc.assert(fc.property(date, fc.integer({ min: -3_000, max: 3_000 }), (from, days) => daysBetween(from, addDays(from, days)) === days));
});

test('weeks and weekdays agree with Temporal on every date', () => {
  fc.assert(
    fc.property(date, (day) => {
      const known = Temporal.PlainDate.from(day);
      expect([isoWeek(day), weekdayOf(day), mondayOf(day)]).toEqual([
        known.weekOfYear,
        known.dayOfWeek,
        known.subtract({ days: known.dayOfWeek - 1 }).toString(),
      ]);
    }),
  );
});

test('an instant is read in the zone that is named, over gap and fold', () => {
  const zones = fc.constantFrom('Europe/Berlin', 'America/Los_Angeles', 'Pacific/Auckland', 'Asia/Kolkata', 'UTC', 'Australia/Lord_Howe');
  fc.assert(
    fc.property(zones, fc.integer({ min: 1_700_000_000, max: 1_900_000_000 }), (zone, seconds) => {
      const known = Temporal.Instant.fromEpochMilliseconds(seconds * 1_000).toZonedDateTimeISO(zone);
      expect(localTime(seconds * 1_000, zone)).toEqual({
        date: known.toPlainDate().toString(),
        time: known.toPlainTime().toString({ smallestUnit: 'minute' }),
        minutes: known.hour * 60 + known.minute,
      });
      expect(offsetOf(seconds * 1_000, zone)).toBe(`UTC${known.offset}`);
    }),
  );
});

test('a day has its usual name', () => {
  const texts = ['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-22', '2026-11-12', '2025-11-19'].map((day) =>
    dayHeading(day, '2026-11-19'),
  );
  expect(texts).toEqual([
    { name: 'Yesterday', date: 'Wed 18 Nov' },
    { name: 'Today', date: 'Thu 19 Nov' },
    { name: 'Tomorrow', date: 'Fri 20 Nov' },
    { name: 'Sunday', date: '22 Nov' },
    { name: 'Thu 12 Nov', date: '' },
    { name: 'Wed 19 Nov 2025', date: '' },
  ]);
});

test('a moment is written as briefly as possible', () => {
  const at = (instant: string) => moment(instant, 'Europe/Berlin', '2026-11-19');
  expect([at('2026-11-19T12:20:00Z'), at('2026-11-18T16:00:00Z'), at('2026-11-09T09:24:00Z'), at('2025-11-09T09:24:00Z')]).toEqual([
    '13:20',
    'Wed 17:00',
    '9 Nov 10:24',
    '9 Nov 2025',
  ]);
});

test('spans of time are written in a fitting unit', () => {
  expect([duration(45), duration(168), duration(120), duration(-90), duration(4_320)]).toEqual([
    '45 min',
    '2 h 48 min',
    '2 h',
    '1 h 30 min',
    '3 days',
  ]);
  expect([distance(0, 168 * 60_000), distance(18 * 60_000, 0), distance(0, 1)]).toEqual(['in 2 h 48 min', '18 min ago', 'now']);
});
