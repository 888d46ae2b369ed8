import type { Sentence } from './sentence.ts';

/** Sentences at an instant of their own. */
export interface Elsewhere {
  readonly name: string;
  readonly now: string;
  readonly zone: string;
  readonly today: string;
  readonly sentences: readonly Sentence[];
}

export const ELSEWHERE: readonly Elsewhere[] = [
  {
    name: 'five minutes before midnight',
    now: '2026-11-25T22:55:00Z',
    zone: 'Europe/Berlin',
    today: '2026-11-25',
    sentences: [
      ['call mum', { title: 'call mum' }],
      ['call mum today', { title: 'call mum', dueDate: '2026-11-25' }],
      ['call mum tonight', { title: 'call mum', dueDate: '2026-11-25' }],
      ['call mum 11pm', { title: 'call mum', dueDate: '2026-11-26', dueTime: '23:00' }],
      ['call mum 23:58', { title: 'call mum', dueDate: '2026-11-25', dueTime: '23:58' }],
      ['call mum in 10 min', { title: 'call mum', dueDate: '2026-11-26', dueTime: '00:05' }],
      ['call mum this morning', { title: 'call mum this morning' }],
      ['call mum this afternoon', { title: 'call mum this afternoon' }],
      ['run every day at 9am', { title: 'run', dueDate: '2026-11-26', dueTime: '09:00', rrule: 'FREQ=DAILY', startDate: '2026-11-26' }],
    ],
  },
  {
    name: 'a Sunday',
    now: '2026-11-29T09:00:00Z',
    zone: 'Europe/Berlin',
    today: '2026-11-29',
    sentences: [
      ['call mum sunday', { title: 'call mum', dueDate: '2026-12-06' }],
      ['call mum this sunday', { title: 'call mum', dueDate: '2026-11-29' }],
      ['call mum monday', { title: 'call mum', dueDate: '2026-11-30' }],
      ['call mum next monday', { title: 'call mum', dueDate: '2026-11-30' }],
      ['call mum next week', { title: 'call mum', dueDate: '2026-11-30' }],
      ['call mum friday next week', { title: 'call mum', dueDate: '2026-12-04' }],
      ['call mum this weekend', { title: 'call mum', dueDate: '2026-11-29' }],
      ['call mum next weekend', { title: 'call mum', dueDate: '2026-12-05' }],
      ['call mum this friday', { title: 'call mum this friday' }],
      ['run every sunday', { title: 'run', dueDate: '2026-11-29', rrule: 'FREQ=WEEKLY;BYDAY=SU' }],
      ['run every weekend', { title: 'run', dueDate: '2026-11-29', rrule: 'FREQ=WEEKLY;BYDAY=SA,SU' }],
    ],
  },
  {
    name: '31 January',
    now: '2027-01-31T09:00:00Z',
    zone: 'Europe/Berlin',
    today: '2027-01-31',
    sentences: [
      ['pay in a month', { title: 'pay', dueDate: '2027-02-28' }],
      ['pay next month', { title: 'pay', dueDate: '2027-02-01' }],
      ['pay end of month', { title: 'pay', dueDate: '2027-01-31' }],
      ['pay end of next month', { title: 'pay', dueDate: '2027-02-28' }],
      ['pay on the 30th', { title: 'pay', dueDate: '2027-03-30' }],
      ['pay on the 31st', { title: 'pay', dueDate: '2027-01-31' }],
      ['pay in 3 months', { title: 'pay', dueDate: '2027-04-30' }],
      ['pay every month', { title: 'pay', dueDate: '2027-01-31', rrule: 'FREQ=MONTHLY;BYMONTHDAY=31' }],
      ['pay every month for 2 months', { title: 'pay', dueDate: '2027-01-31', rrule: 'FREQ=MONTHLY;BYMONTHDAY=31;UNTIL=20270330' }],
      ['pay last friday of the month', { title: 'pay', dueDate: '2027-02-26' }],
    ],
  },
  {
    name: '29 February',
    now: '2028-02-29T09:00:00Z',
    zone: 'Europe/Berlin',
    today: '2028-02-29',
    sentences: [
      ['party 29 feb', { title: 'party', dueDate: '2028-02-29' }],
      ['party in a year', { title: 'party', dueDate: '2029-02-28' }],
      ['party 28 feb', { title: 'party', dueDate: '2029-02-28' }],
      ['party 29 feb 2032', { title: 'party', dueDate: '2032-02-29' }],
      ['party end of month', { title: 'party', dueDate: '2028-02-29' }],
      ['party tomorrow', { title: 'party', dueDate: '2028-03-01' }],
    ],
  },
  {
    name: 'before a night with an hour twice',
    now: '2026-10-24T23:30:00Z',
    zone: 'Europe/Berlin',
    today: '2026-10-25',
    sentences: [
      ['call in 1 hour', { title: 'call', dueDate: '2026-10-25', dueTime: '02:30' }],
      ['call in 2 hours', { title: 'call', dueDate: '2026-10-25', dueTime: '02:30' }],
      ['call in 3 hours', { title: 'call', dueDate: '2026-10-25', dueTime: '03:30' }],
      ['call tomorrow', { title: 'call', dueDate: '2026-10-26' }],
    ],
  },
  {
    name: 'before a night that lacks an hour',
    now: '2027-03-28T00:30:00Z',
    zone: 'Europe/Berlin',
    today: '2027-03-28',
    sentences: [
      ['call in 1 hour', { title: 'call', dueDate: '2027-03-28', dueTime: '03:30' }],
      ['call 02:30', { title: 'call', dueDate: '2027-03-28', dueTime: '02:30' }],
      ['call tomorrow', { title: 'call', dueDate: '2027-03-29' }],
    ],
  },
  {
    name: 'far in the west, where it is still the day before',
    now: '2026-11-26T05:00:00Z',
    zone: 'Pacific/Honolulu',
    today: '2026-11-25',
    sentences: [
      ['call today', { title: 'call', dueDate: '2026-11-25' }],
      ['call 8pm', { title: 'call', dueDate: '2026-11-25', dueTime: '20:00' }],
      ['call 6pm', { title: 'call', dueDate: '2026-11-26', dueTime: '18:00' }],
      ['call in 6 hours', { title: 'call', dueDate: '2026-11-26', dueTime: '01:00' }],
    ],
  },
  {
    name: 'far in the east, where it is already the day after',
    now: '2026-11-25T11:00:00Z',
    zone: 'Pacific/Kiritimati',
    today: '2026-11-26',
    sentences: [
      ['call today', { title: 'call', dueDate: '2026-11-26' }],
      ['call wednesday', { title: 'call', dueDate: '2026-12-02' }],
      ['call 9am', { title: 'call', dueDate: '2026-11-26', dueTime: '09:00' }],
      ['call in 30 min', { title: 'call', dueDate: '2026-11-26', dueTime: '01:30' }],
    ],
  },
];
