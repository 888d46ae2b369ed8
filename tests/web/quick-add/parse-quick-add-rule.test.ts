import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseQuickAdd, partKey, restOf } from '../../../web/quick-add/parse-quick-add.ts';
import { toRRule } from '../../../web/recurrence/rule.ts';

// Thursday 19 November 2026, 14:12 in Berlin.
const HERE = { today: '2026-11-19', now: Date.parse('2026-11-19T13:12:00Z'), zone: 'Europe/Berlin' };
const read = (text: string) => parseQuickAdd(text, HERE);
const rule = (text: string) => {
  const { routine } = read(text);
  return routine && [toRRule(routine.rule), routine.startDate];
};

describe('repeats', () => {
  it.each([
    ['run every day', 'FREQ=DAILY', '2026-11-19'],
    ['run every other day', 'FREQ=DAILY;INTERVAL=2', '2026-11-19'],
    ['run every 3 days', 'FREQ=DAILY;INTERVAL=3', '2026-11-19'],
    ['run every week', 'FREQ=WEEKLY;BYDAY=TH', '2026-11-19'],
    ['run every monday', 'FREQ=WEEKLY;BYDAY=MO', '2026-11-23'],
    ['run every mon, wed and fri', 'FREQ=WEEKLY;BYDAY=MO,WE,FR', '2026-11-20'],
    ['run every weekend', 'FREQ=WEEKLY;BYDAY=SA,SU', '2026-11-21'],
    ['run every 2 weeks on tue', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU', '2026-11-24'],
    ['run every month', 'FREQ=MONTHLY;BYMONTHDAY=19', '2026-11-19'],
    ['run every month on the 31st', 'FREQ=MONTHLY;BYMONTHDAY=31', '2026-11-19'],
    ['run every month on day 5', 'FREQ=MONTHLY;BYMONTHDAY=5', '2026-11-19'],
    ['run every last day of month', 'FREQ=MONTHLY;BYMONTHDAY=-1', '2026-11-19'],
    ['run every last day of the month', 'FREQ=MONTHLY;BYMONTHDAY=-1', '2026-11-19'],
    ['run every month on the last day', 'FREQ=MONTHLY;BYMONTHDAY=-1', '2026-11-19'],
    ['run every second tuesday of the month', 'FREQ=MONTHLY;BYDAY=2TU', '2026-11-19'],
    ['run every last friday', 'FREQ=MONTHLY;BYDAY=-1FR', '2026-11-19'],
    ['run every 15th', 'FREQ=MONTHLY;BYMONTHDAY=15', '2026-11-19'],
    ['run every 24 dec', 'FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24', '2026-12-24'],
    ['run every year on 1 may', 'FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=1', '2027-05-01'],
    ['run every year', 'FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=19', '2026-11-19'],
    ['run every day until 24 dec', 'FREQ=DAILY;UNTIL=20261224', '2026-11-19'],
    ['run every monday for 10 times', 'FREQ=WEEKLY;BYDAY=MO;COUNT=10', '2026-11-23'],
    ['run every monday 10 times', 'FREQ=WEEKLY;BYDAY=MO;COUNT=10', '2026-11-23'],
    ['run every month 31 jan 2027', 'FREQ=MONTHLY;BYMONTHDAY=31', '2027-01-31'],
  ])('%s', (text, rrule, start) => {
    expect(rule(text)).toEqual([rrule, start]);
    expect(read(text).title).toBe('run');
  });

  it.each(['check every commit', 'every one of them', 'everyday carry', 'every 0 days', 'every'])('nothing in: %s', (text) => {
    expect(read(text).routine).toBeNull();
    expect(read(text).title).toBe(text);
  });

  it('is first due on the first date of the rule', () => {
    expect(read('run every monday tomorrow').task.dueDate).toBe('2026-11-23');
    expect(read('pay every 31st').task.dueDate).toBe('2026-12-31');
  });
});

describe('whatever is typed', () => {
  const WORDS = [
    'every',
    'day',
    'weekday',
    '2',
    'weeks',
    'on',
    'tue',
    'last',
    'of',
    'the',
    'month',
    'tomorrow',
    '5pm',
    '#',
    '#a',
    'p1',
    '~45m',
    '!proof',
    'coding',
    '24',
    'dec',
    '2026-12-24',
    'in',
    '3',
    'days',
    ',',
    '  ',
    '\t',
    'until',
    'times',
    'é',
    '😀',
    '31',
    'feb',
    '0',
    ':',
    '99:99',
  ];
  const lines = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.array(fc.constantFrom(...WORDS), { maxLength: 14 }).map((words) => words.join(' ')),
  );

  it('never throws, and the parts and what stands between them are the text again', () => {
    fc.assert(
      fc.property(lines, (text) => {
        const { title, parts, task } = read(text);
        let at = 0;
        let whole = '';
        for (const part of parts) {
          expect(part.start).toBeGreaterThanOrEqual(at);
          expect(part.end).toBeGreaterThan(part.start);
          whole += text.slice(at, part.start) + part.text;
          at = part.end;
        }
        expect(whole + text.slice(at)).toBe(text);
        expect(title).toBe(restOf(text, parts));
        if (task.dueDate !== null) expect(task.dueDate >= HERE.today).toBe(true);
      }),
      { numRuns: 3_000 },
    );
  });

  it('is its own title when every part is taken as plain text', () => {
    fc.assert(
      fc.property(lines, (text) => {
        let plain = new Set<string>();
        for (let pressed = 0; pressed < 40; pressed += 1) {
          const { parts } = parseQuickAdd(text, { ...HERE, plain });
          if (parts.length === 0) break;
          plain = new Set([...plain, ...parts.map(partKey)]);
        }
        const left = parseQuickAdd(text, { ...HERE, plain });
        expect(left.parts).toEqual([]);
        expect(left.title).toBe(restOf(text, []));
      }),
      { numRuns: 500 },
    );
  });
});
