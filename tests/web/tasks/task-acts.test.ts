import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { KeptChange } from '../../../web/api/kept.ts';
import { streakKeys } from '../../../web/api/reports.ts';
import { type Task, taskKeys } from '../../../web/api/tasks.ts';
import { keepable, sendKept, type TaskCall } from '../../../web/tasks/kept-calls.ts';
import { useTaskActs } from '../../../web/tasks/task-acts.ts';
import { aTask, dueOn, wireTask } from '../examples.ts';
import { renderHook } from '../render.ts';

afterEach(() => vi.unstubAllGlobals());

const TAG = { etag: '"7"' };
const message = (task: Task, own: Partial<Task> = {}) => Response.json(wireTask({ ...task, ...own }), { headers: TAG });
const refused = () => Response.json({ code: 'conflict', message: 'No.' }, { status: 409 });

/** What a screen can do to these tasks, before a server that answers nothing until `answer`. */
function screenWith(...tasks: Task[]) {
  const sent: string[] = [];
  const waiting: ((answer: Response) => void)[] = [];
  vi.stubGlobal('fetch', (url: string, { method }: RequestInit) => {
    sent.push(`${method} ${url}`);
    return new Promise<Response>((resolve) => waiting.push(resolve));
  });
  const client = new QueryClient();
  client.setQueryData(taskKeys.list(), tasks);
  client.setQueryData(streakKeys.all, {});
  for (const task of tasks) client.setQueryData(taskKeys.one(task.id), { task, etag: '"1"' });
  return {
    client,
    sent,
    acts: renderHook(client, useTaskActs),
    answer: (answer: Response) => waiting.shift()?.(answer),
    settled: () => expect.poll(() => client.isMutating()).toBe(0),
    list: () => client.getQueryData<Task[]>(taskKeys.list()),
    isStale: (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated,
  };
}

test('what is done to several tasks is sent at once', async () => {
  const [one, two] = [aTask({ id: 'one' }), aTask({ id: 'two' })];
  const { acts, sent } = screenWith(one, two);
  acts.complete(one);
  acts.archive(two);
  await expect.poll(() => sent).toEqual(['PATCH /api/tasks/one/status', 'POST /api/tasks/two/archive']);
});

test('what is done to a task and to its steps is sent one after the other', async () => {
  const parent = aTask({ id: 'parent' });
  const step = aTask({ id: 'step', parentId: 'parent' });
  const { acts, sent, answer } = screenWith(parent, step);
  acts.complete(step);
  acts.complete(parent);
  acts.undoLast();
  const all = ['PATCH /api/tasks/step/status', 'PATCH /api/tasks/parent/status', 'POST /api/tasks/parent/undo'];
  for (let count = 1; count <= all.length; count += 1) {
    await expect.poll(() => sent).toHaveLength(count);
    await new Promise((resolve) => setImmediate(resolve));
    expect(sent).toEqual(all.slice(0, count));
    answer(message(count === 1 ? step : parent));
  }
});

test('the answer stands in the cache with its tag, and no list is read again', async () => {
  const task = dueOn('2050-11-19', { id: 'one' });
  const { acts, answer, settled, list, client, isStale, sent } = screenWith(task);
  acts.complete(task);
  expect(list()?.[0]).toMatchObject({ status: 'completed', completed: true });
  await expect.poll(() => sent).toHaveLength(1);
  answer(message(task, { status: 'completed', completed: true, completedAt: '2050-11-19T10:00:00Z' }));
  await settled();
  expect(list()?.[0]?.completedAt).toBe('2050-11-19T10:00:00Z');
  expect(client.getQueryData(taskKeys.one('one'))).toMatchObject({ etag: '"7"' });
  expect([isStale(taskKeys.list()), isStale(taskKeys.one('one')), isStale(streakKeys.all)]).toEqual([false, false, true]);
});

test('an answer does not put back what a later change of the same task shows', async () => {
  const task = aTask({ id: 'one' });
  const { acts, answer, settled, list, sent } = screenWith(task);
  acts.complete(task);
  acts.undoLast();
  await expect.poll(() => sent).toHaveLength(1);
  answer(message(task, { status: 'completed', completed: true }));
  await expect.poll(() => sent).toHaveLength(2);
  expect(list()?.[0]?.status).toBe('pending');
  answer(message(task));
  await settled();
  expect(list()?.[0]?.status).toBe('pending');
});

test('steps that went with their task are read, since the answer is the task alone', async () => {
  const [parent, step] = [aTask({ id: 'parent' }), aTask({ id: 'step', parentId: 'parent' })];
  const { acts, answer, settled, isStale, sent } = screenWith(parent, step);
  acts.complete(parent);
  await expect.poll(() => sent).toHaveLength(1);
  answer(message(parent, { status: 'completed', completed: true }));
  await settled();
  expect([taskKeys.list(), taskKeys.one('step'), taskKeys.one('parent')].map(isStale)).toEqual([true, true, false]);
});

test('what is refused is put back, and all that shows tasks is read again', async () => {
  const task = aTask({ id: 'one' });
  const { acts, answer, settled, list, isStale, sent } = screenWith(task);
  acts.archive(task);
  expect(list()).toEqual([]);
  await expect.poll(() => sent).toHaveLength(1);
  answer(refused());
  await settled();
  expect(list()?.map(({ id }) => id)).toEqual(['one']);
  expect([taskKeys.list(), taskKeys.one('one'), streakKeys.all].map(isStale)).toEqual([true, true, true]);
});

test('a deleted task leaves the lists, and is read again by whoever opens it', async () => {
  const [parent, step] = [aTask({ id: 'parent' }), aTask({ id: 'step', parentId: 'parent' })];
  const { acts, answer, settled, list, isStale, sent } = screenWith(parent, step, aTask({ id: 'other' }));
  acts.remove(parent);
  await expect.poll(() => sent).toEqual(['DELETE /api/tasks/parent']);
  answer(new Response(null, { status: 204 }));
  await settled();
  expect(list()?.map(({ id }) => id)).toEqual(['other']);
  expect([taskKeys.one('parent'), taskKeys.one('step'), taskKeys.one('other'), taskKeys.list()].map(isStale)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('a deleted step is deleted as a child of its task', async () => {
  const [parent, step] = [aTask({ id: 'parent' }), aTask({ id: 'step', parentId: 'parent' })];
  const { acts, answer, settled, list, sent } = screenWith(parent, step);
  acts.remove(step);
  await expect.poll(() => sent).toEqual(['DELETE /api/tasks/parent/children']);
  answer(Response.json({ deleted: ['step'] }));
  await settled();
  expect(list()?.map(({ id }) => id)).toEqual(['parent']);
});

test('of several changes at once, what they make stale is read after the last answer', async () => {
  const [one, two] = [dueOn('2050-11-19', { id: 'one' }), dueOn('2050-11-20', { id: 'two' })];
  const { acts, answer, settled, isStale, sent, client } = screenWith(one, two);
  acts.complete(one);
  acts.complete(two);
  await expect.poll(() => sent).toHaveLength(2);
  answer(message(one, { status: 'completed' }));
  await expect.poll(() => client.isMutating()).toBe(1);
  expect(isStale(streakKeys.all)).toBe(false);
  answer(message(two, { status: 'completed' }));
  await settled();
  expect(isStale(streakKeys.all)).toBe(true);
});

test('an edit that was saved is shown as it was answered', () => {
  const task = dueOn('2050-11-19', { id: 'one' });
  const { acts, client, isStale, list } = screenWith(task);
  acts.edited(task, { task: { ...task, title: 'Renamed' }, etag: '"8"' });
  expect([list()?.[0]?.title, client.getQueryData(taskKeys.one('one'))]).toMatchObject(['Renamed', { etag: '"8"' }]);
  expect([taskKeys.list(), streakKeys.all].map(isStale)).toEqual([false, false]);
});

describe('a change that was kept', () => {
  const NOW = Date.parse('2026-11-19T10:00:00Z');
  const HOUR = 3_600_000;

  /** What is sent for a call that was kept while the task stood as `before`, and stands as `present` now. Null: it is gone. */
  async function sentFor(call: TaskCall, before: Task, present: Task | null, more: Partial<KeptChange> = {}): Promise<unknown> {
    const sent: unknown[] = [];
    vi.stubGlobal('fetch', (url: string, { method, body, headers }: RequestInit & { headers: Record<string, string> }) => {
      if (method !== 'GET') {
        const [key, tag] = [headers['idempotency-key'], headers['if-match']];
        sent.push([`${method} ${url}`, ...(body ? [JSON.parse(String(body))] : []), ...(key ? [key] : []), ...(tag ? [tag] : [])]);
        return Promise.resolve(Response.json(wireTask(present ?? before)));
      }
      if (!present) return Promise.resolve(Response.json({ code: 'not_found', message: 'No.' }, { status: 404 }));
      return Promise.resolve(Response.json(wireTask(present), { headers: { etag: '"9"' } }));
    });
    const kept = keepable(call, 'its-key', 'family', 'Do it', before);
    const change: KeptChange = { ...kept, id: 'c', owner: 'ada', page: 'p', order: 1, sentAt: null, refused: null, ...more };
    try {
      await sendKept(change, NOW);
      return sent;
    } catch (error) {
      expect(sent).toEqual([]);
      return (error as Error).message;
    }
  }

  const OPEN = aTask({ id: 't' });
  const completed = aTask({ id: 't', status: 'completed', completed: true });
  const skipped = aTask({ id: 't', status: 'skipped', skipReason: 'Rain' });
  const missed = aTask({ id: 't', status: 'missed' });
  const complete: TaskCall = { name: 'status', args: { id: 't', status: 'completed' } };
  const undo: TaskCall = { name: 'undo', args: { id: 't' } };
  const retitle: TaskCall = { name: 'edit', args: { id: 't', change: { title: 'Run far' }, etag: '"1"' } };

  const CHANGED = 'The task was changed elsewhere in the meantime. It stays as it is now.';
  const GONE = 'The task was deleted in the meantime.';
  const PATCHED = [['PATCH /api/tasks/t/status', { completed: true, status: 'completed' }]];

  test.each<[string, TaskCall, Task, Task | null, unknown]>([
    ['a tick of a task that stands as it stood', complete, OPEN, OPEN, PATCHED],
    ['a tick of a task that was missed by the passing of time', complete, OPEN, missed, PATCHED],
    ['a tick of a task that was only renamed', complete, OPEN, { ...OPEN, title: 'Walk' }, PATCHED],
    ['a tick that arrived already', complete, OPEN, completed, []],
    ['a tick of a task that was skipped elsewhere', complete, OPEN, skipped, CHANGED],
    ['a tick of a task that was archived elsewhere', complete, OPEN, { ...OPEN, archived: true }, CHANGED],
    ['a tick of a deleted task', complete, OPEN, null, GONE],
    ['an undo of what is still the last change', undo, completed, completed, [['POST /api/tasks/t/undo', 'its-key']]],
    ['an undo after another change, which it would take back instead', undo, completed, { ...completed, title: 'Walk' }, CHANGED],
    ['a deletion that arrived already', { name: 'delete', args: { id: 't' } }, OPEN, null, []],
    ['an archiving', { name: 'archive', args: { id: 't' } }, completed, completed, [['POST /api/tasks/t/archive', 'its-key']]],
    ['an edit, with the present tag', retitle, OPEN, { ...OPEN, priority: 'high' }, [['PUT /api/tasks/t', { title: 'Run far' }, '"9"']]],
    ['an edit that arrived already', retitle, OPEN, { ...OPEN, title: 'Run far' }, []],
    ['an edit of what somebody else has changed', retitle, OPEN, { ...OPEN, title: 'Walk' }, CHANGED],
  ])('%s', async (_what, call, before, present, expected) => {
    expect(await sentFor(call, before, present)).toEqual(expected);
  });

  test('a new task is sent under its key, unless it was sent so long ago that the server has forgotten the key', async () => {
    const create: TaskCall = { name: 'create', args: { body: { title: 'New' } } };
    expect(await sentFor(create, OPEN, OPEN, { sentAt: NOW - 23 * HOUR })).toEqual([['POST /api/tasks', { title: 'New' }, 'its-key']]);
    expect(await sentFor(create, OPEN, OPEN, { sentAt: NOW - 25 * HOUR })).toMatch(/^Nobody can say any more whether it arrived/);
  });

  test('what this version does not know is not sent', async () => {
    const call = { name: 'toString', args: {} } as unknown as TaskCall;
    expect(await sentFor(call, OPEN, OPEN)).toBe('This version of the program does not know this change.');
  });
});
