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

const due = (text: string) => [read(text).task.dueDate, read(text).task.dueTime];

describe('the example line', () => {
  const line = 'review PR tomorrow 5pm #work every weekday';
  it('is a routine with a day, a time and a tag', () => {
    const parsed = read(line);
    expect(parsed.title).toBe('review PR');
    expect(parsed.parts.map(({ kind, text }) => [kind, text])).toEqual([
      ['date', 'tomorrow'],
      ['time', '5pm'],
      ['tag', '#work'],
      ['repeat', 'every weekday'],
    ]);
    expect(parsed.task).toMatchObject({ dueDate: '2026-11-20', dueTime: '17:00', tags: ['work'] });
    expect(rule(line)).toEqual(['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', '2026-11-20']);
  });

  it('leaves pressed parts as plain text', () => {
    const plain = new Set([partKey({ kind: 'date', text: 'tomorrow' })]);
    const parsed = parseQuickAdd(line, { ...HERE, plain });
    expect(parsed.title).toBe('review PR tomorrow');
    expect(parsed.routine?.startDate).toBe('2026-11-19');
  });
});

describe('dates', () => {
  it.each([
    ['pay rent today', '2026-11-19'],
    ['pay rent tomorrow', '2026-11-20'],
    ['pay rent friday', '2026-11-20'],
    ['pay rent next mon', '2026-11-23'],
    ['pay rent on sat', '2026-11-21'],
    ['pay rent by Sunday', '2026-11-22'],
    ['pay rent thu', '2026-11-26'],
    ['pay rent in 3 days', '2026-11-22'],
    ['pay rent in a week', '2026-11-26'],
    ['pay rent in 2 weeks', '2026-12-03'],
    ['pay rent in 1 month', '2026-12-19'],
    ['pay rent next week', '2026-11-23'],
    ['pay rent 24 dec', '2026-12-24'],
    ['pay rent dec 24', '2026-12-24'],
    ['pay rent 24th of December', '2026-12-24'],
    ['pay rent 3 march 2027', '2027-03-03'],
    ['pay rent 1 nov', '2027-11-01'],
    ['pay rent 2026-12-24', '2026-12-24'],
    ['pay rent on 24.12.', '2026-12-24'],
    ['pay rent 24.12.2027', '2027-12-24'],
    ['tomorrow pay rent', '2026-11-20'],
    ['pay, tomorrow, rent', '2026-11-20'],
  ])('%s', (text, date) => {
    expect(due(text)).toEqual([date, null]);
    expect(read(text).parts).toHaveLength(1);
  });

  it.each([
    'read about the sun',
    'march on',
    'may the fourth',
    'buy 2 sat radios',
    '31 feb stays',
    'postmortem of 2026-11-01',
    'tomorrowland',
    'todays list',
    'Tom and Fred',
    'version 3.2.1',
    'in 3 parts',
    'next door',
    'the 99 problems',
    '32.13. is none',
  ])('nothing in: %s', (text) => {
    expect(read(text)).toMatchObject({ title: text, parts: [], task: { dueDate: null } });
  });
});

describe('times', () => {
  it.each([
    ['call 5pm', ['2026-11-19', '17:00']],
    ['call at 5:30 pm', ['2026-11-19', '17:30']],
    ['call 17:00', ['2026-11-19', '17:00']],
    ['call 9am', ['2026-11-20', '09:00']],
    ['call noon', ['2026-11-20', '12:00']],
    ['call 14:12', ['2026-11-20', '14:12']],
    ['call 14:13', ['2026-11-19', '14:13']],
    ['call 12am', ['2026-11-20', '00:00']],
    ['call today 9:00', ['2026-11-19', '09:00']],
    ['call in 2 hours', ['2026-11-19', '16:12']],
    ['call in 45 min', ['2026-11-19', '14:57']],
    ['call in half an hour', ['2026-11-19', '14:42']],
    ['call in 12 hours', ['2026-11-20', '02:12']],
  ])('%s', (text, at) => expect(due(text)).toEqual(at));

  it.each(['build 17', 'top 10', 'release 17.30', '25:00 is none', '13pm is none', '5pms'])('nothing in: %s', (text) =>
    expect(read(text).parts).toEqual([]),
  );

  it('are by the wall clock over the night of the fold', () => {
    const night = { today: '2026-10-24', now: Date.parse('2026-10-24T23:30:00Z'), zone: 'Europe/Berlin' };
    expect(parseQuickAdd('call in 2 hours', night).task).toMatchObject({ dueDate: '2026-10-25', dueTime: '02:30' });
  });
});

describe('the other signs', () => {
  it('reads tags, priority, estimate and proof', () => {
    expect(read('fix it #work #ops/ci p1 ~1h30 !proof coding')).toMatchObject({
      title: 'fix it',
      task: { tags: ['work', 'ops/ci'], priority: 'high', estimateMinutes: 90, verificationType: 'coding' },
    });
    expect(['~45m', '~45', '~1h', '~1.5h', '~1:15', '~2h15m'].map((typed) => read(`x ${typed}`).task.estimateMinutes)).toEqual([
      45, 45, 60, 90, 75, 135,
    ]);
    expect(['p1', 'p2', 'P3'].map((typed) => read(`x ${typed}`).task.priority)).toEqual(['high', 'medium', 'low']);
    expect(['!proof', '!proof mail', '!proof system design'].map((typed) => read(`x ${typed}`).task.verificationType)).toEqual([
      'general',
      'email',
      'system_design',
    ]);
    expect(read('x #work #work').task.tags).toEqual(['work']);
  });

  it.each(['C# and #', 'issue#4', 'p4', 'mp3', '~0m', '~99h', '!proofread', 'a ~ b', '50!'])('nothing in: %s', (text) =>
    expect(read(text).parts).toEqual([]),
  );

  it('ignores two days, and takes the first of two priorities', () => {
    expect(read('move from friday to monday')).toMatchObject({ title: 'move from friday to monday', task: { dueDate: null } });
    expect(read('x p1 p2')).toMatchObject({ title: 'x p2', task: { priority: 'high' } });
  });
});

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

  it('never throws, and the parts and the text between them give the whole text', () => {
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
      { numRuns: 1_000 },
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
