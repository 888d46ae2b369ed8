import { environmentManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Alert, activeAlertsQuery, alertKeys } from '../../../web/api/alerts.ts';
import { snake } from '../../../web/api/names.ts';
import { ApiError } from '../../../web/api/problem.ts';
import { makeQueryClient, markStale, readStale, SHOWN_AT_ONCE, stopReads } from '../../../web/api/query-client.ts';
import { sessionKeys, sessionQuery } from '../../../web/api/session.ts';
import { type Task, taskKeys, tasksQuery } from '../../../web/api/tasks.ts';
import { useAcknowledge } from '../../../web/tasks/acknowledge.ts';
import { NEW_DRAFT } from '../../../web/tasks/draft.ts';
import type { Draft } from '../../../web/tasks/fields.ts';
import { useNewTask } from '../../../web/tasks/new-task.ts';
import { useTaskActs } from '../../../web/tasks/task-acts.ts';
import { anAlert, aTask, dueOn, renderHook, wireTask } from '../examples.ts';

/** A request that the server has read and not yet answered. */
interface Held {
  readonly what: string;
  readonly answer: (body: unknown) => void;
}

/** A server whose answers the test gives, in any order, and a page before it. */
function heldServer() {
  const held: Held[] = [];
  vi.stubGlobal('fetch', (url: string, { method = 'GET', signal }: RequestInit) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    signal?.addEventListener('abort', () => reject(signal.reason));
    held.push({ what: `${method} ${url.replace(/\?.*/, '')}`, answer: (body) => resolve(Response.json(body)) });
    return promise;
  });
  /** The oldest request of this kind that the test has not yet taken. */
  const take = async (what: string): Promise<Held> => {
    await expect.poll(() => held.map((one) => one.what)).toContain(what);
    return held.splice(
      held.findIndex((one) => one.what === what),
      1,
    )[0] as Held;
  };
  return { take, count: (what: string) => held.filter((one) => one.what === what).length };
}
const turns = () => new Promise((resolve) => setTimeout(resolve, 5));
const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.unstubAllGlobals();
});

function pageWithTasks() {
  const client = makeQueryClient(0);
  client.mount();
  const observer = new QueryObserver(client, tasksQuery());
  stops.push(
    observer.subscribe(() => undefined),
    () => client.unmount(),
  );
  return { client, titles: () => client.getQueryData<Task[]>(taskKeys.list())?.map(({ title }) => title) };
}
const draft = (title: string): Draft => ({ ...NEW_DRAFT, title, dueDate: '2050-11-19' });
const made = (title: string): Task => dueOn('2050-11-19', { id: title, title });

