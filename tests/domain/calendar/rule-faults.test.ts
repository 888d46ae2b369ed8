import { describe, expect, test } from 'vitest';
import { bareRule, RuleFault, readRule, untilDate } from '../../../src/domain/calendar/recurrence-rule.ts';

describe('a fault in a rule', () => {
  test.each([
    ['FREQ=DAILY\nEXDATE=20261120', 'Send one rule, without DTSTART or EXDATE.'],
    ['FREQ=DAILY\rEXDATE=20261120', 'Send one rule, without DTSTART or EXDATE.'],
    ['FREQ=DAILY;BYHOUR=9', 'BYHOUR cannot be used here: the due time says when.'],
    ['FREQ=DAILY;BYMINUTE=9', 'BYMINUTE cannot be used here: the due time says when.'],
    ['FREQ=DAILY;BYSECOND=9', 'BYSECOND cannot be used here: the due time says when.'],
    ['FREQ=DAILY;X-COLOUR=RED', 'X-COLOUR cannot be used here.'],
    ['every day', 'This is no recurrence rule.'],
    [`FREQ=DAILY;${'X'.repeat(21)}=1`, 'This is no recurrence rule.'],
    ['', 'This is no recurrence rule.'],
    ['FREQ=DAILY;COUNT', 'COUNT needs a value.'],
    ['FREQ=DAILY;COUNT=', 'COUNT needs a value.'],
    ['FREQ=DAILY;COUNT=1=2', 'COUNT needs a value.'],
    ['FREQ=DAILY;FREQ=WEEKLY', 'FREQ stands here twice.'],
    ['COUNT=3', 'FREQ is missing: DAILY, WEEKLY, MONTHLY or YEARLY.'],
    ['FREQ=HOURLY', 'A routine comes daily or less often: FREQ is DAILY, WEEKLY, MONTHLY or YEARLY.'],
    ['FREQ=DAILY;INTERVAL=0', 'INTERVAL is a whole number from 1.'],
    ['FREQ=DAILY;INTERVAL=1.5', 'INTERVAL is a whole number from 1.'],
    ['FREQ=DAILY;COUNT=x1', 'COUNT is a whole number from 1.'],
    ['FREQ=DAILY;COUNT=1x', 'COUNT is a whole number from 1.'],
    ['FREQ=DAILY;COUNT=1234567890', 'COUNT is a whole number from 1.'],
    ['FREQ=YEARLY;BYMONTH=13', 'BYMONTH holds whole numbers from 1 to 12.'],
    ['FREQ=YEARLY;BYMONTH=0', 'BYMONTH holds whole numbers from 1 to 12.'],
    ['FREQ=YEARLY;BYMONTH=-1', 'BYMONTH holds whole numbers from 1 to 12.'],
    ['FREQ=YEARLY;BYWEEKNO=54', 'BYWEEKNO holds whole numbers from 1 to 53, or as many from the end.'],
    ['FREQ=YEARLY;BYYEARDAY=-367', 'BYYEARDAY holds whole numbers from 1 to 366, or as many from the end.'],
    ['FREQ=YEARLY;BYYEARDAY=0001', 'BYYEARDAY holds whole numbers from 1 to 366, or as many from the end.'],
    ['FREQ=MONTHLY;BYMONTHDAY=1,32', 'BYMONTHDAY holds whole numbers from 1 to 31, or as many from the end.'],
    ['FREQ=MONTHLY;BYMONTHDAY=1e1', 'BYMONTHDAY holds whole numbers from 1 to 31, or as many from the end.'],
    ['FREQ=MONTHLY;BYMONTHDAY=0x1', 'BYMONTHDAY holds whole numbers from 1 to 31, or as many from the end.'],
    ['FREQ=MONTHLY;BYDAY=MO;BYSETPOS=367', 'BYSETPOS holds whole numbers from 1 to 366, or as many from the end.'],
    ['FREQ=WEEKLY;WKST=XX', 'WKST names weekdays: MO, TU, WE, TH, FR, SA, SU.'],
    ['FREQ=WEEKLY;BYDAY=XX', 'BYDAY names weekdays: MO, TU, WE, TH, FR, SA, SU.'],
    ['FREQ=WEEKLY;BYDAY=MON', 'BYDAY names weekdays: MO, TU, WE, TH, FR, SA, SU.'],
    ['FREQ=MONTHLY;BYDAY=X1MO', 'BYDAY names weekdays: MO, TU, WE, TH, FR, SA, SU.'],
    ['FREQ=MONTHLY;BYDAY=0MO', 'BYDAY counts weekdays from 1 to 53, or from the end.'],
    ['FREQ=MONTHLY;BYDAY=-54MO', 'BYDAY counts weekdays from 1 to 53, or from the end.'],
    ['FREQ=DAILY;COUNT=3;UNTIL=20261231', 'Give COUNT or UNTIL, not both.'],
    ['FREQ=MONTHLY;BYWEEKNO=1', 'BYWEEKNO goes with FREQ=YEARLY only.'],
    ['FREQ=MONTHLY;BYYEARDAY=1', 'BYYEARDAY goes with FREQ=YEARLY only.'],
    ['FREQ=WEEKLY;BYMONTHDAY=1', 'BYMONTHDAY does not go with FREQ=WEEKLY.'],
    ['FREQ=WEEKLY;BYDAY=1MO', 'A counted weekday goes with FREQ=MONTHLY or FREQ=YEARLY.'],
    ['FREQ=DAILY;BYDAY=MO,1TU', 'A counted weekday goes with FREQ=MONTHLY or FREQ=YEARLY.'],
    ['FREQ=YEARLY;BYWEEKNO=1;BYDAY=1MO', 'A counted weekday does not go with BYWEEKNO.'],
    ['FREQ=DAILY;BYSETPOS=1', 'BYSETPOS needs another BY part to choose from.'],
    ['FREQ=DAILY;UNTIL=20261301', 'UNTIL is a date as YYYYMMDD, or an instant as YYYYMMDDTHHMMSSZ.'],
    ['FREQ=DAILY;UNTIL=2026-11-20', 'UNTIL is a date as YYYYMMDD, or an instant as YYYYMMDDTHHMMSSZ.'],
    ['FREQ=DAILY;UNTIL=20261120T240000Z', 'UNTIL is a date as YYYYMMDD, or an instant as YYYYMMDDTHHMMSSZ.'],
    ['FREQ=DAILY;UNTIL=X20261120', 'UNTIL is a date as YYYYMMDD, or an instant as YYYYMMDDTHHMMSSZ.'],
    ['FREQ=DAILY;UNTIL=20261120X', 'UNTIL is a date as YYYYMMDD, or an instant as YYYYMMDDTHHMMSSZ.'],
  ])('%j is told: %s', (rule, sentence) => {
    expect(() => readRule(rule)).toThrow(new RuleFault(sentence));
  });

  test('has the name by which callers know it', () => {
    expect(new RuleFault('x').name).toBe('RuleFault');
  });
});

