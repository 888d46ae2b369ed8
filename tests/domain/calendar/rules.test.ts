import { describe, expect, test } from 'vitest';
import { checkedFirstDate, datesFrom, firstDate, lastByCount, MOST_STEPS } from '../../../src/domain/calendar/recurrence.ts';
import { RuleFault, readRule } from '../../../src/domain/calendar/recurrence-rule.ts';
import { type DatedRoutine, nextDue } from '../../../src/domain/calendar/routine-dates.ts';
import type { Steps } from '../../../src/domain/calendar/rule-runs.ts';

/** Work is counted here, not timed: a step is a month that is looked at, or a week where BYSETPOS chooses within weeks. */
const counting = (): Steps => ({ taken: 0, most: Number.POSITIVE_INFINITY });
const MONTHS = 201 * 12;
const weeks = Array.from({ length: 53 }, (_, index) => index - 53);
const WEEKS = `FREQ=YEARLY;COUNT=9999999;BYWEEKNO=${weeks.join()};BYDAY=MO`;

describe('a list', () => {
  test('contains no value twice, however it is written', () => {
    const { rule } = readRule('FREQ=YEARLY;BYMONTH=2,02,2;BYMONTHDAY=1,+1,01,1;BYYEARDAY=+7,7;BYDAY=MO,MO,+1TU,1TU,01TU;BYSETPOS=-1,-01');
    expect(rule).toMatchObject({ months: [2], monthDays: [1], yearDays: [7], positions: [-1] });
    expect(rule.days).toEqual([
      { weekday: 1, nth: null },
      { weekday: 2, nth: 1 },
    ]);
    const doubled = `FREQ=DAILY;BYDAY=${Array.from({ length: 320 }, () => 'MO').join()}`;
    expect(readRule(doubled).rule.days).toHaveLength(1);
  });
});

describe('the work for a rule from 1900', () => {
  test.each([
    [WEEKS],
    ['FREQ=DAILY;COUNT=999999999'],
    ['FREQ=DAILY;COUNT=999999999;BYMONTH=2;BYMONTHDAY=30'],
    ['FREQ=DAILY;INTERVAL=999999999'],
    ['FREQ=DAILY;INTERVAL=7;BYDAY=TH'],
    ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO;COUNT=999999999'],
    ['FREQ=WEEKLY;INTERVAL=999999999;BYMONTH=2'],
    ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;COUNT=999999999'],
    ['FREQ=MONTHLY;BYMONTH=4;BYMONTHDAY=31'],
    ['FREQ=MONTHLY;INTERVAL=999999999;BYMONTHDAY=-31'],
    ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1,1,2,3;COUNT=999999999'],
    ['FREQ=YEARLY;INTERVAL=999999999;BYMONTH=12'],
    ['FREQ=YEARLY;BYYEARDAY=366;BYMONTH=1'],
    ['FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=366;COUNT=999999999'],
    [`FREQ=YEARLY;BYYEARDAY=${Array.from({ length: 200 }, (_, day) => day + 1).join()};COUNT=999999999`],
    ['FREQ=DAILY;UNTIL=99991231'],
  ])('%s is each month twice at most', (rrule) => {
    const steps = counting();
    checkedFirstDate({ rrule, start: '1900-01-01', until: null }, steps);
    expect(steps.taken).toBeLessThanOrEqual(2 * MONTHS);
    expect(steps.taken).toBeLessThanOrEqual(MOST_STEPS);
    const search = counting();
    datesFrom({ rrule, start: '1900-01-01', until: null, last_by_count: null }, '2026-11-20', 5, search);
    // From the day on which it is asked, never from the start.
    expect(search.taken).toBeLessThanOrEqual(75 * 12);
  });

  test('does not visit the periods that a large interval skips', () => {
    const steps = counting();
    expect(firstDate({ rrule: 'FREQ=YEARLY;INTERVAL=60', start: '1900-06-01', until: null }, '2025-01-01', steps)).toBe('2080-06-01');
    expect(steps.taken).toBeLessThanOrEqual(24);
  });

  test('is limited, and the error says what to do, even if parts were counted before', () => {
    const rrule = 'FREQ=WEEKLY;BYDAY=MO,TU;BYSETPOS=1;COUNT=999999999';
    lastByCount(rrule, '1900-01-01');
    for (const _again of [1, 2]) {
      const refused = () => checkedFirstDate({ rrule, start: '1900-01-01', until: null });
      expect(refused).toThrow(RuleFault);
      expect(refused).toThrow(/Choose a later first day or a smaller COUNT, or leave BYSETPOS out/);
    }
    expect(checkedFirstDate({ rrule, start: '2026-11-20', until: null })).toBe('2026-11-23');
    expect(checkedFirstDate({ rrule: rrule.replace('999999999', '50'), start: '1900-01-01', until: null })).toBe('1900-01-01');
  });
});

describe('the last date by COUNT', () => {
  test('is null if the calendar ends before it', () => {
    expect(lastByCount('FREQ=DAILY;COUNT=10', '2026-11-20')).toBe('2026-11-29');
    expect(lastByCount('FREQ=DAILY;COUNT=73414', '1900-01-01')).toBe('2100-12-31');
    expect(lastByCount('FREQ=DAILY;COUNT=73415', '1900-01-01')).toBeNull();
    expect(lastByCount('FREQ=DAILY', '2026-11-20')).toBeNull();
    expect(lastByCount(WEEKS, '1900-01-01')).toBeNull();
  });

  test('is read from where it is stored, and the occurrences are not counted again', () => {
    const steps = counting();
    const kept = { rrule: 'FREQ=DAILY;COUNT=9999999', start: '1900-01-01', until: null, last_by_count: '2026-12-01' };
    expect(datesFrom(kept, '2026-11-30', 5, steps)).toEqual(['2026-11-30', '2026-12-01']);
    expect(steps.taken).toBeLessThanOrEqual(2);
  });
});

test('fifty future changes of a rule without dates are skipped', () => {
  const never = {
    rrule: 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO',
    start_date: '2026-11-20',
    mode: 'due',
    from_date: '2026-11-20',
  } as const;
  const span = { ...never, until: null, last_by_count: null };
  const earlier = Array.from({ length: 50 }, (_, index) => ({
    ...span,
    before: `2027-${index < 25 ? '01' : '02'}-${String((index % 25) + 1).padStart(2, '0')}`,
  }));
  const routine: DatedRoutine = { ...span, rrule: 'FREQ=DAILY', earlier };
  expect(nextDue(routine, null)).toBe('2027-02-25');
});
