import { expect, test } from 'vitest';
import type { HistoryEntry } from '../../../web/api/reports.ts';
import { foldedWords, runsOf } from '../../../web/report/runs.ts';

const AT = '2026-11-21T16:40:00.000Z';
const promised = (day: number, own: Partial<HistoryEntry> = {}): HistoryEntry => ({
  id: `e${day}`,
  at: AT,
  type: 'tasks',
  action: 'task.created',
  label: 'Promised',
  title: 'Stretch',
  taskId: `t${day}`,
  actor: { kind: 'system', name: null },
  detail: `Due ${day} November 2026.`,
  onWord: false,
  ...own,
});
const sizes = (entries: readonly HistoryEntry[]) => runsOf(entries).map((run) => run.length);

test('the days of a new routine are one line that names the first and the last', () => {
  const [run, ...rest] = runsOf([24, 23, 22, 21].map((day) => promised(day)));
  expect(rest).toEqual([]);
  expect(run && foldedWords(run)).toBe('4 days: 21 November 2026 to 24 November 2026.');
});

test('nothing else is: other titles, instants and actions, what the owner did, and pairs stand alone', () => {
  const four = [24, 23, 22, 21];
  expect(sizes(four.map((day) => promised(day, { title: `Task ${day}` })))).toEqual([1, 1, 1, 1]);
  expect(sizes(four.map((day) => promised(day, { at: `2026-11-${day}T08:00:00.000Z` })))).toEqual([1, 1, 1, 1]);
  expect(sizes(four.map((day) => promised(day, { actor: { kind: 'user', name: null } })))).toEqual([1, 1, 1, 1]);
  expect(sizes(four.map((day) => promised(day, { taskId: null })))).toEqual([1, 1, 1, 1]);
  expect(sizes([promised(24), promised(23), promised(22, { action: 'task.missed' }), promised(21)])).toEqual([1, 1, 1, 1]);
  expect(sizes([promised(25, { title: 'Read' }), ...four.map((day) => promised(day)), promised(20, { title: 'Read' })])).toEqual([1, 4, 1]);
});