describe('a rule', () => {
  const NOTHING = { interval: 1, count: null, months: [], weeks: [], yearDays: [], monthDays: [], days: [], positions: [], weekStart: 1 };

  test('that names only its frequency has every day of it', () => {
    expect(readRule('FREQ=DAILY')).toEqual({ rule: { ...NOTHING, frequency: 'DAILY' }, until: null });
  });

  test('is read with all its parts, in whatever case', () => {
    const text = ' rrule:freq=yearly;interval=999999999;until=20261231;bymonth=1,12;byweekno=53;byday=su;bysetpos=-366;wkst=su ';
    expect(readRule(text)).toEqual({
      rule: {
        ...NOTHING,
        frequency: 'YEARLY',
        interval: 999_999_999,
        months: [1, 12],
        weeks: [53],
        days: [{ weekday: 7, nth: null }],
        positions: [-366],
        weekStart: 7,
      },
      until: '20261231',
    });
    expect(readRule('FREQ=YEARLY;COUNT=3;BYYEARDAY=366,-366;BYMONTHDAY=+31,-31;BYDAY=53MO,-53TU').rule).toEqual({
      ...NOTHING,
      frequency: 'YEARLY',
      count: 3,
      yearDays: [366, -366],
      monthDays: [31, -31],
      days: [
        { weekday: 1, nth: 53 },
        { weekday: 2, nth: -53 },
      ],
    });
  });

  test('may choose positions among days of each kind', () => {
    for (const part of ['BYDAY=MO', 'BYWEEKNO=1', 'BYYEARDAY=1', 'BYMONTHDAY=1', 'BYMONTH=1'])
      expect(readRule(`FREQ=YEARLY;${part};BYSETPOS=1`).rule.positions).toEqual([1]);
  });

  test('loses the word in front of it, and nothing else', () => {
    expect(bareRule(' RRULE:FREQ=DAILY ')).toBe('FREQ=DAILY');
    expect(bareRule('FREQ=RRULE:')).toBe('FREQ=RRULE:');
  });
});

describe('the last date that UNTIL allows', () => {
  test.each([
    ['20261231', 'Asia/Tokyo', '2026-12-31'],
    ['20261231T233000', 'Asia/Tokyo', '2026-12-31'],
    ['20261231T233000Z', 'Asia/Tokyo', '2027-01-01'],
    ['20261231T013000Z', 'America/New_York', '2026-12-30'],
    ['99991231T233000Z', 'Asia/Tokyo', '9999-12-31'],
  ])('by %s in %s is %s', (until, zone, date) => {
    expect(untilDate(until, zone)).toBe(date);
  });
});
