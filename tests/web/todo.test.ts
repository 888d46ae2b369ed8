import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { conflictWords, overlap } from '../../web/forms/conflict.tsx';
import { bodyOfTask, taskWords } from '../../web/tasks/draft.ts';
import { linesOf } from '../../web/tasks/row-list.ts';
import { addressFrom, addressOf } from '../../web/todo/address.ts';
import { beforeInOrder, nextInOrder, placedBefore } from '../../web/todo/own-order.ts';
import { levelAt } from '../../web/todo/prioritise.tsx';
import { faultIn, suggestionsFor, withSuggestion } from '../../web/todo/query-help.ts';
import { movedTo } from '../../web/todo/saved-filters.ts';
import { openCounts, openSteps, sectionsOf, stepCounts, withoutInnerSteps } from '../../web/todo/sections.ts';
import { sourceWords } from '../../web/todo/suggestions.tsx';
import { historyWords } from '../../web/todo/task-help.tsx';
import { openWords } from '../../web/todo/todo-list.tsx';
import { aTask, dueOn } from './examples.ts';

const HERE = { zone: 'Europe/Berlin', today: '2026-11-19' };

test('steps without a date are with their task, dated ones also in the list', () => {
  const list = [
    aTask({ id: 'p' }),
    aTask({ id: 'inner', parentId: 'p' }),
    dueOn('2026-11-20', { id: 'dated', parentId: 'p' }),
    aTask({ id: 'orphan', parentId: 'gone' }),
  ];
  expect(withoutInnerSteps(list).map((task) => task.id)).toEqual(['p', 'dated', 'orphan']);
  expect(stepCounts([...list, aTask({ id: 'done', parentId: 'p', completed: true })]).get('p')).toEqual([1, 3]);
});

test('open steps without a date stand below their task, in the order in which they were made', () => {
  const list = [
    aTask({ id: 'p' }),
    aTask({ id: 'second', parentId: 'p', createdAt: '2026-11-02T08:00:00Z' }),
    aTask({ id: 'first', parentId: 'p' }),
    aTask({ id: 'done', parentId: 'p', status: 'completed', completed: true }),
    dueOn('2026-11-20', { id: 'dated', parentId: 'p' }),
  ];
  expect(
    openSteps(list)
      .get('p')
      ?.map(({ id }) => id),
  ).toEqual(['first', 'second']);
});

test('missed and archived tasks are read newest first', () => {
  const days = sectionsOf('missed', [dueOn('2026-11-10', { status: 'missed' }), dueOn('2026-11-12', { status: 'missed' })], HERE);
  expect(days.map((day) => day.date)).toEqual(['2026-11-12', '2026-11-10']);
});

test('today has what is left of the days before, what is open, and what is decided', () => {
  const done = { status: 'completed', completed: true } as const;
  const list = [
    dueOn('2026-11-18', { id: 'waits', ...done, verificationType: 'coding', verificationState: 'awaiting_proof' }),
    dueOn('2026-11-18', { id: 'kept yesterday', ...done }),
    dueOn('2026-11-19', { id: 'open' }),
    dueOn('2026-11-19', { id: 'kept', ...done }),
    dueOn('2026-11-19', { id: 'missed', status: 'missed' }),
    dueOn('2026-11-20', { id: 'tomorrow' }),
    aTask({ id: 'undated' }),
  ];
  const sections = sectionsOf('today', list, HERE).map(({ name, end, tasks, summed }) => [name, end, tasks.map(({ id }) => id), summed]);
  expect(sections).toEqual([
    [undefined, '1 still open', ['waits'], undefined],
    ['Open', '1', ['open'], false],
    ['Done, missed and skipped', '2', ['kept', 'missed'], true],
  ]);
  expect(openCounts(list, HERE)).toEqual({ today: 2, upcoming: 4, inbox: 1 });
  const tomorrow = { ...HERE, today: '2026-11-20' };
  expect(openCounts(list, tomorrow), 'the same list on the next day').toEqual({ today: 3, upcoming: 4, inbox: 1 });
});