describe('a read that began before a change was answered does not undo the change:', () => {
  test('the first read of the list while a task is added', async () => {
    const { take } = heldServer();
    const { client, titles } = pageWithTasks();
    const first = await take('GET /api/tasks');
    const adding = renderHook(client, () => useNewTask()).create(draft('new'));
    (await take('POST /api/tasks')).answer(wireTask(made('new')));
    await adding;
    first.answer([]);
    await turns();
    (await take('GET /api/tasks')).answer([wireTask(made('new'))]);
    await expect.poll(titles).toEqual(['new']);
  });

  test('the read after the first of two additions', async () => {
    const { take } = heldServer();
    const { client, titles } = pageWithTasks();
    (await take('GET /api/tasks')).answer([]);
    await expect.poll(titles).toEqual([]);
    const { create } = renderHook(client, () => useNewTask());
    const one = create(draft('one'));
    (await take('POST /api/tasks')).answer(wireTask(made('one')));
    await one;
    void client.invalidateQueries({ queryKey: taskKeys.list() });
    const older = await take('GET /api/tasks');
    const two = create(draft('two'));
    (await take('POST /api/tasks')).answer(wireTask(made('two')));
    await two;
    older.answer([wireTask(made('one'))]);
    await turns();
    expect(titles()).toEqual(['one', 'two']);
    (await take('GET /api/tasks')).answer([wireTask(made('one')), wireTask(made('two'))]);
    await turns();
    expect(titles()).toEqual(['one', 'two']);
  });

  test('a read while something else is added, for a task that was ticked meanwhile', async () => {
    const { take, count } = heldServer();
    const { client } = pageWithTasks();
    (await take('GET /api/tasks')).answer([wireTask(made('one'))]);
    const status = () => client.getQueryData<Task[]>(taskKeys.list())?.find(({ id }) => id === 'one')?.status;
    await expect.poll(status).toBe('pending');
    const acts = renderHook(client, useTaskActs);
    acts.complete(made('one'));
    const adding = renderHook(client, () => useNewTask()).create(draft('two'));
    (await take('POST /api/tasks')).answer(wireTask(made('two')));
    await adding;
    await turns();
    // Whatever the addition makes out of date is read only after the tick was answered.
    expect([count('GET /api/tasks'), status()]).toEqual([0, 'completed']);
    (await take('PATCH /api/tasks/one/status')).answer(wireTask(aTask({ ...made('one'), status: 'completed', completed: true })));
    await expect.poll(() => client.isMutating()).toBe(0);
    expect(status()).toBe('completed');
  });

  test('the read of active alerts while two are acknowledged', async () => {
    const { take, count } = heldServer();
    const client = makeQueryClient(0);
    client.mount();
    stops.push(
      new QueryObserver(client, activeAlertsQuery()).subscribe(() => undefined),
      () => client.unmount(),
    );
    const older = await take('GET /api/alerts/active');
    older.answer([snake(anAlert('a')), snake(anAlert('b'))]);
    const active = () => client.getQueryData<Alert[]>(alertKeys.active())?.map(({ id }) => id);
    await expect.poll(active).toEqual(['a', 'b']);
    const { mutateAsync } = renderHook(client, useAcknowledge);
    const [a, b] = [mutateAsync('a'), mutateAsync('b')];
    await expect.poll(active).toEqual([]);
    void client.invalidateQueries({ queryKey: alertKeys.active() });
    (await take('GET /api/alerts/active')).answer([snake(anAlert('b'))]);
    void client.invalidateQueries({ queryKey: alertKeys.active() });
    await take('GET /api/alerts/active');
    (await take('PATCH /api/alerts/a/acknowledge')).answer(snake({ ...anAlert('a'), acknowledged: true }));
    await a;
    await turns();
    expect(count('GET /api/alerts/active')).toBe(0);
    (await take('PATCH /api/alerts/b/acknowledge')).answer(snake({ ...anAlert('b'), acknowledged: true }));
    await b;
    expect(active()).toEqual([]);
  });

  test('the read of the session while somebody signs in', async () => {
    const { take } = heldServer();
    const client = makeQueryClient(0);
    client.mount();
    stops.push(
      new QueryObserver(client, { ...sessionQuery(), refetchInterval: false }).subscribe(() => undefined),
      () => client.unmount(),
    );
    const nobody = await take('GET /api/auth/session');
    const signedIn = { user: { id: 'ada' }, session: null };
    await client
      .getMutationCache()
      .build(client, {
        mutationFn: async () => signedIn,
        onSuccess: (answer) => client.setQueryData(sessionKeys.all, answer),
      })
      .execute(undefined);
    nobody.answer({ user: null, session: null });
    await turns();
    expect(client.getQueryData(sessionKeys.all)).toEqual(signedIn);
  });
});

describe('a read that began before its data was invalidated is repeated:', () => {
  test('the first read of a list that a screen shows', async () => {
    const { take } = heldServer();
    const { client, titles } = pageWithTasks();
    const first = await take('GET /api/tasks');
    void client.invalidateQueries({ queryKey: taskKeys.all });
    first.answer([]);
    (await take('GET /api/tasks')).answer([wireTask(made('new'))]);
    await expect.poll(titles).toEqual(['new']);
  });

  test('a read for a screen that is not open yet, when that is opened', async () => {
    const { take, count } = heldServer();
    const client = makeQueryClient(0);
    void client.prefetchQuery(tasksQuery());
    const early = await take('GET /api/tasks');
    const done = client.invalidateQueries({ queryKey: taskKeys.all });
    early.answer([]);
    await done;
    expect(count('GET /api/tasks')).toBe(0);
    const observer = new QueryObserver(client, tasksQuery());
    stops.push(observer.subscribe(() => undefined));
    (await take('GET /api/tasks')).answer([wireTask(made('new'))]);
    await expect.poll(() => observer.getCurrentResult().data?.length).toBe(1);
  });

  test('but not if it failed', async () => {
    const client = makeQueryClient(0);
    const answer = Promise.withResolvers<string[]>();
    const read = vi.fn(() => answer.promise);
    stops.push(new QueryObserver(client, { queryKey: ['tasks'], queryFn: read, retry: false }).subscribe(() => undefined));
    const done = client.invalidateQueries();
    answer.reject(new Error('no answer'));
    await done;
    expect(read).toHaveBeenCalledTimes(1);
  });

  test('but not while a change is under way that is shown at once', async () => {
    const { take, count } = heldServer();
    const { client, titles } = pageWithTasks();
    const first = await take('GET /api/tasks');
    const done = client.invalidateQueries({ queryKey: taskKeys.all });
    const answer = Promise.withResolvers<null>();
    const change = client.getMutationCache().build(client, { meta: SHOWN_AT_ONCE, mutationFn: () => answer.promise });
    const changed = change.execute(undefined);
    first.answer([wireTask(made('one'))]);
    await done;
    expect([titles(), count('GET /api/tasks')]).toEqual([['one'], 0]);
    answer.resolve(null);
    await changed;
    (await take('GET /api/tasks')).answer([wireTask(made('two'))]);
    await expect.poll(titles).toEqual(['two']);
  });
});

