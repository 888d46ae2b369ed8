import { describe, expect, it, test } from 'vitest';
import { type ParsedQuickAdd, parseQuickAdd } from '../../../web/quick-add/parse-quick-add.ts';
import { toRRule } from '../../../web/recurrence/rule.ts';
import type { Meant, Sentence } from './sentence.ts';
import { DATES, DAYS } from './sentences-dates.ts';
import { ELSEWHERE, ISSUE } from './sentences-found.ts';
import { MARKS, PLAIN } from './sentences-marks.ts';
import { REPEATS, REPEATS_WITH_MORE } from './sentences-repeats.ts';
import { TIMES } from './sentences-times.ts';

// Wednesday 25 November 2026, 10:00 in Berlin.
const HERE = { today: '2026-11-25', now: Date.parse('2026-11-25T09:00:00Z'), zone: 'Europe/Berlin' };

function meantBy({ title, task, routine }: ParsedQuickAdd, today: string): Meant {
  const all = {
    dueDate: task.dueDate,
    dueTime: task.dueTime,
    rrule: routine && toRRule(routine.rule),
    startDate: routine && routine.startDate !== today ? routine.startDate : null,
    tags: task.tags.length > 0 ? task.tags : null,
    priority: task.priority,
    estimateMinutes: task.estimateMinutes,
    verificationType: task.verificationType,
  };
  return { title, ...Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null)) };
}

const TABLES: Readonly<Record<string, readonly Sentence[]>> = { ISSUE, DAYS, DATES, TIMES, REPEATS, REPEATS_WITH_MORE, MARKS };

describe.each(Object.entries(TABLES))('%s', (_, sentences) => {
  it.each(sentences)('%s', (line, meant) => {
    expect(meantBy(parseQuickAdd(line, HERE), HERE.today)).toEqual(meant);
  });
});

describe.each(ELSEWHERE)('$name', ({ now, zone, today, sentences }) => {
  it.each(sentences)('%s', (line, meant) => {
    expect(meantBy(parseQuickAdd(line, { today, now: Date.parse(now), zone }), today)).toEqual(meant);
  });
});

test.each(PLAIN)('a line that is only a title: %s', (line) => {
  expect(parseQuickAdd(line, HERE)).toMatchObject({ title: line, parts: [], task: { dueDate: null } });
});

test('the reason is given for a part that was recognized but not used', () => {
  const doubt = (line: string) => parseQuickAdd(line, HERE).doubt;
  expect(doubt('call friday or monday')).toBe('Two days are named, so none is taken.');
  expect(doubt('call friday 3pm, again 4pm')).toBe('Two times are named, so none is taken.');
  expect(doubt('call tuesday 14 december')).toBe('‘tuesday 14 december’ names no day ahead that is clear, so it stays in the title.');
  expect(doubt('pills every 8 hours')).toBe('This repetition cannot be kept as a rule, so it stays in the title.');
  expect(doubt('call mum friday')).toBeNull();
});