test('the open tasks of today are counted with those that have no box, unless nobody plans by boxes', () => {
  const waits = { id: 'waits', status: 'completed', completed: true, verificationState: 'awaiting_proof' } as const;
  const tasks = [dueOn('2026-11-19', { id: 'a' }), dueOn('2026-11-19', { id: 'b' }), dueOn('2026-11-19', waits)];
  const words = (...planned: string[]) => openWords(tasks, new Map(planned.map((id) => [id, {}])));
  expect([words(), words('a'), words('a', 'b')]).toEqual(['3', '3, one without a box', '3']);
});

test('completed tasks are read by the day of their completion, newest first', () => {
  const done = (at: string) => dueOn('2026-11-19', { id: at, status: 'completed', completed: true, completedAt: at });
  const list = [done('2026-11-17T09:00:00Z'), done('2026-11-18T23:30:00Z'), done('2026-11-18T08:00:00Z'), dueOn('2026-11-19')];
  expect(sectionsOf('completed', list, HERE).map(({ date, tasks }) => [date, ...tasks.map(({ id }) => id)])).toEqual([
    ['2026-11-19', '2026-11-18T23:30:00Z'],
    ['2026-11-18', '2026-11-18T08:00:00Z'],
    ['2026-11-17', '2026-11-17T09:00:00Z'],
  ]);
});

test('the rows of a list have the open steps below their task, unless it is decided', () => {
  const list = [aTask({ id: 'a' }), aTask({ id: 'done', status: 'completed', completed: true }), aTask({ id: 'own', parentId: 'a' })];
  const step = aTask({ id: 'step' });
  expect(linesOf(list, () => [step]).map(({ task, isStep }) => [task.id, isStep])).toEqual([
    ['a', false],
    ['step', true],
    ['done', false],
    ['own', true],
    ['step', true],
  ]);
});

test('the address of a list is read back unchanged', () => {
  const there = addressFrom(new URL(addressOf({ tab: 'missed', task: 'a&b', editing: true }), 'http://x').searchParams);
  expect(there).toEqual({
    tab: 'missed',
    filter: null,
    query: null,
    task: 'a&b',
    editing: true,
    fresh: false,
    forToday: false,
    shared: null,
    pictures: null,
  });
  const found = addressFrom(new URL(addressOf({ filter: 'f1', query: '#a b is:open' }), 'http://x').searchParams);
  expect(found).toMatchObject({ tab: 'upcoming', filter: 'f1', query: '#a b is:open', task: null });
  expect([addressOf({ tab: 'upcoming' }), addressOf({ tab: 'upcoming', editing: true })]).toEqual(['/todo', '/todo']);
});

test('what another program shares arrives under the names of the manifest', () => {
  const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../../web/public/manifest.webmanifest'), 'utf8'));
  const { title, text, url } = manifest.share_target.params;
  expect(addressFrom(new URLSearchParams({ [title]: 'a', [text]: 'b', [url]: 'c' })).shared).toEqual({ title: 'a', text: 'b', url: 'c' });
  expect(addressFrom(new URLSearchParams({ [title]: '', [text]: ' ', [url]: '' })).shared).toBeNull();
  const found = ['pictures', 'failed', 'other'].map((shared) => addressFrom(new URLSearchParams({ shared })).pictures);
  expect(found).toEqual(['kept', 'failed', null]);
});

test('only a field that both changed, to different values, is a conflict', () => {
  const base = bodyOfTask(aTask());
  const theirs = { ...base, title: 'Theirs', priority: 'high' as const, estimateMinutes: 45 };
  expect(overlap(base, theirs, { title: 'Mine', dueDate: '2026-11-20', estimateMinutes: 45 })).toEqual(['title']);
  expect(conflictWords(['title'], theirs, { title: 'Mine' }, taskWords('2026-11-19'))).toBe('Title: there ‘Theirs’, here ‘Mine’.');
});

test('a place in the suggested order gives a priority', () => {
  expect([0, 1, 2, 3, 4, 5].map((place) => levelAt(place, 6))).toEqual(['high', 'high', 'medium', 'medium', 'low', 'low']);
  expect([levelAt(0, 1), ...[0, 1].map((place) => levelAt(place, 2))]).toEqual(['high', 'high', 'medium']);
});

