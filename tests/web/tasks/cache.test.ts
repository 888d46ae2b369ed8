import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { type Task, taskKeys } from '../../../web/api/tasks.ts';
import { cachedTask, completedWithSteps, dropTask, predicted, putTask } from '../../../web/tasks/cache.ts';
import { aTask, dueOn } from './task-for-tests.ts';

const NOON = Date.parse('2026-11-19T12:00:00Z');

function clientWith(list: Task[], missed: Task[] = [], archived: Task[] = []): QueryClient {
  const client = new QueryClient();
  client.setQueryData(taskKeys.list(), list);
  client.setQueryData(taskKeys.missed(), missed);
  client.setQueryData(taskKeys.archived(), archived);
  return client;
}
const ids = (client: QueryClient) =>
  [taskKeys.list(), taskKeys.missed(), taskKeys.archived()].map((key) => client.getQueryData<Task[]>(key)?.map((task) => task.id));

test('completing in time is kept, and after the due instant late', () => {
  const [early, late] = [dueOn('2026-11-19'), dueOn('2026-11-18')].map((task) => predicted(task, 'completed', NOON));
  expect([early?.late, late?.late, early?.completedAt]).toEqual([false, true, '2026-11-19T12:00:00.000Z']);
});

test('until the answer is there, an act shows how the task will most likely count', () => {
  const [ahead, over] = [dueOn('2026-11-19'), dueOn('2026-11-18', { status: 'missed' })];
  const skipped = dueOn('2026-11-18', { status: 'skipped', skipReason: 'ill' });
  const proof = dueOn('2026-11-19', { verificationType: 'coding', verificationState: 'awaiting_proof' });
  const shown = [
    predicted(ahead, 'completed', NOON),
    predicted(proof, 'completed', NOON),
    predicted(over, 'completed', NOON),
    predicted(skipped, 'completed', NOON),
    predicted(ahead, 'in_progress', NOON),
    predicted(ahead, 'skipped', NOON, 'ill'),
    predicted(skipped, 'pending', NOON),
    predicted(aTask(), 'completed', NOON),
  ].map(({ outcome, skipReason }) => [outcome, skipReason]);
  expect(shown).toEqual([
    ['kept', null],
    ['open', null],
    ['missed', null],
    ['skipped', 'ill'],
    ['open', null],
    ['skipped', 'ill'],
    ['missed', null],
    ['none', null],
  ]);
});

test('completing what asks for proof awaits it', () => {
  expect(predicted(aTask({ verificationType: 'coding', verificationState: 'awaiting_proof' }), 'completed', NOON).verificationState).toBe(
    'awaiting_proof',
  );
  expect(predicted(aTask(), 'completed', NOON).verificationState).toBe('not_required');
});

test('opening again after the due instant is missed at that instant', () => {
  const again = predicted(dueOn('2026-11-18', { status: 'completed', completed: true }), 'pending', NOON);
  expect([again.status, again.missedAt]).toEqual(['missed', '2026-11-18T22:59:59.999Z']);
});

test('completing a parent takes its open steps along and leaves the others', () => {
  const parent = aTask({ id: 'p' });
  const all = [
    parent,
    aTask({ id: 'open', parentId: 'p' }),
    aTask({ id: 'skipped', parentId: 'p', status: 'skipped' }),
    aTask({ id: 'other', parentId: 'q' }),
  ];
  expect(completedWithSteps(parent, all, NOON).map((task) => [task.id, task.status])).toEqual([
    ['p', 'completed'],
    ['open', 'completed'],
  ]);
});

test('a task is put where it belongs and nowhere else', () => {
  const client = clientWith([aTask({ id: 'a' }), aTask({ id: 'b' })]);
  putTask(client, aTask({ id: 'a', status: 'missed' }));
  expect(ids(client)).toEqual([['a', 'b'], ['a'], []]);
  putTask(client, aTask({ id: 'a', status: 'missed', archived: true }));
  expect(ids(client)).toEqual([['b'], [], ['a']]);
  putTask(client, aTask({ id: 'a' }));
  expect(ids(client)).toEqual([['a', 'b'], [], []]);
});

test('a list that was never loaded is not made up', () => {
  const client = new QueryClient();
  putTask(client, aTask());
  expect(client.getQueryData(taskKeys.list())).toBeUndefined();
});

test('what was dropped is back where it was once it is put again', () => {
  const client = clientWith([aTask({ id: 'a' }), aTask({ id: 'b' })], [aTask({ id: 'a', status: 'missed' })]);
  const before = cachedTask(client, 'a');
  dropTask(client, 'a');
  expect([ids(client)[0], cachedTask(client, 'a')]).toEqual([['b'], undefined]);
  putTask(client, before as Task);
  expect(new Set(ids(client)[0])).toEqual(new Set(['a', 'b']));
});

test('a task stands where its due instant puts it, undated ones behind, and one that is moved moves', () => {
  const client = clientWith([dueOn('2026-11-18', { id: 'a' }), dueOn('2026-11-20', { id: 'b' }), aTask({ id: 'z' })]);
  putTask(client, dueOn('2026-11-19', { id: 'new' }));
  expect(ids(client)[0]).toEqual(['a', 'new', 'b', 'z']);
  putTask(client, dueOn('2026-11-21', { id: 'a' }));
  expect(ids(client)[0]).toEqual(['new', 'b', 'a', 'z']);
});

test('the newest miss, and what was archived last, stand first', () => {
  const missed = (id: string, missedAt: string) => aTask({ id, status: 'missed', missedAt });
  const client = clientWith(
    [],
    [missed('new', '2026-11-18T10:00:00Z'), missed('old', '2026-11-10T10:00:00Z')],
    [aTask({ id: 'x', archived: true })],
  );
  putTask(client, missed('between', '2026-11-15T10:00:00Z'));
  putTask(client, aTask({ id: 'y', archived: true }));
  putTask(client, aTask({ id: 'x', archived: true, title: 'Renamed' }));
  expect(ids(client).slice(1)).toEqual([
    ['new', 'between', 'old'],
    ['y', 'x'],
  ]);
});

test('the tag of an answer is kept, and a prediction has none', () => {
  const client = clientWith([aTask({ id: 'a' })]);
  client.setQueryData(taskKeys.one('a'), { task: aTask({ id: 'a' }), etag: '"1"' });
  putTask(client, aTask({ id: 'a', title: 'Said' }), '"2"');
  expect(client.getQueryData(taskKeys.one('a'))).toMatchObject({ task: { title: 'Said' }, etag: '"2"' });
  putTask(client, aTask({ id: 'a', status: 'completed' }));
  expect(client.getQueryData(taskKeys.one('a'))).toMatchObject({ etag: null });
});
