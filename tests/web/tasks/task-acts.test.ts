import { onlineManager, QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { streakKeys } from '../../../web/api/reports.ts';
import { type Task, taskKeys } from '../../../web/api/tasks.ts';
import { useTaskActs } from '../../../web/tasks/task-acts.ts';
import { aTask, dueOn, readsBegun, renderHook, wireTask } from '../examples.ts';

afterEach(() => vi.unstubAllGlobals());

const TAG = { etag: '"7"' };
const message = (task: Task, own: Partial<Task> = {}) => Response.json(wireTask({ ...task, ...own }), { headers: TAG });
const refused = () => Response.json({ code: 'conflict', message: 'No.' }, { status: 409 });

/** What a screen can do to these tasks, before a server that answers nothing until `answer`. */
function screenWith(...tasks: Task[]) {
  const sent: string[] = [];
  const tags: (string | undefined)[] = [];
  const waiting: ((answer: Response) => void)[] = [];
  vi.stubGlobal('fetch', (url: string, { method, headers }: RequestInit & { headers: Record<string, string> }) => {
    sent.push(`${method} ${url}`);
    tags.push(headers['if-match']);
    return new Promise<Response>((resolve) => waiting.push(resolve));
  });
  const client = new QueryClient();
  client.setQueryData(taskKeys.list(), tasks);
  client.setQueryData(streakKeys.all, {});
  for (const task of tasks) client.setQueryData(taskKeys.one(task.id), { task, etag: '"1"' });
  return {
    client,
    sent,
    /** The `If-Match` of each request. */
    tags,
    acts: renderHook(client, useTaskActs),
    answer: (answer: Response) => waiting.shift()?.(answer),
    settled: async () => {
      await expect.poll(() => client.isMutating()).toBe(0);
      await readsBegun();
    },
    list: () => client.getQueryData<Task[]>(taskKeys.list()),
    isStale: (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated,
  };
}

test('changes of several tasks are sent at once', async () => {
  const [one, two] = [aTask({ id: 'one' }), aTask({ id: 'two' })];
  const { acts, sent } = screenWith(one, two);
  acts.complete(one);
  acts.archive(two);
  await expect.poll(() => sent).toEqual(['PATCH /api/tasks/one/status', 'POST /api/tasks/two/archive']);
});

test('changes of a task and its steps are sent one after the other', async () => {
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

test('the answer is in the cache with its ETag, and no list is read again', async () => {
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

test('an answer does not undo a later change of the same task', async () => {
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

test('steps that changed with their task are read, because the answer contains only the task', async () => {
  const [parent, step] = [aTask({ id: 'parent' }), aTask({ id: 'step', parentId: 'parent' })];
  const { acts, answer, settled, isStale, sent } = screenWith(parent, step);
  acts.complete(parent);
  await expect.poll(() => sent).toHaveLength(1);
  answer(message(parent, { status: 'completed', completed: true }));
  await settled();
  expect([taskKeys.list(), taskKeys.one('step'), taskKeys.one('parent')].map(isStale)).toEqual([false, true, false]);
  expect(sent.slice(1)).toEqual(['GET /api/tasks/step']);
});

test('a refused change is undone, and all lists with tasks are read again', async () => {
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

test('a deleted task is removed from the lists, and read again when it is opened', async () => {
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

test('data that several simultaneous changes make stale is read after the last answer', async () => {
  const [one, two] = [dueOn('2050-11-19', { id: 'one' }), dueOn('2050-11-20', { id: 'two' })];
  const { acts, answer, settled, isStale, sent, client } = screenWith(one, two);
  acts.complete(one);
  acts.complete(two);
  await expect.poll(() => sent).toHaveLength(2);
  answer(message(one, { status: 'completed' }));
  await expect.poll(() => client.isMutating()).toBe(1);
  await readsBegun();
  expect(isStale(streakKeys.all)).toBe(false);
  answer(message(two, { status: 'completed' }));
  await settled();
  expect(isStale(streakKeys.all)).toBe(true);
});

test('a saved edit is shown as the server answered it', () => {
  const task = dueOn('2050-11-19', { id: 'one' });
  const { acts, client, isStale, list } = screenWith(task);
  acts.edited(task, { task: { ...task, title: 'Renamed' }, etag: '"8"' });
  expect([list()?.[0]?.title, client.getQueryData(taskKeys.one('one'))]).toMatchObject(['Renamed', { etag: '"8"' }]);
  expect([taskKeys.list(), streakKeys.all].map(isStale)).toEqual([false, false]);
});

test('a field that is changed in place is shown at once, and the undo brings the old value back', async () => {
  const task = dueOn('2050-11-19', { id: 'one', title: 'Run' });
  const { acts, answer, settled, list, sent } = screenWith(task);
  acts.change(task, { priority: 'high' }, 'High priority: ‘Run’');
  expect(list()?.[0]?.priority).toBe('high');
  expect(acts.undoLast()).toBe(true);
  expect(list()?.[0]?.priority).toBe('none');
  await expect.poll(() => sent).toEqual(['PUT /api/tasks/one']);
  answer(message(task, { priority: 'high' }));
  await expect.poll(() => sent).toEqual(['PUT /api/tasks/one', 'POST /api/tasks/one/undo']);
  answer(message(task));
  await settled();
  expect(acts.undoLast()).toBe(false);
});

test('a refused change shows the old value again', async () => {
  const task = dueOn('2050-11-19', { id: 'one' });
  const { acts, answer, settled, list, sent } = screenWith(task);
  acts.change(task, { dueDate: '2050-11-20' }, 'Moved');
  expect(list()?.[0]?.dueDate).toBe('2050-11-20');
  await expect.poll(() => sent).toHaveLength(1);
  answer(Response.json({ code: 'validation_failed', message: 'No.', errors: { due_date: ['This day is over.'] } }, { status: 422 }));
  await settled();
  expect(list()?.[0]?.dueDate).toBe('2050-11-19');
  expect(acts.undoLast()).toBe(false);
});

describe('an undo after its change was answered', () => {
  const stale = () => Response.json({ code: 'precondition_failed', message: 'No.' }, { status: 412 });
  const task = dueOn('2050-11-19', { id: 'one', title: 'Run' });

  /** Somebody has moved the task, and takes that back after it has become `present`. */
  async function takenBack(present: Partial<Task>) {
    const screen = screenWith(task);
    const { acts, answer, sent, settled } = screen;
    acts.change(task, { priority: 'high' }, 'High priority');
    await expect.poll(() => sent).toHaveLength(1);
    answer(message(task, { priority: 'high' }));
    await settled();
    acts.undoLast();
    await expect.poll(() => sent).toHaveLength(2);
    answer(stale());
    await expect.poll(() => sent).toHaveLength(3);
    answer(Response.json(wireTask({ ...task, priority: 'high', ...present }), { headers: { etag: '"9"' } }));
    return screen;
  }

  test('takes back what another device changed in no case, and shows the task as it is', async () => {
    const { sent, tags, settled, list, isStale } = await takenBack({ title: 'Walk' });
    await settled();
    expect(sent).toEqual(['PUT /api/tasks/one', 'POST /api/tasks/one/undo', 'GET /api/tasks/one']);
    expect(tags).toEqual([undefined, '"7"', undefined]);
    expect([list()?.[0]?.priority, isStale(taskKeys.list())]).toEqual(['high', true]);
  });

  test.each<[string, Partial<Task>]>([
    ['was missed meanwhile', { status: 'missed' }],
    ['has more minutes of focus', { focusedMinutes: 25 }],
  ])('goes on if the task %s', async (_, present) => {
    const { sent, tags, answer, settled, list } = await takenBack(present);
    await expect.poll(() => sent).toHaveLength(4);
    expect([sent[3], tags[3]]).toEqual(['POST /api/tasks/one/undo', '"9"']);
    answer(message(task));
    await settled();
    expect(list()?.[0]?.priority).toBe('none');
  });
});

describe('a change that has waited for the connection', () => {
  afterEach(() => onlineManager.setOnline(true));

  /** Completes the task offline, and is online again. `present`: the task at the server then. */
  async function completedOffline(present: Partial<Task>) {
    const task = aTask({ id: 'one' });
    const screen = screenWith(task);
    onlineManager.setOnline(false);
    screen.acts.complete(task);
    await expect.poll(() => screen.client.isMutating()).toBe(1);
    onlineManager.setOnline(true);
    void screen.client.resumePausedMutations();
    await expect.poll(() => screen.sent).toEqual(['GET /api/tasks/one']);
    screen.answer(message(task, present));
    return { ...screen, task };
  }

  test('is sent if nobody has decided otherwise', async () => {
    const { sent, answer, settled, task } = await completedOffline({});
    await expect.poll(() => sent).toHaveLength(2);
    expect(sent[1]).toBe('PATCH /api/tasks/one/status');
    answer(message(task, { status: 'completed', completed: true }));
    await settled();
  });

  test('is not sent if somebody has, and the screen shows the task as before', async () => {
    const { sent, settled, list } = await completedOffline({ status: 'skipped', skipReason: 'Rain' });
    await settled();
    expect(sent).toEqual(['GET /api/tasks/one']);
    expect(list()?.[0]?.status).toBe('pending');
  });
});