test('an estimate names the tasks on which it is based', () => {
  const history = { count: 6, medianMinutes: 45, shortestMinutes: 20, longestMinutes: 120, tasks: [] };
  expect(historyWords(history)).toBe('It rests on 6 completed tasks of yours, from 20 min to 2 h, half of them at most 45 min.');
  expect(historyWords({ ...history, count: 1, shortestMinutes: 45, longestMinutes: 45 })).toBe(
    'It rests on 1 completed task of yours, 45 min.',
  );
  expect(historyWords({ ...history, count: 0 })).toBe('There is no completed task with an estimate to compare it with.');
});

test('a suggestion names its source and how much of the allowance it used', () => {
  expect(sourceWords({ model: 'mini', note: null, used: 1 })).toBe('Suggested by mini. It counts once in your AI usage.');
  expect(sourceWords({ model: null, note: 'No key is set up.', used: 0 })).toBe('No key is set up.');
  expect(sourceWords({ model: null, note: null, used: 0 })).toBe('Plain statistics of your own record, without an AI.');
});

const TAGS = ['work', 'two words', 'ops'];
const offered = (text: string, cursor = text.length) => suggestionsFor(text, cursor, TAGS).map(({ term }) => term);

test('the filter field suggests how the term at the cursor can end', () => {
  expect(offered('')).toEqual(['is:open', 'due:week', 'due:none', 'priority:high', '#work', '#"two words"', '#ops']);
  expect(offered('milk pri')).toEqual(['priority:']);
  expect(offered('-is:s')).toEqual(['is:skipped']);
  expect(offered('due:to milk', 6)).toEqual(['due:today', 'due:tomorrow']);
  expect(offered('#W')).toEqual(['#work']);
  expect([offered('i'), offered('is:open'), offered('milk ')]).toEqual([[], [], []]);
});

test('a suggestion replaces only the term at the cursor', () => {
  expect(withSuggestion('-is:s milk', 5, { term: 'is:skipped', words: '' })).toEqual({ text: '-is:skipped milk', cursor: 12 });
  expect(withSuggestion('pri', 3, { term: 'priority:', words: '' })).toEqual({ text: 'priority:', cursor: 9 });
});

test('a fault is said at once, unless the suggestions end the term', () => {
  const fault = (text: string) => faultIn(text, text.length, suggestionsFor(text, text.length, TAGS));
  expect([fault('is:op'), fault('due:2026-11-30'), fault('is:nothing')]).toEqual([
    null,
    null,
    expect.stringContaining('There is no is:nothing'),
  ]);
  expect(fault('due:yesterday is:op')).toContain('There is no due:yesterday');
});

test('a filter that is moved makes the others make room', () => {
  const filters = ['a', 'b', 'c'].map((id, position) => ({ id, name: id, query: id, position }));
  expect(movedTo(filters, 'c', 0).map(({ id, position }) => `${id}${position}`)).toEqual(['c0', 'a1', 'b2']);
});

test('a task that is moved in a list gets its place among all tasks', () => {
  const all = ['a', 'x', 'b', 'y', 'c', 'z'].map((id) => ({ id }));
  const shown = ['a', 'b', 'c'];
  expect([beforeInOrder(shown, all, 'c', 0), beforeInOrder(shown, all, 'a', 1), beforeInOrder(shown, all, 'a', 2)]).toEqual([
    'a',
    'c',
    'z',
  ]);
  expect([beforeInOrder(shown, all, 'a', 0), beforeInOrder(shown, all, 'c', 3), beforeInOrder(shown, all, 'x', 0)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(placedBefore(all, 'c', 'a').map(({ id }) => id)).toEqual(['c', 'a', 'x', 'b', 'y', 'z']);
  expect(placedBefore(all, 'a', null).map(({ id }) => id)).toEqual(['x', 'b', 'y', 'c', 'z', 'a']);
  expect([nextInOrder(all, 'y'), nextInOrder(all, 'z')]).toEqual(['c', null]);
});
