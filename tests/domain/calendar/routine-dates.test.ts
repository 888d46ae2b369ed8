import { describe, expect, test } from 'vitest';
import {
  type ChainLink,
  type DatedRoutine,
  endingAfter,
  isWithin,
  makingOf,
  nextDue,
  nextInChain,
  spanOn,
  spansOf,
  splitAt,
  untilIn,
  withLastByCount,
} from '../../../src/domain/calendar/routine-dates.ts';

/** A rule in mode completion whose first occurrence, on `due`, was closed on a local date. */
function next(rrule: string, due: string, closed: string, moved?: string | null): string | null {
  const routine: DatedRoutine = { rrule, start_date: due, until: null, mode: 'completion', from_date: due };
  return nextInChain(routine, [{ date: due, closed, ...(moved !== undefined && { due: moved }) }], 1);
}

/** Each rule with its due date; then when it was closed, and which date comes next. */
test.each([
  // Monday 5 April 2027. The example of the issue: done on the Saturday before.
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO', '2027-04-05', { '2027-04-03': '2027-04-19', '2027-03-24': '2027-04-19' }],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO', '2027-04-05', { '2027-04-05': '2027-04-19', '2027-04-06': '2027-04-19', '2027-04-12': '2027-04-26' }],
  ['FREQ=WEEKLY', '2027-04-05', { '2027-04-03': '2027-04-12', '2027-04-05': '2027-04-12', '2027-04-07': '2027-04-14' }],
  [
    'FREQ=WEEKLY;INTERVAL=3;BYDAY=MO,TH',
    '2027-04-05',
    { '2027-04-01': '2027-04-08', '2027-04-05': '2027-04-08', '2027-04-09': '2027-04-26' },
  ],
  [
    'FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=15',
    '2027-04-15',
    { '2027-03-28': '2027-06-15', '2027-04-15': '2027-06-15', '2027-05-02': '2027-05-15' },
  ],
  ['FREQ=MONTHLY', '2027-04-15', { '2027-04-10': '2027-05-15', '2027-04-15': '2027-05-15', '2027-04-20': '2027-05-20' }],
  [
    'FREQ=MONTHLY;INTERVAL=2;BYDAY=2TU',
    '2027-04-13',
    { '2027-03-30': '2027-06-08', '2027-04-13': '2027-06-08', '2027-04-20': '2027-06-08' },
  ],
  [
    'FREQ=MONTHLY;INTERVAL=2;BYDAY=-1FR',
    '2027-04-30',
    { '2027-03-27': '2027-06-25', '2027-04-30': '2027-06-25', '2027-05-03': '2027-05-28' },
  ],
  [
    'FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=-1',
    '2027-04-30',
    { '2027-03-30': '2027-06-30', '2027-04-30': '2027-06-30', '2027-05-01': '2027-05-31' },
  ],
  ['FREQ=YEARLY;INTERVAL=2', '2028-02-29', { '2027-12-30': '2032-02-29', '2028-02-29': '2032-02-29', '2028-03-01': '2030-03-01' }],
  [
    'FREQ=YEARLY;INTERVAL=2;BYMONTH=4;BYMONTHDAY=15',
    '2027-04-15',
    { '2026-12-30': '2029-04-15', '2027-04-15': '2029-04-15', '2028-01-02': '2028-04-15' },
  ],
  // Of a daily rule the distance itself counts from the completion.
  ['FREQ=DAILY;INTERVAL=14', '2027-04-05', { '2027-04-03': '2027-04-17', '2027-04-05': '2027-04-19', '2027-04-08': '2027-04-22' }],
] as const)('%s, due on %s: early it counts from the due date, on time and late from the completion', (rrule, due, cases) => {
  for (const [closed, wanted] of Object.entries(cases)) expect([closed, next(rrule, due, closed)]).toEqual([closed, wanted]);
});

