import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../../src/contracts/words/phrases/days.ts';
import { datesFrom } from '../../src/domain/calendar/recurrence.ts';
import { ordinal, type PlainRule, parseRRule, ruleFrom, ruleWords, toRRule } from '../../web/recurrence/rule.ts';
import { nextDates } from '../../web/recurrence/rule-dates.ts';

const START = '2026-11-19';
const words = (given: Partial<PlainRule> & Pick<PlainRule, 'unit'>) => ruleWords(ruleFrom(START, given), START);

describe('a rule in plain words', () => {
  it('is written as a person would say it', () => {
    expect(words({ unit: 'day' })).toBe('Every day');
    expect(words({ unit: 'day', every: 3 })).toBe('Every 3 days');
    expect(words({ unit: 'week', weekdays: [1, 2, 3, 4, 5] })).toBe('Every weekday, Monday to Friday');
    expect(words({ unit: 'week', weekdays: [1, 3] })).toBe('Every Monday and Wednesday');
    expect(words({ unit: 'week', every: 2, weekdays: [2] })).toBe('Every 2 weeks on Tuesday');
    expect(words({ unit: 'month' })).toBe('Every month on the 19th');
    expect(words({ unit: 'month', on: { kind: 'last' } })).toBe('Every month on the last day');
    expect(words({ unit: 'month', on: { kind: 'days', days: [1, 15] } })).toBe('Every month on the 1st and 15th');
    expect(words({ unit: 'month', every: 3, on: { kind: 'nth', nth: 2, weekday: 2 } })).toBe('Every 3 months on the second Tuesday');
    expect(words({ unit: 'year' })).toBe('Every year on 19 November');
    expect(words({ unit: 'year', on: { kind: 'nth', nth: -1, weekday: 5 } })).toBe('Every year on the last Friday of November');
    expect(words({ unit: 'day', ends: { kind: 'until', date: '2026-12-24' } })).toBe('Every day, until 24 December');
    expect(words({ unit: 'day', ends: { kind: 'count', count: 1 } })).toBe('Every day, 1 time');
    expect([1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 31].map(ordinal).join(' ')).toBe('1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 23rd 31st');
  });

  it('leaves rules that have no plain words', () => {
    for (const rrule of [
      'FREQ=YEARLY;BYWEEKNO=20',
      'FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1',
      'FREQ=HOURLY',
      'FREQ=MONTHLY;BYMONTHDAY=1,-1',
      'FREQ=DAILY;BYDAY=MO',
      'FREQ=WEEKLY;WKST=SU;BYDAY=SU',
      'FREQ=YEARLY;BYDAY=20MO',
      'FREQ=DAILY;COUNT=1;UNTIL=20270101',
      'FREQ=DAILY;UNTIL=20270101T000000Z',
      '',
      'nonsense',
    ])
      expect(parseRRule(rrule, START), rrule).toBeNull();
  });

  it('takes missing parts from its first day', () => {
    expect(parseRRule('RRULE:FREQ=WEEKLY', START)?.weekdays).toEqual([4]);
    expect(parseRRule('freq=monthly', START)?.on).toEqual({ kind: 'day', day: 19 });
    expect(parseRRule('FREQ=YEARLY', START)).toMatchObject({ month: 11, on: { kind: 'day', day: 19 } });
  });
});

const date = fc.integer({ min: 0, max: 3_000 }).map((days) => addDays('2024-01-01', days));
const on = fc.oneof(
  fc.record({ kind: fc.constant('day' as const), day: fc.integer({ min: 1, max: 31 }) }),
  fc.constant({ kind: 'last' as const }),
  fc.record({
    kind: fc.constant('days' as const),
    days: fc.uniqueArray(fc.integer({ min: 1, max: 31 }), { minLength: 2, maxLength: 5 }).map((days) => days.sort((a, b) => a - b)),
  }),
  fc.record({ kind: fc.constant('nth' as const), nth: fc.constantFrom(-1, 1, 2, 3, 4, 5), weekday: fc.integer({ min: 1, max: 7 }) }),
);
const ends = fc.oneof(
  fc.constant({ kind: 'never' as const }),
  fc.record({ kind: fc.constant('until' as const), date: fc.integer({ min: 0, max: 4_000 }).map((days) => addDays('2024-01-01', days)) }),
  fc.record({ kind: fc.constant('count' as const), count: fc.integer({ min: 1, max: 400 }) }),
);
const rules: fc.Arbitrary<PlainRule> = fc.record({
  unit: fc.constantFrom('day' as const, 'week' as const, 'month' as const, 'year' as const),
  every: fc.integer({ min: 1, max: 14 }),
  weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }).map((days) => days.sort((a, b) => a - b)),
  on,
  month: fc.integer({ min: 1, max: 12 }),
  ends,
});

describe('the preview', () => {
  it('gives the same dates as the server', () => {
    fc.assert(
      fc.property(rules, date, fc.integer({ min: -100, max: 900 }), (rule, start, later) => {
        const from = addDays(start, later);
        const until = rule.ends.kind === 'until' ? rule.ends.date : null;
        expect(nextDates(rule, start, from, 5)).toEqual(datesFrom({ rrule: toRRule(rule), start, until }, from, 5));
      }),
      { numRuns: 400 },
    );
  });

  it('gives an answer at once for far ends, large intervals and empty fields', () => {
    const far = (given: Partial<PlainRule> & Pick<PlainRule, 'unit'>) => nextDates(ruleFrom('1900-01-01', given), '1900-01-01', START, 2);
    expect(far({ unit: 'day', every: 999_999_999 })).toEqual([]);
    expect(far({ unit: 'day', every: Number.NaN })).toEqual([]);
    expect(far({ unit: 'day', ends: { kind: 'count', count: Number.NaN } })).toEqual([]);
    expect(far({ unit: 'day', ends: { kind: 'count', count: 999_999 } })).toEqual(['2026-11-19', '2026-11-20']);
    expect(far({ unit: 'year', every: 100 })).toEqual(['2100-01-01']);
    expect(far({ unit: 'month', on: { kind: 'day', day: 31 } })).toEqual(['2026-12-31', '2027-01-31']);
    expect(far({ unit: 'year', month: 2, on: { kind: 'day', day: 30 } })).toEqual([]);
  });

  it('reads back every rule that it writes', () => {
    fc.assert(
      fc.property(rules, date, (rule, start) => {
        const again = parseRRule(toRRule(rule), start);
        expect(again && toRRule(again)).toBe(toRRule(rule));
      }),
    );
  });
});