test('a later read that fails is repeated after half a minute, because the screen still shows the older data', async () => {
  vi.useFakeTimers();
  // React Query repeats nothing on a server, for which it takes Node.
  environmentManager.setIsServer(() => false);
  const client = makeQueryClient(0);
  const read = vi.fn(async () => ['old']);
  const observer = new QueryObserver(client, { queryKey: ['tasks'], queryFn: read, retry: false });
  stops.push(
    observer.subscribe(() => undefined),
    () => environmentManager.setIsServer(() => true),
    () => vi.useRealTimers(),
  );
  await vi.advanceTimersByTimeAsync(60_000);
  expect(read).toHaveBeenCalledTimes(1);
  read.mockRejectedValueOnce(new ApiError('Too many requests', { status: 429, code: 'rate_limited' }));
  await client.invalidateQueries();
  read.mockResolvedValue(['new']);
  await vi.advanceTimersByTimeAsync(29_000);
  expect(observer.getCurrentResult().data).toEqual(['old']);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(observer.getCurrentResult().data).toEqual(['new']);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(read).toHaveBeenCalledTimes(3);
});

test('a read does not wait for a change that fails for the time being', async () => {
  const { take } = heldServer();
  const { client, titles } = pageWithTasks();
  const first = await take('GET /api/tasks');
  const tried = vi.fn(() => Promise.reject(new Error('no answer')));
  void client
    .getMutationCache()
    .build(client, { mutationFn: tried, meta: { shownAtOnce: true }, retry: true, retryDelay: 60_000 })
    .execute(undefined);
  await expect.poll(() => tried.mock.calls.length).toBe(1);
  await turns();
  const adding = renderHook(client, () => useNewTask()).create(draft('new'));
  (await take('POST /api/tasks')).answer(wireTask(made('new')));
  await adding;
  first.answer([]);
  (await take('GET /api/tasks')).answer([wireTask(made('new'))]);
  await expect.poll(titles).toEqual(['new']);
});

test('a read that was cancelled for a change is repeated after it, and keeps what was set meanwhile', async () => {
  const client = new QueryClient();
  const waiting: ((list: string[]) => void)[] = [];
  const queryKey = ['tasks', 'list'];
  const observer = new QueryObserver(client, { queryKey, queryFn: () => new Promise<string[]>((resolve) => waiting.push(resolve)) });
  const stop = observer.subscribe(() => undefined);
  await expect.poll(() => waiting).toHaveLength(1);
  client.setQueryData(queryKey, ['put']);
  await stopReads(client, ['tasks']);
  waiting[0]?.(['older than the change']);
  expect(client.getQueryData(queryKey)).toEqual(['put']);
  readStale(client);
  await expect.poll(() => waiting).toHaveLength(2);
  waiting[1]?.(['newer']);
  await expect.poll(() => client.getQueryData(queryKey)).toEqual(['newer']);
  stop();
});

test('data that is marked as stale several times is read once, and then no longer marked', () => {
  const client = new QueryClient();
  const reads = vi.spyOn(client, 'invalidateQueries');
  markStale(client, [['streaks'], ['reports']]);
  markStale(client, [['streaks']]);
  readStale(client);
  readStale(client);
  expect(reads.mock.calls.map(([filters]) => filters?.queryKey)).toEqual([['streaks'], ['reports']]);
});