test('an occurrence that was moved counts from the date to which it was moved, and without a due date from the completion', () => {
  const rule = 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO';
  expect(next(rule, '2027-04-05', '2027-04-10', '2027-04-12')).toBe('2027-04-26');
  expect(next(rule, '2027-04-05', '2027-04-03', '2027-04-04')).toBe('2027-04-12');
  expect(next(rule, '2027-04-05', '2027-04-03', null)).toBe('2027-04-12');
});

describe('the parts of a routine that apply to some of its dates', () => {
  const earlier = [
    { name: 'a', before: '2027-01-01' },
    { name: 'b', before: '2027-02-01' },
  ];
  const present = { name: 'c' };
  const named = (date: string) => spanOn<{ readonly name: string }>(earlier, present, date).name;

  test('are found by a date, on which a part begins', () => {
    expect(['2026-12-31', '2027-01-01', '2027-01-31', '2027-02-01'].map(named)).toEqual(['a', 'b', 'b', 'c']);
  });

  test('have bounds, except for the first and the last', () => {
    expect(spansOf<{ readonly name: string }>(earlier, present).map(({ span, from, before }) => [span.name, from, before])).toEqual([
      ['a', null, '2027-01-01'],
      ['b', '2027-01-01', '2027-02-01'],
      ['c', '2027-02-01', null],
    ]);
  });

  test.each([
    ['2027-01-01', '2027-02-01', ['2027-01-01', '2027-01-31']],
    [null, '2027-02-01', ['2026-12-31', '2027-01-01', '2027-01-31']],
    ['2027-01-01', null, ['2027-01-01', '2027-01-31', '2027-02-01']],
    [null, null, ['2026-12-31', '2027-01-01', '2027-01-31', '2027-02-01']],
  ])('from %s until before %s contain %j', (from, before, contained) => {
    const dates = ['2026-12-31', '2027-01-01', '2027-01-31', '2027-02-01'];
    expect(dates.filter((date) => isWithin(date, { from, before }))).toEqual(contained);
  });

  test.each([
    [null, null, null],
    ['2027-01-15', null, '2027-01-15'],
    [null, '2027-02-01', '2027-01-31'],
    ['2027-01-15', '2027-02-01', '2027-01-15'],
    ['2027-02-15', '2027-02-01', '2027-01-31'],
  ])('with UNTIL %s and an end before %s last until %s', (until, before, last) => {
    expect(untilIn({ span: { until }, from: null, before })).toBe(last);
  });

  test('are affected by a change from a date on only if they end after it', () => {
    expect(endingAfter(earlier, '2027-01-01')).toEqual([earlier[1]]);
    expect(endingAfter(earlier, undefined)).toEqual(earlier);
  });

  const split = (from: string, today = '2026-12-15') =>
    splitAt<{ readonly name: string }>({ earlier, present }, { from, today }, ({ name }) => ({ name: `${name} changed` }));

  test('are split at the date from which on something changes', () => {
    expect(split('2027-01-15')).toEqual([
      { name: 'a', before: '2027-01-01' },
      { name: 'b', before: '2027-01-15' },
      { name: 'b changed', before: '2027-02-01' },
    ]);
    expect(split('2027-01-01')).toEqual([
      { name: 'a', before: '2027-01-01' },
      { name: 'b changed', before: '2027-02-01' },
    ]);
    expect(split('2027-03-01')).toEqual([...earlier, { name: 'c', before: '2027-03-01' }]);
  });

  test('are dropped 100 days after their last date', () => {
    expect(split('2027-06-01', '2027-04-10').map(({ before }) => before)).toEqual(['2027-01-01', '2027-02-01', '2027-06-01']);
    expect(split('2027-06-01', '2027-04-11').map(({ before }) => before)).toEqual(['2027-02-01', '2027-06-01']);
  });
});

