import { expect, test } from 'vitest';
import { dueInstant, endOfDay, localDate, startOfDay } from '../../../src/domain/calendar/local.ts';

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
