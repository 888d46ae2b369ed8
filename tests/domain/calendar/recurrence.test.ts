import fc from 'fast-check';
import { RRuleTemporal } from 'rrule-temporal';
import { describe, expect, test } from 'vitest';
import { toDate, toNumber, weekdayOf } from '../../../src/domain/calendar/dates.ts';
import { datesFrom, datesWithin, firstDate, lastByCount } from '../../../src/domain/calendar/recurrence.ts';
import { RuleFault, readRule, untilDate } from '../../../src/domain/calendar/recurrence-rule.ts';

const five = (rrule: string, start: string, from = start, until: string | null = null) => datesFrom({ rrule, start, until }, from, 5);

describe('the dates of a rule', () => {
  test.each([
    ['FREQ=DAILY', '2026-11-21', ['2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24', '2026-11-25']],
    ['RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', '2026-11-21', ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27']],
    // 31 leaves out short months; the last day is a separate choice
    ['FREQ=MONTHLY;BYMONTHDAY=31', '2027-01-31', ['2027-01-31', '2027-03-31', '2027-05-31', '2027-07-31', '2027-08-31']],
    ['FREQ=MONTHLY', '2027-01-31', ['2027-01-31', '2027-03-31', '2027-05-31', '2027-07-31', '2027-08-31']],
    ['FREQ=MONTHLY;BYMONTHDAY=-1', '2027-01-31', ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']],
    ['FREQ=YEARLY', '2028-02-29', ['2028-02-29', '2032-02-29', '2036-02-29', '2040-02-29', '2044-02-29']],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1', '2027-01-01', ['2027-02-28', '2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28']],
    ['FREQ=MONTHLY;BYDAY=2TU', '2026-11-21', ['2026-12-08', '2027-01-12', '2027-02-09', '2027-03-09', '2027-04-13']],
    ['FREQ=MONTHLY;BYDAY=-1FR', '2026-11-21', ['2026-11-27', '2026-12-25', '2027-01-29', '2027-02-26', '2027-03-26']],
    ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', '2026-11-21', ['2026-11-30', '2026-12-31', '2027-01-29', '2027-02-26', '2027-03-31']],
    ['FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13', '2026-11-21', ['2027-08-13', '2028-10-13', '2029-04-13', '2029-07-13', '2030-09-13']],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO', '2026-11-23', ['2026-11-23', '2026-12-07', '2026-12-21', '2027-01-04', '2027-01-18']],
    ['FREQ=DAILY;COUNT=3', '2026-11-21', ['2026-11-21', '2026-11-22', '2026-11-23']],
    ['freq=daily;until=20261123', '2026-11-21', ['2026-11-21', '2026-11-22', '2026-11-23']],
  ])('%s from %s', (rrule, start, dates) => {
    const { until } = readRule(rrule);
    expect(five(rrule, start, start, until === null ? null : untilDate(until, 'UTC'))).toEqual(dates);
  });

  // The first three rules are examples of RFC 5545. python-dateutil gives the same dates for all rules but the one of a week without a
  // weekday, of which it gives all days.
  test.each([
    ['FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO', '1997-05-12', ['1997-05-12', '1998-05-11', '1999-05-17']],
    [
      'FREQ=YEARLY;INTERVAL=3;BYYEARDAY=1,100,200',
      '1997-01-01',
      ['1997-01-01', '1997-04-10', '1997-07-19', '2000-01-01', '2000-04-09', '2000-07-18', '2003-01-01'],
    ],
    ['FREQ=YEARLY;BYDAY=20MO', '1997-05-19', ['1997-05-19', '1998-05-18', '1999-05-17']],
    ['FREQ=YEARLY;BYWEEKNO=1;BYDAY=MO', '1996-12-30', ['1996-12-30', '1997-12-29', '1999-01-04', '2000-01-03']],
    ['FREQ=YEARLY;BYWEEKNO=1', '1996-12-31', ['1996-12-31', '1997-12-30', '1999-01-05', '2000-01-04']],
    ['FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO,SU', '1998-01-01', ['1998-12-28', '1999-01-03', '2004-12-27', '2005-01-02']],
    ['FREQ=YEARLY;BYWEEKNO=-1;BYDAY=TH', '2026-01-01', ['2026-12-31', '2027-12-30', '2028-12-28']],
    ['FREQ=YEARLY;BYWEEKNO=1;BYDAY=SU;WKST=SU', '1996-12-29', ['1996-12-29', '1998-01-04', '1999-01-03']],
    ['FREQ=YEARLY;BYYEARDAY=366', '2024-01-01', ['2024-12-31', '2028-12-31']],
    ['FREQ=YEARLY;BYYEARDAY=-366', '2024-01-01', ['2024-01-01', '2028-01-01']],
    ['FREQ=YEARLY;BYYEARDAY=-1,60', '2026-01-01', ['2026-03-01', '2026-12-31', '2027-03-01', '2027-12-31']],
    ['FREQ=YEARLY;BYDAY=53MO', '2024-01-01', ['2024-12-30', '2029-12-31']],
    ['FREQ=YEARLY;BYDAY=-53MO', '2024-01-01', ['2024-01-01', '2029-01-01']],
    ['FREQ=YEARLY;BYDAY=-1FR', '2026-01-01', ['2026-12-25', '2027-12-31']],
    ['FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU', '2026-01-01', ['2026-03-29', '2027-03-28']],
    ['FREQ=YEARLY;BYMONTH=2,3;BYYEARDAY=59,60,61', '2026-01-01', ['2026-02-28', '2026-03-01', '2026-03-02', '2027-02-28']],
    ['FREQ=YEARLY;BYMONTH=1;BYWEEKNO=1;BYDAY=MO,TH', '2026-01-01', ['2026-01-01', '2027-01-04', '2027-01-07']],
    ['FREQ=MONTHLY;BYMONTHDAY=31,-31', '2026-01-01', ['2026-01-01', '2026-01-31', '2026-03-01', '2026-03-31']],
    ['FREQ=YEARLY;BYMONTHDAY=13;BYDAY=FR', '2026-01-01', ['2026-02-13', '2026-03-13', '2026-11-13']],
  ])('%s from %s, in years and weeks', (rrule, start, dates) => {
    expect(datesFrom({ rrule, start, until: null }, start, dates.length)).toEqual(dates);
  });

  test('contain the start only if it matches the rule, and do not count it otherwise', () => {
    expect(five('FREQ=WEEKLY;BYDAY=MO;COUNT=2', '2026-11-21')).toEqual(['2026-11-23', '2026-11-30']);
  });

  test('apply COUNT to the whole series, not to the part that is asked for', () => {
    expect(five('FREQ=DAILY;COUNT=10', '2026-11-01', '2026-11-09')).toEqual(['2026-11-09', '2026-11-10']);
    expect(datesFrom({ rrule: 'FREQ=DAILY;COUNT=1', start: '2026-11-01', until: null, uncounted: true }, '2026-11-05', 2)).toHaveLength(2);
  });

  test('read an UNTIL that is an instant as a date in the zone', () => {
    expect(untilDate('20261231T230000Z', 'Europe/Berlin')).toBe('2027-01-01');
    expect(untilDate('20261231T230000Z', 'America/New_York')).toBe('2026-12-31');
    expect(untilDate('20261231T230000', 'Asia/Tokyo')).toBe('2026-12-31');
    expect(untilDate('99991231T230000Z', 'Pacific/Kiritimati')).toBe('9999-12-31');
  });

  test.each([
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=MONTHLY;BYMONTH=4;BYMONTHDAY=31',
    'FREQ=DAILY;INTERVAL=7;BYDAY=TU',
    'FREQ=WEEKLY;BYDAY=MO;BYSETPOS=2',
    'FREQ=YEARLY;INTERVAL=999999999;BYMONTH=1',
  ])('of %s are none', (rrule) => {
    expect(firstDate({ rrule, start: '2026-11-21', until: null }, '2026-11-21')).toBeNull();
  });

  test('end with the last date of the calendar, after a million dates', () => {
    const recurrence = { rrule: 'FREQ=DAILY;COUNT=1000000', start: '1900-01-01', until: null };
    expect(datesFrom(recurrence, '2100-12-30', 5)).toEqual(['2100-12-30', '2100-12-31']);
  });
});

describe('rules that are refused', () => {
  test.each([
    '',
    'nonsense',
    'INTERVAL=2',
    'FREQ=HOURLY',
    'FREQ=SECONDLY;COUNT=1000000',
    'FREQ=DAILY;BYHOUR=9',
    'FREQ=DAILY;INTERVAL=0',
    'FREQ=DAILY;INTERVAL=1.5',
    'FREQ=DAILY;COUNT=0',
    'FREQ=DAILY;COUNT=3;UNTIL=20270101',
    'FREQ=DAILY;UNTIL=20270230',
    'FREQ=DAILY;UNTIL=2027-01-01',
    'FREQ=DAILY;FREQ=WEEKLY',
    'FREQ=DAILY;BYDAY=XX',
    'FREQ=WEEKLY;BYDAY=1MO',
    'FREQ=WEEKLY;BYMONTHDAY=3',
    'FREQ=MONTHLY;BYMONTHDAY=0',
    'FREQ=MONTHLY;BYMONTHDAY=32',
    'FREQ=MONTHLY;BYWEEKNO=3',
    'FREQ=YEARLY;BYMONTH=-1',
    'FREQ=DAILY;BYSETPOS=1',
    'FREQ=DAILY;RSCALE=HEBREW',
    'FREQ=DAILY;',
    'DTSTART:20261121T000000Z\nRRULE:FREQ=DAILY',
    'FREQ=DAILY\nEXDATE:20261122',
    'FREQ=DAILY;DTSTART=20261121',
  ])('%j', (text) => {
    expect(() => readRule(text)).toThrow(RuleFault);
  });
});

const NAMES = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const some = <T>(one: fc.Arbitrary<T>) => fc.option(fc.uniqueArray(one, { minLength: 1, maxLength: 4 }), { nil: undefined });
const signed = (most: number) => fc.integer({ min: -most, max: most }).filter((number) => number !== 0);
const shape = fc.record({
  FREQ: fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'),
  INTERVAL: fc.integer({ min: 1, max: 5 }),
  COUNT: fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined }),
  BYMONTH: some(fc.integer({ min: 1, max: 12 })),
  // Rarely chosen, because few other parts can be combined with it.
  BYWEEKNO: fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, fc.uniqueArray(signed(53), { minLength: 1, maxLength: 4 })),
  BYMONTHDAY: some(signed(31)),
  BYYEARDAY: some(signed(366)),
  BYDAY: some(fc.tuple(fc.option(signed(5), { nil: '' }), fc.constantFrom(...NAMES)).map(([nth, day]) => `${nth}${day}`)),
  BYSETPOS: some(signed(4)),
  WKST: fc.constantFrom(undefined, 'MO', 'SU', 'WE'),
});
const rule = shape
  .map((parts) =>
    Object.entries(parts)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${name}=${value}`)
      .join(';'),
  )
  .filter((text) => {
    try {
      readRule(text);
      return true;
    } catch {
      return false;
    }
  });
const start = fc.integer({ min: toNumber('2024-01-01'), max: toNumber('2027-12-31') }).map(toDate);
const LAST = '2031-12-31';

/** Checks the calendar day by day, with rules that look at one day only, and groups the days. */
function walked(text: string, first: string): readonly string[] {
  const part = (name: string) => new RegExp(`(?:^|;)${name}=([^;]*)`).exec(text)?.[1];
  const list = (name: string) => part(name)?.split(',');
  const [freq, interval, wkst] = [part('FREQ'), Number(part('INTERVAL') ?? 1), NAMES.indexOf(part('WKST') ?? 'MO') + 1];
  const anchor = Temporal.PlainDate.from(first);
  const weekOf = (date: Temporal.PlainDate) => date.subtract({ days: (date.dayOfWeek - wkst + 7) % 7 });
  const periodOf = (date: Temporal.PlainDate): number => {
    if (freq === 'DAILY') return anchor.until(date).days;
    if (freq === 'WEEKLY') return weekOf(anchor).until(weekOf(date)).days / 7;
    const months = (date.year - anchor.year) * 12 + date.month - anchor.month;
    return freq === 'MONTHLY' ? months : date.year - anchor.year;
  };
  const both = (name: string, place: number, length: number) =>
    list(name)?.some((one) => Number(one) === place || Number(one) === place - length - 1) ?? true;
  const named = (date: Temporal.PlainDate): boolean => {
    if (!(list('BYMONTH')?.includes(String(date.month)) ?? true)) return false;
    if (!both('BYMONTHDAY', date.day, date.daysInMonth) || !both('BYYEARDAY', date.dayOfYear, date.daysInYear)) return false;
    if (!inWeek(date)) return false;
    const days = list('BYDAY');
    if (days) return days.some((one) => isDay(date, one));
    if (part('BYMONTHDAY') || part('BYYEARDAY') || freq === 'DAILY') return true;
    if (freq === 'WEEKLY' || part('BYWEEKNO')) return date.dayOfWeek === anchor.dayOfWeek;
    return date.day === anchor.day && (freq === 'MONTHLY' || part('BYMONTH') !== undefined || date.month === anchor.month);
  };
  // A week belongs to the year that contains its fourth day; 28 December is always in the last week.
  const weekNumber = (date: Temporal.PlainDate): number => Math.ceil(weekOf(date).add({ days: 3 }).dayOfYear / 7);
  const inWeek = (date: Temporal.PlainDate): boolean => {
    const { year } = weekOf(date).add({ days: 3 });
    return both('BYWEEKNO', weekNumber(date), weekNumber(Temporal.PlainDate.from({ year, month: 12, day: 28 })));
  };
  const isDay = (date: Temporal.PlainDate, one: string): boolean => {
    if (NAMES[date.dayOfWeek - 1] !== one.slice(-2)) return false;
    if (one.length === 2) return true;
    const inYear = freq === 'YEARLY' && !part('BYMONTH');
    const [place, length] = inYear ? [date.dayOfYear, date.daysInYear] : [date.day, date.daysInMonth];
    const nth = Number(one.slice(0, -2));
    return nth > 0 ? Math.ceil(place / 7) === nth : Math.ceil((length - place + 1) / 7) === -nth;
  };
  const groups = new Map<number, string[]>();
  const begin = freq === 'YEARLY' ? anchor.with({ month: 1, day: 1 }) : freq === 'MONTHLY' ? anchor.with({ day: 1 }) : weekOf(anchor);
  for (let date = begin; date.toString() <= '2032-12-31'; date = date.add({ days: 1 })) {
    const period = periodOf(date);
    if (period < 0 || period % interval !== 0 || !named(date)) continue;
    groups.set(period, [...(groups.get(period) ?? []), date.toString()]);
  }
  const positions = list('BYSETPOS')?.map(Number);
  const all = [...groups.values()].flatMap((group) =>
    positions ? group.filter((_, at) => positions.includes(at + 1) || positions.includes(at - group.length)) : group,
  );
  const count = part('COUNT');
  return all
    .filter((date) => date >= first)
    .slice(0, count ? Number(count) : undefined)
    .filter((date) => date <= LAST);
}

test('are the same as those found by checking every day', () => {
  fc.assert(
    fc.property(rule, start, (text, first) => {
      expect(datesWithin({ rrule: text, start: first, until: null }, first, LAST)).toEqual(walked(text, first));
    }),
    { numRuns: 150 },
  );
});

test('the date at which COUNT ends is that of its last occurrence', () => {
  fc.assert(
    fc.property(rule, start, fc.integer({ min: 1, max: 40 }), (text, first, count) => {
      const counted = `${text.replace(/;COUNT=\d+/, '')};COUNT=${count}`;
      const all = datesFrom({ rrule: counted, start: first, until: null, uncounted: true }, first, count);
      expect(lastByCount(counted, first)).toBe(all[count - 1] ?? null);
      expect(datesFrom({ rrule: counted, start: first, until: null }, first, count + 5)).toEqual(all);
    }),
    { numRuns: 200 },
  );
});

test('are the same as those of another library', () => {
  // the library differs from RFC 5545 where a counted weekday is combined with another part
  const counted = (text: string) => /BYDAY=[^;]*\d/.test(text);
  const odd = (text: string) => counted(text) && (/YEARLY|BYMONTHDAY/.test(text) || /BYDAY=([^;]*,)?[A-Z]/.test(text));
  const simple = rule.filter((text) => !/BYSETPOS|BYYEARDAY|BYWEEKNO/.test(text) && !odd(text));
  fc.assert(
    fc.property(simple, start, (text, first) => {
      const dtstart = Temporal.PlainDate.from(first).toZonedDateTime('UTC');
      const until = Temporal.PlainDate.from(LAST).toZonedDateTime('UTC');
      const other = new RRuleTemporal({ rruleString: `RRULE:${text}`, dtstart, until, maxIterations: 1_000_000 } as never);
      const theirs = other.all().map((date) => date.toString().slice(0, 10));
      expect(datesWithin({ rrule: text, start: first, until: LAST }, first, LAST)).toEqual(theirs);
    }),
    { numRuns: 200 },
  );
});

test('do not depend on the date at which the search begins', () => {
  fc.assert(
    fc.property(rule, start, fc.nat(3_000), (text, first, ahead) => {
      const from = toDate(toNumber(first) + ahead);
      const all = datesWithin({ rrule: text, start: first, until: null }, first, LAST);
      expect(datesWithin({ rrule: text, start: first, until: null }, from, LAST)).toEqual(all.filter((date) => date >= from));
    }),
    { numRuns: 300 },
  );
});

test('can be counted up to a date and found again by their number', () => {
  for (let number = toNumber('1899-12-31'); number <= toNumber('2101-01-01'); number += 1) {
    const date = Temporal.PlainDate.from(toDate(number));
    expect([toNumber(date.toString()), weekdayOf(number)]).toEqual([number, date.dayOfWeek]);
  }
});
