import { expect, test } from 'vitest';
import { mergedDraft } from '../../../web/quick-add/new-draft.ts';
import { parseQuickAdd } from '../../../web/quick-add/parse-quick-add.ts';
import { groupByDay } from '../../../web/tasks/group.ts';
import { indexInDay, rowPreviewOf, withDay } from '../../../web/tasks/row-preview.ts';
import { aTask, dueOn } from './task-for-tests.ts';

const HERE = { today: '2026-11-19', zone: 'Europe/Berlin', now: Date.parse('2026-11-19T13:12:00Z'), plain: new Set<string>() };
const typed = (line: string) => {
  const parsed = parseQuickAdd(line, { ...HERE, start: undefined });
  return rowPreviewOf(mergedDraft(parsed, {}), parsed.routine, HERE.today);
};

test('what is typed is drawn as the row that it will be', () => {
  expect(typed('review PR tomorrow 5pm #work every weekday')).toEqual({
    title: 'review PR',
    date: '2026-11-20',
    time: '17:00',
    tags: ['work'],
    priority: 'none',
    repeats: true,
  });
  expect(typed('call mum')).toMatchObject({ title: 'call mum', date: null, time: null, repeats: false });
});

test('nothing is drawn without a title, or on a day that is over', () => {
  expect(typed('tomorrow 5pm')).toBeNull();
  const parsed = parseQuickAdd('call mum', { ...HERE, start: undefined });
  expect(rowPreviewOf(mergedDraft(parsed, { dueDate: '2026-11-18' }), parsed.routine, HERE.today)).toBeNull();
});

test('it stands in its own day, by its time, and a day is made for it in its place', () => {
  const at = (time: string) => dueOn('2026-11-20', { dueTime: time, dueAt: `2026-11-20T${time}:00Z` });
  const days = groupByDay([at('08:00'), at('16:30'), dueOn('2026-11-24'), aTask({ id: 'undated' })], HERE.zone, HERE.today);
  const preview = typed('review PR tomorrow 5pm');
  const friday = days[0];
  if (!preview || !friday) throw new Error('no preview');
  expect(indexInDay(friday, preview, HERE.zone)).toBe(1);
  expect(indexInDay(friday, { ...preview, time: '17:30' }, HERE.zone)).toBe(2);
  expect(indexInDay(friday, { ...preview, time: null }, HERE.zone)).toBe(2);
  expect(withDay(days, '2026-11-20')).toBe(days);
  expect(withDay(days, '2026-11-22').map(({ date }) => date)).toEqual(['2026-11-20', '2026-11-22', '2026-11-24', null]);
  expect(withDay(days.slice(0, 2), null).map(({ date }) => date)).toEqual(['2026-11-20', '2026-11-24', null]);
});

test('by the end of a day, or without one, it stands after all that is due then too: it was made last', () => {
  const dated = groupByDay(
    [dueOn('2026-11-20', { dueTime: '08:00', dueAt: '2026-11-20T08:00:00Z' }), dueOn('2026-11-20')],
    HERE.zone,
    HERE.today,
  );
  const undated = groupByDay([aTask({ id: 'a' }), aTask({ id: 'b' })], HERE.zone, HERE.today);
  const preview = typed('call mum');
  if (!preview || !dated[0] || !undated[0]) throw new Error('no preview');
  expect(indexInDay(dated[0], { ...preview, date: '2026-11-20' }, HERE.zone)).toBe(2);
  expect(indexInDay(undated[0], { ...preview, date: null }, HERE.zone)).toBe(2);
});
