import { describe, expect, test } from 'vitest';
import { NO_COUNTS as COUNTED } from '../../../src/projections/day/days.ts';
import { camel } from '../../../web/api/names.ts';
import { brokenDay, freezeWords, lookOf, type ReportDay } from '../../../web/start-fresh/freezes.ts';
import { answerWords, kindWords, missWords, rangeWords, sumWords } from '../../../web/start-fresh/words.ts';
import { weekOf } from '../../../web/tasks/fresh-offer.tsx';
import { type MissLine, missLines } from '../../../web/tasks/misses.ts';
import { dueOn } from '../examples.ts';

const TODAY = '2026-11-30';
const miss = (date: string, own = {}) => dueOn(date, { status: 'missed', ...own });
const lineOf = (...dates: string[]) =>
  missLines(dates.map((date) => miss(date, dates.length > 1 ? { recurringTaskId: 'run' } : { dueTime: '16:00' })))[0] as MissLine;

test('misses of one week name it', () => {
  expect(weekOf([miss('2026-11-23'), miss('2026-11-29')], TODAY)).toBe('last week');
  expect(weekOf([miss('2026-11-30')], TODAY)).toBe('this week');
  expect(weekOf([miss('2026-11-22'), miss('2026-11-29')], TODAY)).toBeNull();
});

test('the kind sentence counts the misses in words', () => {
  expect(kindWords([miss('2026-11-24'), miss('2026-11-25'), miss('2026-11-26')], TODAY)).toBe(
    'Last week did not go as planned: three promises were missed. That happens. They stay in the record. Choose what you still want to do.',
  );
  expect(kindWords([miss('2026-10-24')], TODAY)).toMatch(/^Not everything went as planned: one promise was missed\./);
});

test('the heading names the year only if it is another one', () => {
  expect(rangeWords([miss('2026-11-29'), miss('2026-11-24')], TODAY)).toBe('Missed, 24 to 29 November');
  expect(rangeWords([miss('2026-12-30')], '2027-01-04')).toBe('Missed, 30 December 2026');
});

test('a line says when it was missed, and what becomes of it', () => {
  const [one, many] = [lineOf('2026-11-26'), lineOf('2026-11-24', '2026-11-26')];
  expect([missWords(one, TODAY), missWords(many, TODAY)]).toEqual(['Missed Thu 26 Nov, 16:00', 'Missed twice, 24 Nov, 26 Nov']);
  const again = { kind: 'again', due: { dueDate: '2026-12-01' } } as const;
  expect(answerWords(one, again, TODAY)).toBe('Again on Tue 1 Dec, 16:00');
  expect(answerWords(one, { kind: 'again', due: { dueDate: '2026-12-01', dueTime: null } }, TODAY)).toBe('Again on Tue 1 Dec, end of day');
  expect(answerWords(one, { kind: 'drop' }, TODAY)).toBe('Dropped, the miss of 26 Nov stays');
  expect(answerWords(many, { kind: 'go on' }, TODAY)).toBe('The routine goes on, the 2 misses stay');
});

test('the end says in one sentence what was made', () => {
  const on = (dueDate: string) => ({ kind: 'again', due: { dueDate } }) as const;
  const answers = [on('2026-12-07'), on('2026-12-01'), on('2026-12-01'), { kind: 'drop' }, { kind: 'go on' }] as const;
  expect(sumWords(answers, TODAY, '2026-12-01')).toBe('2 are promised for tomorrow, 1 for Mon 7 Dec, 1 routine goes on and 1 was dropped.');
  expect(sumWords([{ kind: 'archive' }, { kind: 'archive' }], TODAY, '2026-12-01')).toBe('2 were archived.');
});

describe('the words about freezes', () => {
  const day = (date: string, counts: Partial<ReportDay['counts']>, frozen = false): ReportDay => ({
    date,
    frozen,
    counts: { ...camel(COUNTED), completionRate: null, ...counts },
  });
  const WEEK = [
    day('2026-11-23', { kept: 2 }),
    day('2026-11-24', { missed: 1 }, true),
    day('2026-11-25', { missed: 1, kept: 1 }, true),
    day('2026-11-26', { missed: 2 }),
    day('2026-11-27', { missed: 1 }),
  ];
  const figures = { current: 0, freezes: 0, today: TODAY, before: 19 };

  test('name the covered days, and the day on which none was left', () => {
    expect(freezeWords(WEEK, figures)[0]).toBe(
      'Two freezes covered Tuesday and Wednesday. None was left on Thursday, so the streak of 19 ended there.',
    );
    expect(freezeWords(WEEK.slice(3), figures)[0]).toBe('No freeze was held on Thursday, so the streak of 19 ended there.');
  });

  test('say nothing of the end of a streak that there was not', () => {
    expect(freezeWords(WEEK.slice(3), { ...figures, before: 0 })).toHaveLength(1);
    expect(freezeWords([day(TODAY, { missed: 1 })], figures)).toHaveLength(1);
  });

  test('say how it goes on', () => {
    expect(freezeWords([], figures)[0]).toContain('It starts again with the first day that you keep.');
    expect(freezeWords([], { ...figures, current: 4, freezes: 1 })[0]).toMatch(/^1 freeze is held\. It goes on with the next day/);
  });

  test('a day of today is not over, so nothing has ended on it', () => expect(brokenDay([day(TODAY, { missed: 1 })], TODAY)).toBeNull());
  test('each day has one look', () => {
    expect(
      [...WEEK.slice(0, 4), undefined, day('2026-11-28', { skipped: 1 }), day('2026-11-28', { open: 1, kept: 1 })].map(lookOf),
    ).toEqual(['kept', 'freeze', 'freeze', 'missed', 'none', 'none', 'open']);
  });
});