describe('the next due date', () => {
  const daily: DatedRoutine = { rrule: 'FREQ=DAILY', start_date: '2026-11-20', until: null, mode: 'due', from_date: '2026-11-22' };

  test('is the first that is still to be made, after those that were made', () => {
    expect(nextDue(daily, null)).toBe('2026-11-22');
    expect(nextDue(daily, '2026-11-20')).toBe('2026-11-22');
    expect(nextDue(daily, '2026-11-25')).toBe('2026-11-26');
  });

  test('of a routine with parts is that of the first part that has one', () => {
    const { earlier: _, ...part } = daily;
    const monthly: DatedRoutine = { ...part, rrule: 'FREQ=MONTHLY;BYMONTHDAY=1', earlier: [{ ...part, before: '2026-11-24' }] };
    expect(nextDue(monthly, null)).toBe('2026-11-22');
    expect(nextDue(monthly, '2026-11-23')).toBe('2026-12-01');
    const ended: DatedRoutine = { ...part, earlier: [{ ...part, until: '2026-11-22', before: '2026-11-24' }] };
    expect(nextDue(ended, '2026-11-22')).toBe('2026-11-24');
  });

  test('is made two weeks before, at the start of the day', () => {
    expect(makingOf('2026-12-15', 'Europe/Berlin')).toBe('2026-11-30T23:00:00.000Z');
  });
});

describe('the next date that is counted from completion', () => {
  const weekly: DatedRoutine = { rrule: 'FREQ=WEEKLY', start_date: '2026-11-20', until: null, mode: 'completion', from_date: '2026-11-20' };
  const following = (routine: DatedRoutine, chain: readonly ChainLink[], made = chain.length) => nextInChain(routine, chain, made);

  test('is the first one if there was none, and none if COUNT is reached', () => {
    expect(following(weekly, [])).toBe('2026-11-20');
    const twice = { ...weekly, rrule: 'FREQ=WEEKLY;COUNT=2' };
    expect(following(twice, [{ date: '2026-11-20', closed: '2026-12-20' }])).toBe('2026-12-27');
    expect(following(twice, [], 2)).toBeNull();
  });

  test('counts from the last completion, in whatever order the occurrences were closed', () => {
    const first = { date: '2026-11-20', closed: '2026-12-02' };
    const second = { date: '2026-11-27', closed: '2026-11-28' };
    expect(following(weekly, [first, second])).toBe('2026-12-09');
    expect(following(weekly, [second, first])).toBe('2026-12-09');
  });

  test('is none of the dates that exist already', () => {
    const chain = [
      { date: '2026-11-20', closed: '2026-11-20' },
      { date: '2026-11-27', due: null, closed: null },
    ];
    expect(following(weekly, chain)).toBe('2026-12-04');
  });

  test('does not count an occurrence that is open', () => {
    expect(following(weekly, [{ date: '2026-11-20', closed: null }])).toBe('2026-11-27');
    expect(following({ ...weekly, until: '2026-11-25' }, [{ date: '2026-11-20', closed: '2026-11-20' }])).toBeNull();
  });
});

test('the last date by COUNT is counted again only for another rule or another start', () => {
  const rule = { rrule: 'FREQ=DAILY;COUNT=3', start_date: '2026-11-20' };
  expect(withLastByCount(rule).last_by_count).toBe('2026-11-22');
  const counted = { ...rule, last_by_count: 'counted before' };
  expect(withLastByCount(rule, counted).last_by_count).toBe('counted before');
  expect(withLastByCount(rule, { ...rule, last_by_count: null }).last_by_count).toBeNull();
  expect(withLastByCount(rule, rule).last_by_count).toBe('2026-11-22');
  expect(withLastByCount({ ...rule, start_date: '2026-11-21' }, counted).last_by_count).toBe('2026-11-23');
  expect(withLastByCount({ ...rule, rrule: 'FREQ=DAILY;COUNT=4' }, counted).last_by_count).toBe('2026-11-23');
});
