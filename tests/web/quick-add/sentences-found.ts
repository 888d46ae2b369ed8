import type { Sentence } from './sentence.ts';

/** The sentences in which people found faults, evaluated at Wednesday 25 November 2026, 10:00 in Berlin. */
export const ISSUE: readonly Sentence[] = [
  ['dentist monday 14 december 3pm', { title: 'dentist', dueDate: '2026-12-14', dueTime: '15:00' }],
  ['water plants every second day', { title: 'water plants', dueDate: '2026-11-25', rrule: 'FREQ=DAILY;INTERVAL=2' }],
  ['pay every day until friday', { title: 'pay', dueDate: '2026-11-25', rrule: 'FREQ=DAILY;UNTIL=20261127' }],
  [
    'gym every monday at 9am until 24 dec',
    { title: 'gym', dueDate: '2026-11-30', dueTime: '09:00', rrule: 'FREQ=WEEKLY;BYDAY=MO;UNTIL=20261224', startDate: '2026-11-30' },
  ],
  [
    'gym every monday till 24 dec',
    { title: 'gym', dueDate: '2026-11-30', rrule: 'FREQ=WEEKLY;BYDAY=MO;UNTIL=20261224', startDate: '2026-11-30' },
  ],
  ['gym every day for 2 weeks', { title: 'gym', dueDate: '2026-11-25', rrule: 'FREQ=DAILY;UNTIL=20261208' }],
  ['gym every monday for 5 times', { title: 'gym', dueDate: '2026-11-30', rrule: 'FREQ=WEEKLY;BYDAY=MO;COUNT=5', startDate: '2026-11-30' }],
  ['call 5:30 p.m.', { title: 'call', dueDate: '2026-11-25', dueTime: '17:30' }],
  ['call mum day after tomorrow', { title: 'call mum', dueDate: '2026-11-27' }],
  ['gym every monday wednesday', { title: 'gym', dueDate: '2026-11-25', rrule: 'FREQ=WEEKLY;BYDAY=MO,WE' }],
  ['gym every mon tue wed', { title: 'gym', dueDate: '2026-11-25', rrule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE' }],
  ['gym every monday to friday', { title: 'gym', dueDate: '2026-11-25', rrule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR' }],
  ['gym every 1st and 15th', { title: 'gym', dueDate: '2026-12-01', rrule: 'FREQ=MONTHLY;BYMONTHDAY=1,15' }],
  ['party 29 feb', { title: 'party', dueDate: '2028-02-29' }],
  ['report friday next week', { title: 'report', dueDate: '2026-12-04' }],
  ['gym every other friday', { title: 'gym', dueDate: '2026-11-27', rrule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=FR', startDate: '2026-11-27' }],
  ['gym every second week', { title: 'gym', dueDate: '2026-11-25', rrule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=WE' }],
  ['gym in five days', { title: 'gym', dueDate: '2026-11-30' }],
  ['gym next month', { title: 'gym', dueDate: '2026-12-01' }],
  ['gym end of month', { title: 'gym', dueDate: '2026-11-30' }],
  ['gym tonight', { title: 'gym', dueDate: '2026-11-25' }],
  ['gym eod', { title: 'gym', dueDate: '2026-11-25' }],
  ['gym this weekend', { title: 'gym', dueDate: '2026-11-28' }],
  ['gym at 5 p.m.', { title: 'gym', dueDate: '2026-11-25', dueTime: '17:00' }],
  ['gym 24. dec', { title: 'gym', dueDate: '2026-12-24' }],
  ['gym 25/12', { title: 'gym', dueDate: '2026-12-25' }],
  ['gym 17h', { title: 'gym', dueDate: '2026-11-25', dueTime: '17:00' }],
  ['pay rent monthly', { title: 'pay rent', dueDate: '2026-11-25', rrule: 'FREQ=MONTHLY;BYMONTHDAY=25' }],
  ['gym last friday of the month', { title: 'gym', dueDate: '2026-11-27' }],
  ['call mum', { title: 'call mum' }],
  ['Update to PHP 8.3.', { title: 'Update to PHP 8.3.' }],
  ['install Python 3.12.', { title: 'install Python 3.12.' }],
  ['fix #42', { title: 'fix #42' }],
  ['fix ~2 hours', { title: 'fix', estimateMinutes: 120 }],
  ['fix ~1 h 30 min', { title: 'fix', estimateMinutes: 90 }],
  ['fix #काम', { title: 'fix', tags: ['काम'] }],
  ['fix #Work #work', { title: 'fix', tags: ['Work'] }],
  ['move from friday to monday 5pm', { title: 'move from friday to monday 5pm' }],
  ['call 3pm to 4pm', { title: 'call 3pm to 4pm' }],
  [
    'water plants every second day until friday',
    { title: 'water plants', dueDate: '2026-11-25', rrule: 'FREQ=DAILY;INTERVAL=2;UNTIL=20261127' },
  ],
  ['gym every day until the end of the month', { title: 'gym', dueDate: '2026-11-25', rrule: 'FREQ=DAILY;UNTIL=20261130' }],
];

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
