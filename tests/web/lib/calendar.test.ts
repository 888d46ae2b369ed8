import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, weekdayOf } from '../../../src/contracts/words/phrases/days.ts';
import { daysBetween, isoWeek, mondayOf } from '../../../web/lib/calendar.ts';
import { dayHeading, distance, duration, moment } from '../../../web/lib/words.ts';
import { localTime, offsetOf } from '../../../web/lib/zone.ts';

const date = fc.integer({ min: -20_000, max: 40_000 }).map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10));

test('adding days and counting them are each other undone', () => {
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

test('a day is called what people call it', () => {
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

test('a moment is as brief as it stays clear', () => {
  const at = (instant: string) => moment(instant, 'Europe/Berlin', '2026-11-19');
  expect([at('2026-11-19T12:20:00Z'), at('2026-11-18T16:00:00Z'), at('2026-11-09T09:24:00Z'), at('2025-11-09T09:24:00Z')]).toEqual([
    '13:20',
    'Wed 17:00',
    '9 Nov 10:24',
    '9 Nov 2025',
  ]);
});

test('spans are told in the unit that fits', () => {
  expect([duration(45), duration(168), duration(120), duration(-90), duration(4_320)]).toEqual([
    '45 min',
    '2 h 48 min',
    '2 h',
    '1 h 30 min',
    '3 days',
  ]);
  expect([distance(0, 168 * 60_000), distance(18 * 60_000, 0), distance(0, 1)]).toEqual(['in 2 h 48 min', '18 min ago', 'now']);
});
