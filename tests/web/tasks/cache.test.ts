import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { alertKeys } from '../../../web/api/alerts.ts';
import { auditKeys } from '../../../web/api/audit.ts';
import { ALL_HISTORY, reportKeys, streakKeys } from '../../../web/api/reports.ts';
import { type Routine, routineKeys } from '../../../web/api/routines.ts';
import { type FoundPages, type SearchResult, searchKeys } from '../../../web/api/search.ts';
import { type Archive, type Task, taskKeys } from '../../../web/api/tasks.ts';
import { isOverdue, readAfterTask, staleAfterOccurrences, staleAfterTask } from '../../../web/tasks/after-task.ts';
import { cachedSteps, cachedTask, completedWithSteps, dropTask, isListed, predicted, putTask } from '../../../web/tasks/cache.ts';
import { findAgain } from '../../../web/tasks/promise-again.ts';
import { archiveOf, aTask, dueOn, readsBegun } from '../examples.ts';

const NOON = Date.parse('2026-11-19T12:00:00Z');

function clientWith(list: Task[], missed: Task[] = [], archived: Task[] = []): QueryClient {
  const client = new QueryClient();
  client.setQueryData(taskKeys.list(), list);
  client.setQueryData(taskKeys.missed(), missed);
  client.setQueryData(taskKeys.archived(), archiveOf(...archived));
  return client;
}
const ids = (client: QueryClient) => [
  ...[taskKeys.list(), taskKeys.missed()].map((key) => client.getQueryData<Task[]>(key)?.map((task) => task.id)),
  client.getQueryData<Archive>(taskKeys.archived())?.pages.flatMap(({ items }) => items.map(({ id }) => id)),
];

test('completing a task in time shows it as kept, and after the due instant as late', () => {
  const [early, late] = [dueOn('2026-11-19'), dueOn('2026-11-18')].map((task) => predicted(task, 'completed', NOON));
  expect([early?.late, late?.late, early?.completedAt]).toEqual([false, true, '2026-11-19T12:00:00.000Z']);
});

