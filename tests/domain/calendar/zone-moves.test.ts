import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOUR, plus } from '../../../src/domain/calendar/dates.ts';
import { addDays, dueAfterMove, dueInstant, localDate, localDue } from '../../../src/domain/calendar/local.ts';

type Written = readonly [date: string, time: string | null];
type Journey = readonly [what: string, from: string, to: string, at: string, due: Written, then: Written, instant: string];

/** The same moment everywhere: 10:00 on Wednesday 25 November in Tokyo, 17:00 on Tuesday in Los Angeles. */
const NOW = '2026-11-25T01:00:00.000Z';
const [TOKYO, LA, APIA, PAGO, BERLIN] = ['Asia/Tokyo', 'America/Los_Angeles', 'Pacific/Apia', 'Pacific/Pago_Pago', 'Europe/Berlin'];

test.each<Journey>([
  // West: what is near gets the hour of there, what is far its own hour, which comes later.
  ['yesterday', TOKYO, LA, NOW, ['2026-11-24', '09:00'], ['2026-11-24', '09:00'], '2026-11-24T00:00:00.000Z'],
  ['a minute ago', TOKYO, LA, NOW, ['2026-11-25', '09:59'], ['2026-11-25', '09:59'], '2026-11-25T00:59:00.000Z'],
  ['now', TOKYO, LA, NOW, ['2026-11-25', '10:00'], ['2026-11-24', '17:00'], '2026-11-25T01:00:00.000Z'],
  ['in 1 h', TOKYO, LA, NOW, ['2026-11-25', '11:00'], ['2026-11-24', '18:00'], '2026-11-25T02:00:00.000Z'],
  ['in 47 h', TOKYO, LA, NOW, ['2026-11-27', '09:00'], ['2026-11-26', '16:00'], '2026-11-27T00:00:00.000Z'],
  ['in exactly 48 h', TOKYO, LA, NOW, ['2026-11-27', '10:00'], ['2026-11-26', '17:00'], '2026-11-27T01:00:00.000Z'],
  ['a minute later', TOKYO, LA, NOW, ['2026-11-27', '10:01'], ['2026-11-27', '10:01'], '2026-11-27T18:01:00.000Z'],
  ['in 49 h', TOKYO, LA, NOW, ['2026-11-27', '11:00'], ['2026-11-27', '11:00'], '2026-11-27T19:00:00.000Z'],
  ['in a month', TOKYO, LA, NOW, ['2026-12-25', '11:00'], ['2026-12-25', '11:00'], '2026-12-25T19:00:00.000Z'],
  ['yesterday, by the end of the day', TOKYO, LA, NOW, ['2026-11-24', null], ['2026-11-24', null], '2026-11-24T14:59:59.999Z'],
  ['today, by the end of the day', TOKYO, LA, NOW, ['2026-11-25', null], ['2026-11-25', '06:59'], '2026-11-25T14:59:59.999Z'],
  ['tomorrow, by the end of the day', TOKYO, LA, NOW, ['2026-11-26', null], ['2026-11-26', '06:59'], '2026-11-26T14:59:59.999Z'],
  ['in two days, by the end of the day', TOKYO, LA, NOW, ['2026-11-27', null], ['2026-11-27', null], '2026-11-28T07:59:59.999Z'],
  ['in a month, by the end of the day', TOKYO, LA, NOW, ['2026-12-25', null], ['2026-12-25', null], '2026-12-26T07:59:59.999Z'],
  // East: what is far comes earlier.
  ['yesterday', LA, TOKYO, NOW, ['2026-11-23', '09:00'], ['2026-11-23', '09:00'], '2026-11-23T17:00:00.000Z'],
  ['in 1 h', LA, TOKYO, NOW, ['2026-11-24', '18:00'], ['2026-11-25', '11:00'], '2026-11-25T02:00:00.000Z'],
  ['in 47 h', LA, TOKYO, NOW, ['2026-11-26', '16:00'], ['2026-11-27', '09:00'], '2026-11-27T00:00:00.000Z'],
  ['in exactly 48 h', LA, TOKYO, NOW, ['2026-11-26', '17:00'], ['2026-11-27', '10:00'], '2026-11-27T01:00:00.000Z'],
  ['in 49 h, then in 32 h', LA, TOKYO, NOW, ['2026-11-26', '18:00'], ['2026-11-26', '18:00'], '2026-11-26T09:00:00.000Z'],
  ['today, by the end of the day', LA, TOKYO, NOW, ['2026-11-24', null], ['2026-11-25', '16:59'], '2026-11-25T07:59:59.999Z'],
  ['in two days, by the end of the day', LA, TOKYO, NOW, ['2026-11-26', null], ['2026-11-26', null], '2026-11-26T14:59:59.999Z'],
  ['in a month', LA, TOKYO, NOW, ['2026-12-24', '18:00'], ['2026-12-24', '18:00'], '2026-12-24T09:00:00.000Z'],
  // Across the date line, where clocks show the same time and another date: the end of a day is the end of one there.
  ['in 1 h', APIA, PAGO, NOW, ['2026-11-25', '15:00'], ['2026-11-24', '15:00'], '2026-11-25T02:00:00.000Z'],
  ['today, by the end of the day', APIA, PAGO, NOW, ['2026-11-25', null], ['2026-11-24', null], '2026-11-25T10:59:59.999Z'],
  ['in a week, by the end of the day', APIA, PAGO, NOW, ['2026-12-02', null], ['2026-12-02', null], '2026-12-03T10:59:59.999Z'],
  ['today, by the end of the day', PAGO, APIA, NOW, ['2026-11-24', null], ['2026-11-25', null], '2026-11-25T10:59:59.999Z'],
  // Quarters and halves of an hour.
  ['in 1 h', 'UTC', 'Asia/Kathmandu', NOW, ['2026-11-25', '02:00'], ['2026-11-25', '07:45'], '2026-11-25T02:00:00.000Z'],
  ['today, by the end of the day', 'UTC', 'Asia/Kathmandu', NOW, ['2026-11-25', null], ['2026-11-26', '05:44'], '2026-11-25T23:59:59.999Z'],
  ['in a week', 'UTC', 'Asia/Kathmandu', NOW, ['2026-12-02', '02:00'], ['2026-12-02', '02:00'], '2026-12-01T20:15:00.000Z'],
  // Two zones that show the same.
  ['in 1 h', BERLIN, 'Europe/Paris', NOW, ['2026-11-25', '03:00'], ['2026-11-25', '03:00'], '2026-11-25T02:00:00.000Z'],
  ['today, by the end of the day', BERLIN, 'Europe/Paris', NOW, ['2026-11-25', null], ['2026-11-25', null], '2026-11-25T22:59:59.999Z'],
  // Far: 02:30 is not there on the day on which the clocks of New York go forward, and 01:30 comes twice on the other.
  [
    'a time that is skipped there',
    BERLIN,
    'America/New_York',
    '2026-02-20T12:00:00.000Z',
    ['2026-03-08', '02:30'],
    ['2026-03-08', '02:30'],
    '2026-03-08T07:00:00.000Z',
  ],
  [
    'a time that comes twice there',
    BERLIN,
    'America/New_York',
    '2026-10-20T12:00:00.000Z',
    ['2026-11-01', '01:30'],
    ['2026-11-01', '01:30'],
    '2026-11-01T05:30:00.000Z',
  ],
  // Near: the instant stays, also where it is the second 01:30.
  [
    'the second 01:30',
    BERLIN,
    'America/New_York',
    '2026-10-31T12:00:00.000Z',
    ['2026-11-01', '07:30'],
    ['2026-11-01', '01:30'],
    '2026-11-01T06:30:00.000Z',
  ],
  [
    'the end of a day of 23.5 hours',
    'UTC',
    'Australia/Lord_Howe',
    '2026-10-03T12:00:00.000Z',
    ['2026-10-04', '12:59'],
    ['2026-10-04', '23:59'],
    '2026-10-04T12:59:00.000Z',
  ],
  // Zones of before with seconds: the time is rounded down, the instant exact.
  [
    'in a zone 44 minutes and 30 seconds behind',
    'UTC',
    'Africa/Monrovia',
    '1970-06-01T12:00:00.000Z',
    ['1970-06-02', '12:00'],
    ['1970-06-02', '11:15'],
    '1970-06-02T12:00:00.000Z',
  ],
  [
    'the end of its day',
    'Africa/Monrovia',
    'UTC',
    '1970-06-01T12:00:00.000Z',
    ['1970-06-02', null],
    ['1970-06-03', '00:44'],
    '1970-06-03T00:44:29.999Z',
  ],
])('%s, from %s to %s at %s: %j is then %j', (_what, from, to, at, [date, time], [thenDate, thenTime], instant) => {
  const due = { date, time, at: dueInstant(date, time, from) };
  expect(dueAfterMove(due, { at, to })).toEqual({ date: thenDate, time: thenTime, at: instant });
});

