import { afterEach, expect, test, vi } from 'vitest';
import { makeQueryClient, readStale, SHOWN_AT_ONCE, stopReads } from '../../../web/api/query-client.ts';
import { type Archive, type Task, taskKeys } from '../../../web/api/tasks.ts';
import { markTaskChanged } from '../../../web/tasks/changed-tasks.ts';
import { archiveOf, aTask, wireTask } from '../examples.ts';

afterEach(() => vi.unstubAllGlobals());

/** Lists that were read, before a server that answers nothing until `answer`. */
function readLists(...tasks: Task[]) {
  const waiting: ((answer: Response) => void)[] = [];
  vi.stubGlobal(
    'fetch',
    (_url: string, { signal }: RequestInit) =>
      new Promise<Response>((resolve, reject) => {
        waiting.push(resolve);
        signal?.addEventListener('abort', () => reject(signal.reason));
      }),
  );
  const client = makeQueryClient(0);
  client.setQueryData(taskKeys.list(), tasks);
  client.setQueryData(taskKeys.placed(), tasks);
  client.setQueryData(taskKeys.archived(), archiveOf());
  return {
    client,
    waiting,
    changed: (id: string) => {
      markTaskChanged(client, id);
      readStale(client);
    },
    titles: (key: readonly unknown[] = taskKeys.list()) => client.getQueryData<Task[]>(key)?.map(({ title }) => title),
    isStale: (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated,
  };
}
const task = (own: Partial<Task>) => Response.json(wireTask(aTask(own)), { headers: { etag: '"2"' } });

test('a task that has changed is put into the lists, of which none is read', async () => {
  const { client, waiting, changed, titles, isStale } = readLists(aTask({ id: 'a', title: 'Run' }), aTask({ id: 'b', title: 'Swim' }));
  changed('a');
  waiting[0]?.(task({ id: 'a', title: 'Run, 5 km' }));
  await expect.poll(() => titles()).toEqual(['Run, 5 km', 'Swim']);
  changed('a');
  waiting[1]?.(task({ id: 'a', title: 'Run', archived: true }));
  const archived = () => client.getQueryData<Archive>(taskKeys.archived())?.pages.flatMap(({ items }) => items.map(({ title }) => title));
  await expect.poll(archived).toEqual(['Run']);
  expect([titles(), isStale(taskKeys.list()), waiting.length]).toEqual([['Swim'], false, 2]);
  changed('a');
  waiting[2]?.(task({ id: 'a', title: 'Run' }));
  // It has its old place in the own order, which only the server knows.
  await expect.poll(() => isStale(taskKeys.placed())).toBe(true);
});

test('the older of two answers is left out', async () => {
  const { waiting, changed, titles } = readLists(aTask({ id: 'a', title: 'Run' }));
  changed('a');
  changed('a');
  waiting[1]?.(task({ id: 'a', title: 'newer' }));
  await expect.poll(() => titles()).toEqual(['newer']);
  waiting[0]?.(task({ id: 'a', title: 'older' }));
  await new Promise((resolve) => setImmediate(resolve));
  expect(titles()).toEqual(['newer']);
});

test('a read that a change of one’s own interrupts is repeated after it', async () => {
  const { client, waiting, changed, titles } = readLists(aTask({ id: 'a', title: 'Run' }));
  changed('a');
  const answer = Promise.withResolvers<null>();
  const change = client.getMutationCache().build(client, {
    meta: SHOWN_AT_ONCE,
    onMutate: () => stopReads(client, taskKeys.all),
    mutationFn: () => answer.promise,
  });
  const done = change.execute(undefined);
  await expect.poll(() => change.state.status).toBe('pending');
  await new Promise((resolve) => setImmediate(resolve));
  expect(waiting).toHaveLength(1);
  answer.resolve(null);
  await done;
  await expect.poll(() => waiting).toHaveLength(2);
  waiting[1]?.(task({ id: 'a', title: 'Swim' }));
  await expect.poll(() => titles()).toEqual(['Swim']);
});

test('a task that is gone leaves the lists, and where the read fails they are read again', async () => {
  const { waiting, changed, titles, isStale } = readLists(aTask({ id: 'a', title: 'Run' }), aTask({ id: 'b', title: 'Swim' }));
  changed('a');
  waiting[0]?.(Response.json({ code: 'not_found', message: 'No.' }, { status: 404 }));
  await expect.poll(() => titles()).toEqual(['Swim']);
  expect(isStale(taskKeys.list())).toBe(false);
  changed('b');
  waiting[1]?.(Response.json({ code: 'unavailable', message: 'No.' }, { status: 503 }));
  await expect.poll(() => isStale(taskKeys.list())).toBe(true);
});
