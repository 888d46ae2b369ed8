import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { type Task, taskKeys } from '../../web/api/tasks.ts';
import { undoLastChange } from '../../web/tasks/last-change.ts';
import { makeSelection } from '../../web/tasks/selection.ts';
import { makeBulk, type Refused } from '../../web/todo/bulk.ts';
import { doneWords, portionsFor, shownFor } from '../../web/todo/bulk-changes.ts';
import { aTask, dueOn, wireTask } from './examples.ts';

afterEach(() => vi.unstubAllGlobals());

const HERE = { zone: 'Europe/Berlin', today: '2050-11-19' };
const NOW = Date.parse('2050-11-19T08:00:00Z');

/** A screen with these tasks, all selected, before a server that answers nothing until `answer`. */
function screenWith(...tasks: Task[]) {
  const sent: { readonly url: string; readonly body: unknown }[] = [];
  const waiting: ((answer: Response) => void)[] = [];
  vi.stubGlobal('fetch', (url: string, { body }: RequestInit) => {
    sent.push({ url, body: typeof body === 'string' ? JSON.parse(body) : null });
    return new Promise<Response>((resolve) => waiting.push(resolve));
  });
  const client = new QueryClient();
  client.setQueryData(taskKeys.list(), tasks);
  const selection = makeSelection();
  selection.set(tasks.map(({ id }) => id));
  let refused: readonly Refused[] = [];
  const change = makeBulk({ client, selection, clock: HERE, onRefused: (now) => (refused = now) });
  return {
    change,
    sent,
    answer: (body: object, status = 200) => waiting.shift()?.(Response.json(body, { status })),
    settled: () => expect.poll(() => client.isMutating()).toBe(0),
    selected: () => [...selection.ids()],
    refused: () => refused,
    byId: () => Object.fromEntries((client.getQueryData<Task[]>(taskKeys.list()) ?? []).map((task) => [task.id, task])),
  };
}
const done = (...tasks: Task[]) => ({ batch_id: 'b1', done: tasks.map((task) => wireTask(task)), refused: [] });

test('a range of rows follows its end, and keeps what was selected before', () => {
  const selection = makeSelection();
  const order = ['a', 'b', 'c', 'd', 'e'];
  selection.toggle('e');
  selection.toggle('b');
  selection.extendTo('d', order, 'b');
  expect([...selection.ids()].sort()).toEqual(['b', 'c', 'd', 'e']);
  selection.extendTo('a', order, 'd');
  expect([...selection.ids()].sort()).toEqual(['a', 'b', 'e']);
  selection.toggle('e');
  expect([...selection.ids()].sort()).toEqual(['a', 'b']);
  selection.clear();
  selection.extendTo('c', order, 'd');
  expect([[...selection.ids()], selection.end()]).toEqual([['c', 'd'], 'c']);
});

test('a change of several tasks is shown at once, sent with one call, and ends the selection', async () => {
  const [one, two] = [dueOn('2050-11-19', { id: 'one' }), aTask({ id: 'two' })];
  const { change, sent, answer, settled, selected, byId } = screenWith(one, two);
  change({ kind: 'priority', priority: 'high' });
  expect([byId().one?.priority, byId().two?.priority, selected()]).toEqual(['high', 'high', []]);
  await expect.poll(() => sent).toEqual([{ url: '/api/tasks/bulk', body: { ids: ['one', 'two'], change: { priority: 'high' } } }]);
  answer(done({ ...one, priority: 'high' }, { ...two, priority: 'high' }));
  await settled();
  expect([byId().one?.priority, selected()]).toEqual(['high', []]);
});

test('what is refused is shown as before, stays selected, and has its reason', async () => {
  const [one, two] = [aTask({ id: 'one', title: 'Run' }), dueOn('2050-11-19', { id: 'two', title: 'Swim' })];
  const { change, sent, answer, selected, refused, byId } = screenWith(one, two);
  change({ kind: 'complete' });
  expect(byId().two?.status).toBe('completed');
  await expect.poll(() => sent).toHaveLength(1);
  answer({ ...done({ ...one, status: 'completed', completed: true }), refused: [{ id: 'two', code: 'conflict', message: 'Not now.' }] });
  await expect.poll(selected).toEqual(['two']);
  expect(refused()).toEqual([{ id: 'two', title: 'Swim', message: 'Not now.' }]);
  expect([byId().one?.status, byId().two?.status]).toEqual(['completed', 'pending']);
});

test('one undo takes all of it back, also before the server has answered', async () => {
  const [one, two] = [aTask({ id: 'one' }), aTask({ id: 'two' })];
  const { change, sent, answer, settled, byId } = screenWith(one, two);
  change({ kind: 'delete' });
  expect(byId()).toEqual({});
  expect(undoLastChange()).toBe(true);
  expect(Object.keys(byId()).sort()).toEqual(['one', 'two']);
  await expect.poll(() => sent).toHaveLength(1);
  answer(done({ ...one, deleted: true }, { ...two, deleted: true }));
  await expect.poll(() => sent.at(-1)?.url).toBe('/api/tasks/bulk/b1/undo');
  answer({ done: [wireTask(one), wireTask(two)], refused: [] });
  await settled();
  expect(Object.keys(byId()).sort()).toEqual(['one', 'two']);
  expect(undoLastChange()).toBe(false);
});

test('a call that fails leaves all as it was, and selected', async () => {
  const one = aTask({ id: 'one' });
  const { change, sent, answer, selected, byId } = screenWith(one);
  change({ kind: 'archive' });
  expect(byId()).toEqual({});
  await expect.poll(() => sent).toHaveLength(1);
  answer({ code: 'too_many', message: 'No.' }, 429);
  await expect.poll(selected).toEqual(['one']);
  expect([Object.keys(byId()), undoLastChange()]).toEqual([['one'], false]);
});

test('a day moves open tasks and promises missed ones again', () => {
  const [open, missed] = [dueOn('2050-11-19', { id: 'open' }), dueOn('2050-11-18', { id: 'missed', status: 'missed' })];
  expect(portionsFor({ kind: 'day', date: '2050-11-20' }, [open, missed])).toEqual([
    { ids: ['open'], change: { dueDate: '2050-11-20' } },
    { ids: ['missed'], change: { again: { dueDate: '2050-11-20' } } },
  ]);
  const shown = shownFor({ kind: 'day', date: '2050-11-20' }, [open, missed], { all: [], zone: HERE.zone, now: NOW });
  expect(shown.puts.map(({ id, dueDate }) => [id, dueDate])).toEqual([['open', '2050-11-20']]);
});

test('the message says what was done to how many', () => {
  expect([
    doneWords({ kind: 'day', date: '2050-11-20' }, 3, HERE.today),
    doneWords({ kind: 'shift', days: -1 }, 1, HERE.today),
    doneWords({ kind: 'tags', tags: ['work'], add: false }, 2, HERE.today),
  ]).toEqual(['3 tasks moved to tomorrow', '1 task moved by 1 day, earlier', '#work removed from 2 tasks']);
});
