import { expect, test } from 'vitest';
import { type DatedRoutine, nextInChain } from '../../../src/domain/calendar/routine-dates.ts';

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
