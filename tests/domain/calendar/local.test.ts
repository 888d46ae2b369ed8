import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compare, later, minutesBetween, plus } from '../../../src/domain/calendar/dates.ts';
import {
  addDays,
  datesBetween,
  daysBetween,
  dueInstant,
  endOfDay,
  localDate,
  localHour,
  localTime,
  startOfDay,
  weekday,
  weekOf,
} from '../../../src/domain/calendar/local.ts';

describe('a local time', () => {
  const ZONES = Intl.supportedValuesOf('timeZone');
  const zone = fc.constantFrom(...ZONES);
  const date = fc.integer({ min: 0, max: 55_000 }).map((days) => addDays('1950-01-01', days));
  const time = fc
    .tuple(fc.nat(23), fc.nat(59))
    .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`);
  const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

  test.each([
    ['an ordinary time', '2026-11-20', '09:30', 'Europe/Berlin', '2026-11-20T08:30:00.000Z'],
    ['Berlin, spring: 02:30 is not there, 03:00 is the first that is', '2026-03-29', '02:30', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
    ['Berlin, autumn: the earlier 02:30', '2026-10-25', '02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['Auckland, spring: 02:30 is not there', '2026-09-27', '02:30', 'Pacific/Auckland', '2026-09-26T14:00:00.000Z'],
    ['Lord Howe, a gap of 30 minutes', '2026-10-04', '02:10', 'Australia/Lord_Howe', '2026-10-03T15:30:00.000Z'],
    ['Lord Howe, a fold of 30 minutes', '2026-04-05', '01:45', 'Australia/Lord_Howe', '2026-04-04T14:45:00.000Z'],
    ['Apia, the day that was skipped', '2011-12-30', '12:00', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
    ['Santiago, midnight is not there', '2026-09-06', '00:15', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
  ])('%s', (_case, day, at, where, instant) => {
    expect(dueInstant(day, at, where)).toBe(instant);
  });

  test.each([
    ['Berlin, 23 hours', '2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
    ['Berlin, 25 hours', '2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
    ['Auckland, 23 hours', '2026-09-27', 'Pacific/Auckland', '2026-09-26T12:00:00.000Z', '2026-09-27T10:59:59.999Z'],
    ['Santiago, a day that begins at one', '2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z', '2026-09-07T02:59:59.999Z'],
  ])('gives the begin and the end of a day: %s', (_case, day, where, start, end) => {
    expect([startOfDay(day, where), endOfDay(day, where), dueInstant(day, null, where)]).toEqual([start, end, end]);
  });

  test('gives a due instant on its own day at its own time, or at the end of the gap that contains that time', () => {
    fc.assert(
      fc.property(date, time, zone, (day, at, where) => {
        const due = dueInstant(day, at, where);
        expect(due).toMatch(INSTANT);
        const seen = `${localDate(due, where)} ${localTime(due, where)}`;
        if (seen === `${day} ${at}`) return;
        // in a gap: the instant before shows an earlier time than the wanted one, the chosen instant a later one
        const justBefore = plus(due, -1);
        expect(`${localDate(justBefore, where)} ${localTime(justBefore, where)}` < `${day} ${at}`).toBe(true);
        expect(seen > `${day} ${at}`).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  test('takes the earlier instant where a local time exists twice', () => {
    fc.assert(
      fc.property(date, time, zone, (day, at, where) => {
        const due = dueInstant(day, at, where);
        for (const minutes of [30, 60, 120]) {
          const before = plus(due, -minutes * 60_000);
          expect(`${localDate(before, where)} ${localTime(before, where)}`).not.toBe(`${day} ${at}`);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test('ends each day one millisecond before the next begins', () => {
    fc.assert(
      fc.property(date, zone, (day, where) => {
        expect(plus(endOfDay(day, where), 1)).toBe(startOfDay(addDays(day, 1), where));
        expect(compare(startOfDay(day, where), startOfDay(addDays(day, 1), where))).not.toBe(1);
      }),
      { numRuns: 1_000 },
    );
  });

  test('puts the first and the last instant of an existing day on that day', () => {
    fc.assert(
      fc.property(date, zone, (day, where) => {
        const start = startOfDay(day, where);
        fc.pre(start < startOfDay(addDays(day, 1), where));
        expect(localDate(start, where)).toBe(day);
        expect(localDate(endOfDay(day, where), where)).toBe(day);
        expect(localHour(start, where)).toBeLessThan(4);
      }),
      { numRuns: 1_000 },
    );
  });

  test('gives the week of a date, which begins on Monday and contains the date', () => {
    expect(weekOf('2026-11-22')).toEqual({ from: '2026-11-16', to: '2026-11-22' });
    fc.assert(
      fc.property(date, (day) => {
        const { from, to } = weekOf(day);
        expect([weekday(from), weekday(to), daysBetween(from, to)]).toEqual([1, 7, 6]);
        expect(datesBetween(from, to)).toContain(day);
      }),
    );
  });

  test('compares instants, and gives the later one', () => {
    const [first, second] = ['2026-11-20T11:00:00.000Z', '2026-11-20T11:00:00.001Z'] as const;
    expect([compare(first, second), compare(first, first), compare(second, first)]).toEqual([-1, 0, 1]);
    expect([later(first, second), later(second, first)]).toEqual([second, second]);
  });

  test('lists no dates if the last one lies before the first', () => {
    expect(datesBetween('2026-11-20', '2026-11-21')).toEqual(['2026-11-20', '2026-11-21']);
    expect(datesBetween('2026-11-20', '2026-11-18')).toEqual([]);
  });

  test('rounds durations to whole minutes, negative ones included', () => {
    expect(minutesBetween('2026-11-20T22:59:59.999Z', '2026-11-20T11:00:00.000Z')).toBe(-720);
    expect(minutesBetween('2026-11-20T11:00:00.000Z', '2026-11-20T10:59:59.000Z')).toBe(0);
    expect(minutesBetween('2026-11-20T11:00:00.000Z', '2026-11-20T11:01:30.000Z')).toBe(2);
  });

  /** What Temporal says, asked anew each time. */
  const asked = {
    shown: (instant: string, where: string) => {
      const at = Temporal.Instant.from(instant).toZonedDateTimeISO(where);
      return [at.toPlainDate().toString(), at.hour, at.toPlainTime().toString({ smallestUnit: 'minute' })];
    },
    startOfDay: (day: string, where: string) => Temporal.PlainDate.from(day).toZonedDateTime(where).epochMilliseconds,
    due: (day: string, at: string, where: string) => {
      const wanted = Temporal.PlainDate.from(day).toPlainDateTime(Temporal.PlainTime.from(at));
      const found = wanted.toZonedDateTime(where, { disambiguation: 'earlier' });
      return found.toPlainDateTime().equals(wanted) ? found.epochMilliseconds : found.getTimeZoneTransition('next')?.epochMilliseconds;
    },
  };
  const anyDate = fc.integer({ min: 0, max: 73_000 }).map((days) => addDays('1900-01-01', days));
  const anyInstant = fc
    .integer({ min: Date.parse('1900-01-02T00:00:00Z'), max: Date.parse('2099-12-30T00:00:00Z') })
    .map((milliseconds) => new Date(milliseconds).toISOString());

  test('agrees with Temporal for every instant and every local time in every zone', () => {
    fc.assert(
      fc.property(anyInstant, anyDate, time, zone, (instant, day, at, where) => {
        expect([localDate(instant, where), localHour(instant, where), localTime(instant, where)]).toEqual(asked.shown(instant, where));
        expect(Date.parse(startOfDay(day, where))).toBe(asked.startOfDay(day, where));
        expect(Date.parse(dueInstant(day, at, where))).toBe(asked.due(day, at, where));
      }),
      { numRuns: 5_000 },
    );
  });

  test('counts dates as Temporal does', () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: -5_000, max: 5_000 }), (day, days) => {
        const plain = Temporal.PlainDate.from(day);
        const other = addDays(day, days);
        expect(other).toBe(plain.add({ days }).toString());
        expect(weekday(day)).toBe(plain.dayOfWeek);
        expect(daysBetween(day, other)).toBe(days);
      }),
      { numRuns: 1_000 },
    );
  });

  test.each([
    ['a day that its month does not have', () => addDays('2026-02-30', 1)],
    ['text that is no date', () => weekday('tomorrow')],
    ['a time that no clock shows', () => dueInstant('2026-11-20', '24:00', 'Europe/Berlin')],
    ['text that is no instant', () => localDate('now', 'Europe/Berlin')],
    ['a zone that does not exist', () => startOfDay('2026-11-20', 'Europe/Atlantis')],
  ])('refuses %s', (_case, call) => {
    expect(call).toThrow(RangeError);
  });

  test('keeps years of four digits and others apart as Temporal spells them', () => {
    expect([addDays('9999-12-31', 1), addDays('+010000-01-01', -1)]).toEqual(['+010000-01-01', '9999-12-31']);
    expect([addDays('0000-01-01', -1), daysBetween('-000001-12-31', '0000-01-02')]).toEqual(['-000001-12-31', 2]);
  });
});

describe('a change of the clocks', () => {
  interface Change {
    readonly zone: string;
    /** The instant of the change, and the local times just before and after it. */
    readonly at: Temporal.ZonedDateTime;
    readonly from: Temporal.PlainDateTime;
    readonly to: Temporal.PlainDateTime;
  }

  /** Every change of every zone's clocks from 2005 to 2040. */
  function* changes(): Generator<Change> {
    for (const zone of Intl.supportedValuesOf('timeZone')) {
      let at = Temporal.Instant.from('2005-01-01T00:00:00Z').toZonedDateTimeISO(zone).getTimeZoneTransition('next');
      while (at !== null && at.year < 2040) {
        const before = at.subtract({ nanoseconds: 1 });
        yield {
          zone,
          at,
          from: at.toPlainDateTime().add({ nanoseconds: before.offsetNanoseconds - at.offsetNanoseconds }),
          to: at.toPlainDateTime(),
        };
        at = at.getTimeZoneTransition('next');
      }
    }
  }

  const ALL = [...changes()];
  const wall = (time: Temporal.PlainDateTime): [string, string] => [
    time.toPlainDate().toString(),
    time.toPlainTime().toString({ smallestUnit: 'minute' }),
  ];
  const instant = (at: Temporal.ZonedDateTime): string => at.toInstant().toString({ fractionalSecondDigits: 3 });

  test('finds gaps and folds to test', () => {
    expect(ALL.filter(({ from, to }) => Temporal.PlainDateTime.compare(from, to) < 0).length).toBeGreaterThan(1_000);
    expect(ALL.filter(({ from, to }) => Temporal.PlainDateTime.compare(from, to) > 0).length).toBeGreaterThan(1_000);
  });

  test('makes a time that lies in a gap due at the first instant after the gap', () => {
    for (const { zone, at, from, to } of ALL) {
      if (Temporal.PlainDateTime.compare(from, to) >= 0) continue;
      const last = to.subtract({ minutes: 1 });
      for (const time of [from, last]) expect([zone, dueInstant(...wall(time), zone)]).toEqual([zone, instant(at)]);
      expect(dueInstant(...wall(to), zone)).toBe(instant(at));
    }
  });

  test('makes a time that lies in a fold due the first time that it occurs', () => {
    for (const { zone, at, from, to } of ALL) {
      if (Temporal.PlainDateTime.compare(from, to) <= 0) continue;
      const length = to.until(from);
      expect([zone, dueInstant(...wall(to), zone)]).toEqual([zone, instant(at.subtract(length))]);
      expect(dueInstant(...wall(from), zone)).toBe(instant(at.add(length)));
    }
  });

  test('begins every day near a change of the clocks before it ends, unless the zone skips the day', () => {
    for (const { zone, at, from } of ALL) {
      for (const date of new Set([from.toPlainDate().toString(), at.toPlainDate().toString()])) {
        if (startOfDay(date, zone) > endOfDay(date, zone)) continue;
        expect([zone, localDate(startOfDay(date, zone), zone), localDate(endOfDay(date, zone), zone)]).toEqual([zone, date, date]);
      }
    }
  });
});