const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
const hours = fc.integer({ min: -72, max: 24 * 400 });

test('after a move, date, time and instant agree; a near due date keeps its instant, a far one its date and time', () => {
  fc.assert(
    fc.property(zone, zone, hours, fc.option(fc.constantFrom('00:00', '02:30', '23:59')), fc.nat(400), (from, to, ahead, time, day) => {
      const at = plus(NOW, day * 24 * HOUR);
      const date = localDate(plus(at, ahead * HOUR), from);
      const due = { date, time, at: dueInstant(date, time, from) };
      const after = dueAfterMove(due, { at, to });
      if (due.at < at) expect(after).toEqual(due);
      else if (due.at <= plus(at, 48 * HOUR)) expect(after).toEqual(localDue(due.at, to));
      else expect(after).toEqual({ date, time, at: dueInstant(date, time, to) });
      // Nothing that lies ahead gets into the past, and nobody gains or loses more than the two zones are apart.
      if (due.at >= at) expect(after.at >= at).toBe(true);
      expect(Math.abs(Date.parse(after.at) - Date.parse(due.at))).toBeLessThanOrEqual(27 * HOUR);
      expect(addDays(after.date, -2) < date && date < addDays(after.date, 2)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

test('two moves, there and back within the hour, do not change a near due date', () => {
  fc.assert(
    fc.property(zone, zone, fc.integer({ min: 1, max: 46 }), fc.constantFrom(null, '12:00', '23:59'), (from, to, ahead, time) => {
      const date = localDate(plus(NOW, ahead * HOUR), from);
      const due = { date, time, at: dueInstant(date, time, from) };
      fc.pre(due.at > plus(NOW, HOUR) && due.at <= plus(NOW, 48 * HOUR));
      const there = dueAfterMove(due, { at: NOW, to });
      expect(dueAfterMove(there, { at: plus(NOW, HOUR), to: from })).toEqual(due);
    }),
    { numRuns: 1_000 },
  );
});
