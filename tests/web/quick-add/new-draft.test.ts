import { describe, expect, it, test } from 'vitest';
import { keptByHand, mergedDraft } from '../../../web/quick-add/new-draft.ts';
import { parseQuickAdd } from '../../../web/quick-add/parse-quick-add.ts';
import { linesOf } from '../../../web/quick-add/pasted-lines.tsx';
import { routineBody } from '../../../web/recurrence/routine-acts.ts';

test.each<readonly [string, readonly string[]]>([
  ['buy milk\ncall mum', ['buy milk', 'call mum']],
  ['buy milk\r\ncall mum\r\n', ['buy milk', 'call mum']],
  ['buy milk\u2028call mum', ['buy milk', 'call mum']],
  ['buy milk\n\n   \n\u200b\ncall mum\n', ['buy milk', 'call mum']],
  ['- buy milk\n* call mum\n• run\n+ read', ['buy milk', 'call mum', 'run', 'read']],
  ['[ ] buy milk\n[x] call mum\n☐ run', ['buy milk', 'call mum', 'run']],
  ['- [ ] buy milk\n- [x] call mum', ['buy milk', 'call mum']],
  ['1. buy milk\n2. call mum\n3) run', ['buy milk', 'call mum', 'run']],
  ['  - buy milk\n    - call mum', ['buy milk', 'call mum']],
  ['-5 degrees\n*bold*', ['-5 degrees', '*bold*']],
  ['24. dec party\ncall mum', ['24. dec party', 'call mum']],
  ['1. december pay rent\n2. january pay rent', ['1. december pay rent', '2. january pay rent']],
  ['3. place is fine\ncall mum', ['3. place is fine', 'call mum']],
  ['- \n* \n1. ', ['1.']],
  ['call mum', ['call mum']],
  ['', []],
])('the pasted text %j is split into its lines', (text, lines) => {
  expect(linesOf(text)).toEqual(lines);
});

const HERE = { today: '2026-11-19', now: Date.parse('2026-11-19T13:12:00Z'), zone: 'Europe/Berlin' };
const read = (text: string, start?: string) => parseQuickAdd(text, { ...HERE, start });

describe('a new task, from words and by hand', () => {
  it('has no due date when nothing says otherwise', () => {
    expect(mergedDraft(read('call mum'), {})).toMatchObject({
      title: 'call mum',
      dueDate: null,
      dueTime: null,
      tags: '',
    });
  });

  it('prefers what was set by hand to what the words say', () => {
    const parsed = read('call mum fri 5pm #home p1 ~1h !proof email');
    expect(mergedDraft(parsed, {})).toMatchObject({
      dueDate: '2026-11-20',
      dueTime: '17:00',
      tags: '#home',
      priority: 'high',
      estimateMinutes: '1 h',
      verificationType: 'email',
    });
    expect(mergedDraft(parsed, { dueDate: '2026-12-01', priority: 'none' })).toMatchObject({
      dueDate: '2026-12-01',
      dueTime: '17:00',
      priority: 'none',
    });
  });

  it('lets new words win over what was set by hand before them', () => {
    const own = { dueDate: '2026-12-01', priority: 'low' as const };
    expect(keptByHand(own, read('call'), read('call mum'))).toEqual(own);
    expect(keptByHand(own, read('call'), read('call fri'))).toEqual({ priority: 'low' });
    expect(keptByHand(own, read('call fri'), read('call fri now'))).toEqual(own);
  });
});

describe('a new routine', () => {
  it('begins on the day that its words name', () => {
    const parsed = read('review PR tomorrow 5pm #work every weekday');
    expect(parsed.routine && routineBody(mergedDraft(parsed, {}), parsed.routine)).toEqual({
      title: 'review PR',
      description: '',
      rrule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
      startDate: '2026-11-20',
      dueTime: '17:00',
      tags: ['work'],
      priority: 'none',
      verificationType: 'none',
      proofRequirement: null,
      estimateMinutes: null,
    });
  });

  it('begins on the day that was set by hand', () => {
    expect(read('pay rent every month', '2026-12-31').routine).toMatchObject({
      startDate: '2026-12-31',
      rule: { on: { kind: 'day', day: 31 } },
    });
  });
});