test('an action shows how the task will most likely count until the answer arrives', () => {
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

test('completing a task with proof shows it as awaiting proof', () => {
  expect(predicted(aTask({ verificationType: 'coding', verificationState: 'awaiting_proof' }), 'completed', NOON).verificationState).toBe(
    'awaiting_proof',
  );
  expect(predicted(aTask(), 'completed', NOON).verificationState).toBe('not_required');
});

test('reopening a task after the due instant shows it as missed at that instant', () => {
  const again = predicted(dueOn('2026-11-18', { status: 'completed', completed: true }), 'pending', NOON);
  expect([again.status, again.missedAt]).toEqual(['missed', '2026-11-18T22:59:59.999Z']);
});

test('completing a parent completes its open steps and leaves the others', () => {
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

test('the steps of a task are known from the list, in the order in which they were made, unless the list does not have the task', () => {
  const later = aTask({ id: 'later', parentId: 'p', createdAt: '2026-11-03T08:00:00Z', completed: true, status: 'completed' });
  const client = clientWith([later, aTask({ id: 'p' }), aTask({ id: 'first', parentId: 'p' }), aTask({ id: 'other', parentId: 'q' })]);
  expect(cachedSteps(client, 'p')?.map(({ id }) => id)).toEqual(['first', 'later']);
  expect([cachedSteps(client, 'q'), cachedSteps(new QueryClient(), 'p')]).toEqual([undefined, undefined]);
});

test('a task is put into the lists to which it belongs, and into no others', () => {
  const client = clientWith([aTask({ id: 'a' }), aTask({ id: 'b' })]);
  putTask(client, aTask({ id: 'a', status: 'missed' }));
  expect(ids(client)).toEqual([['a', 'b'], ['a'], []]);
  putTask(client, aTask({ id: 'a', status: 'missed', archived: true }));
  expect(ids(client)).toEqual([['b'], [], ['a']]);
  putTask(client, aTask({ id: 'a' }));
  expect(ids(client)).toEqual([['a', 'b'], [], []]);
});

test('a list that was never loaded is not created', () => {
  const client = new QueryClient();
  putTask(client, aTask());
  expect(client.getQueryData(taskKeys.list())).toBeUndefined();
});

test('a removed task returns to its place when it is put again', () => {
  const client = clientWith([aTask({ id: 'a' }), aTask({ id: 'b' })], [aTask({ id: 'a', status: 'missed' })]);
  const before = cachedTask(client, 'a');
  dropTask(client, 'a');
  expect([ids(client)[0], cachedTask(client, 'a')]).toEqual([['b'], undefined]);
  putTask(client, before as Task);
  expect(new Set(ids(client)[0])).toEqual(new Set(['a', 'b']));
});

test('tasks are sorted by due instant, undated ones last, and a changed due date moves a task', () => {
  const client = clientWith([dueOn('2026-11-18', { id: 'a' }), dueOn('2026-11-20', { id: 'b' }), aTask({ id: 'z' })]);
  putTask(client, dueOn('2026-11-19', { id: 'new' }));
  expect(ids(client)[0]).toEqual(['a', 'new', 'b', 'z']);
  putTask(client, dueOn('2026-11-21', { id: 'a' }));
  expect(ids(client)[0]).toEqual(['new', 'b', 'a', 'z']);
});

test('an archived task that a search has found is known, changed and dropped there', () => {
  const client = clientWith([]);
  const facts = { kind: 'task', title: '', excerpt: null, status: 'completed', dueDate: null, archived: true, tags: [] } as const;
  const result = (id: string, task?: Task): SearchResult => ({ ...facts, id, tags: [], ...(task && { task }) });
  const pages = [
    { items: [result('live'), result('x', aTask({ id: 'x', archived: true }))], next: 'p', total: 3 },
    { items: [result('y', aTask({ id: 'y', archived: true }))], next: null, total: null },
  ];
  const key = searchKeys.pagesOf('is:archived');
  client.setQueryData<FoundPages>(key, { pages, pageParams: [null, 'p'] });
  const found = () => client.getQueryData<FoundPages>(key)?.pages.map(({ items, total }) => [items.map(({ id }) => id).join(), total]);
  expect(['live', 'x', 'y'].map((id) => isListed(client, id))).toEqual([false, true, true]);
  putTask(client, aTask({ id: 'y', archived: true, title: 'Renamed' }));
  expect(cachedTask(client, 'y')?.title).toBe('Renamed');
  dropTask(client, 'y');
  expect(found()).toEqual([
    ['live,x', 2],
    ['', null],
  ]);
  expect(cachedTask(client, 'y')).toBeUndefined();
  putTask(client, aTask({ id: 'x', archived: false }));
  expect(cachedTask(client, 'x')?.archived).toBe(false);
});

test('the newest miss and the last archived task come first', () => {
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

test('the ETag of an answer is kept, and a prediction has none', () => {
  const client = clientWith([aTask({ id: 'a' })]);
  client.setQueryData(taskKeys.one('a'), { task: aTask({ id: 'a' }), etag: '"1"' });
  putTask(client, aTask({ id: 'a', title: 'Said' }), '"2"');
  expect(client.getQueryData(taskKeys.one('a'))).toMatchObject({ task: { title: 'Said' }, etag: '"2"' });
  putTask(client, aTask({ id: 'a', status: 'completed' }));
  expect(client.getQueryData(taskKeys.one('a'))).toMatchObject({ etag: null });
});

/** A client that has read everything once; `routine`: how the only routine counts. */
function reader(routine: Routine['mode'] = 'due', list: Task[] = []) {
  const client = new QueryClient();
  const keys = {
    list: taskKeys.list(),
    missed: taskKeys.missed(),
    routines: routineKeys.list(),
    alerts: alertKeys.active(),
    streaks: streakKeys.all,
    weekly: reportKeys.weekly(0),
    history: reportKeys.history(ALL_HISTORY),
    trail: auditKeys.task('t'),
    entry: ['audit', 'entry', 'e'],
  };
  for (const key of Object.values(keys)) client.setQueryData(key, []);
  client.setQueryData(taskKeys.list(), list);
  client.setQueryData(routineKeys.list(), [{ id: 'r', mode: routine }]);
  return {
    client,
    /** What is read again after this change. */
    after(before: Task | null, after: Task | null) {
      for (const queryKey of staleAfterTask(client, before, after)) void client.invalidateQueries({ queryKey });
      return this.stale();
    },
    stale: () => Object.entries(keys).flatMap(([name, key]) => (client.getQueryState(key)?.isInvalidated ? [name] : [])),
  };
}
const due = dueOn('2026-11-19', { id: 't' });
const done: Task = { ...due, status: 'completed', completed: true };

test('completing a task with a date makes figures, streak, alerts and its own trail stale, but no list of tasks', () => {
  expect(reader().after(due, done)).toEqual(['alerts', 'streaks', 'weekly', 'history', 'trail']);
});

test('a task without a date makes neither streak nor alerts stale', () => {
  const task = aTask({ id: 't' });
  expect(reader().after(task, { ...task, status: 'completed' })).toEqual(['weekly', 'history', 'trail']);
});

test('a new title makes no figures stale, and archiving only the history', () => {
  expect(reader().after(due, { ...due, title: 'Renamed' })).toEqual(['weekly', 'history', 'trail']);
  expect(reader().after(done, { ...done, archived: true })).toEqual(['history', 'trail']);
});

test('an occurrence makes the streak and next dates of its routine stale, and the list too if the next counts from completion', () => {
  const [one, kept] = [due, done].map((task) => ({ ...task, recurringTaskId: 'r' })) as [Task, Task];
  expect(reader('due').after(one, kept)).toEqual(['routines', 'alerts', 'streaks', 'weekly', 'history', 'trail']);
  expect(reader('completion').after(one, kept)).toEqual(['list', 'routines', 'alerts', 'streaks', 'weekly', 'history', 'trail']);
  expect(reader('completion').after(one, { ...one, title: 'Renamed' })).toEqual(['weekly', 'history', 'trail']);
});

test('a created or deleted task counts as changed', () => {
  expect(reader().after(null, due)).toEqual(['alerts', 'streaks', 'weekly', 'history', 'trail']);
  expect(reader().after(due, null)).toEqual(['alerts', 'streaks', 'weekly', 'history', 'trail']);
  expect(reader().after(null, null)).toEqual([]);
});

test('a task or proof that is open after its deadline is read again, because the server has decided it', async () => {
  const proof: Partial<Task> = { status: 'completed', verificationState: 'awaiting_proof', proofDueAt: '2026-11-19T11:00:00Z' };
  const tasks = [dueOn('2026-11-18'), dueOn('2026-11-19'), dueOn('2026-11-18', { status: 'completed' }), aTask(proof)];
  expect(tasks.map((task) => isOverdue(task, NOON))).toEqual([true, false, false, true]);
  const quiet = reader('due', [dueOn('2026-11-19')]);
  readAfterTask(quiet.client, NOON);
  await readsBegun();
  expect(quiet.stale()).toEqual([]);
  const overdue = reader('due', [dueOn('2026-11-18')]);
  readAfterTask(overdue.client, NOON);
  await readsBegun();
  expect(overdue.stale()).toEqual(['list', 'missed']);
});

test('a change of a routine reads the tasks that it creates, and only open pages of those', () => {
  const { client, stale } = reader();
  for (const [id, recurringTaskId] of [
    ['t', 'r'],
    ['u', null],
  ] as const)
    client.setQueryData(taskKeys.one(id), { task: aTask({ id, recurringTaskId }), etag: null });
  for (const queryKey of staleAfterOccurrences(client)) void client.invalidateQueries({ queryKey });
  expect(stale()).toEqual(['list', 'alerts', 'streaks', 'weekly', 'history', 'trail']);
  expect(['t', 'u'].map((id) => client.getQueryState(taskKeys.one(id))?.isInvalidated)).toEqual([true, false]);
});

test('a missed task has the first open task that promises it again, and none in a list where that is done', () => {
  const list = [
    aTask({ id: 'done', againOf: 'missed', status: 'completed', completed: true }),
    aTask({ id: 'open', againOf: 'missed' }),
    aTask({ id: 'later', againOf: 'missed' }),
  ];
  expect([findAgain(list, 'missed')?.id, findAgain(list, 'open')?.id]).toEqual(['open', undefined]);
  expect(findAgain(list.slice(0, 1), 'missed')).toBeUndefined();
});
