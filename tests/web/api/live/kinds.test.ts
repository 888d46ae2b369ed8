import { globSync } from 'node:fs';
import { join } from 'node:path';
import { QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { createLiveReads, keysOfChange, LIVE_KEYS } from '../../../../web/api/live/kinds.ts';
import { ApiError } from '../../../../web/api/problem.ts';
import { makeQueryClient, SHOWN_AT_ONCE } from '../../../../web/api/query-client.ts';

const API = join(import.meta.dirname, '../../../../web/api');

/** The first part of every key that a module of `web/api` exports. */
async function rootsOfKeys(): Promise<ReadonlySet<unknown>> {
  const modules: object[] = await Promise.all(globSync('*.ts', { cwd: API }).map((file) => import(join(API, file))));
  const groups = modules.flatMap((module) => Object.entries(module).filter(([name]) => name.endsWith('Keys')));
  const keys: unknown[] = groups.flatMap(([, group]) => Object.values(group as object));
  return new Set(keys.map((key) => (typeof key === 'function' ? key({}) : key)[0]));
}

test('every query of the owner’s data is read again after a change', async () => {
  const told = new Set(Object.values(LIVE_KEYS).flatMap((keys) => keys.map(([root]) => root as unknown)));
  expect([...(await rootsOfKeys())].filter((root) => !told.has(root))).toEqual([]);
});

const refused = (status: number) => (): string[] => {
  throw new ApiError('Not now', { status, code: 'refused' });
};

/** A visible list of tasks, and the answers of its reads. */
function visibleTasks() {
  const client = makeQueryClient(0);
  const reads: ((titles: string[]) => void)[] = [];
  const queryFn = () => new Promise<string[]>((resolve) => reads.push(resolve));
  const observer = new QueryObserver(client, { queryKey: ['tasks', 'list', 'all'], queryFn });
  const stop = observer.subscribe(() => undefined);
  return { client, reads, stop, shown: () => observer.getCurrentResult().data };
}

test('a change elsewhere is read while it is shown, and each of many changes in a row', async () => {
  const { client, reads, stop, shown } = visibleTasks();
  reads[0]?.([]);
  await expect.poll(shown).toEqual([]);
  const changed = createLiveReads(client);
  changed(['alert']);
  expect(reads).toHaveLength(1);
  changed(['task']);
  await expect.poll(() => reads).toHaveLength(2);
  // The read that is under way is answered, although more changes come meanwhile. One more read follows for all of them.
  changed(['task']);
  changed(['task']);
  reads[1]?.(['Run']);
  await expect.poll(() => [shown(), reads.length]).toEqual([['Run'], 3]);
  reads[2]?.(['Run', 'Swim']);
  await expect.poll(shown).toEqual(['Run', 'Swim']);
  expect(reads).toHaveLength(3);
  stop();
});

test.each([{ kinds: ['task'] as const }, { kinds: null }])(
  'a first read that began before the change is repeated: $kinds',
  async ({ kinds }) => {
    const { client, reads, stop, shown } = visibleTasks();
    createLiveReads(client)(kinds);
    // Nobody has to wait longer for the first answer.
    expect(reads).toHaveLength(1);
    reads[0]?.([]);
    await expect.poll(() => [shown(), reads.length]).toEqual([[], 2]);
    reads[1]?.(['Run']);
    await expect.poll(shown).toEqual(['Run']);
    expect(reads).toHaveLength(2);
    stop();
  },
);

test('a read that failed is repeated when the server can be reached again, although nothing has changed since', async () => {
  const client = makeQueryClient(0);
  const answers = [() => ['old'], refused(503), refused(404), () => ['new']];
  const read = vi.fn(async () => answers.shift()?.() ?? []);
  const observer = new QueryObserver(client, { queryKey: ['tasks', 'list', 'all'], queryFn: read, retry: false });
  const stop = observer.subscribe(() => undefined);
  const result = () => [observer.getCurrentResult().data, observer.getCurrentResult().status];
  await expect.poll(result).toEqual([['old'], 'success']);
  const changed = createLiveReads(client);
  changed(['task']);
  await expect.poll(result).toEqual([['old'], 'error']);
  changed([]);
  await expect.poll(() => read.mock.calls.length).toBe(3);
  await expect.poll(result).toEqual([['old'], 'error']);
  // The server has answered: there is nothing to wait for.
  changed([]);
  changed(['task']);
  await expect.poll(result).toEqual([['new'], 'success']);
  expect(read).toHaveBeenCalledTimes(4);
  stop();
});

test('of a change of named tasks only these are read, besides a list that is being read and what was searched', async () => {
  const { client, reads, stop, shown } = visibleTasks();
  client.setQueryData(['tasks', 'search', 'whole', 'run'], []);
  const named: string[] = [];
  const changed = createLiveReads(client, (id) => id !== 'unknown' && named.push(id) > 0);
  changed(['task'], ['a']);
  reads[0]?.(['Run']);
  await expect.poll(() => [shown(), reads.length]).toEqual([['Run'], 2]);
  reads[1]?.(['Run']);
  await expect.poll(() => client.isFetching()).toBe(0);
  changed(['task', 'alert'], ['b', 'c']);
  await Promise.resolve();
  expect([named, reads.length]).toEqual([['a', 'b', 'c'], 2]);
  expect(client.getQueryState(['tasks', 'search', 'whole', 'run'])?.isInvalidated).toBe(true);
  // It is not known which tasks have changed.
  changed(['task']);
  await expect.poll(() => reads).toHaveLength(3);
  reads[2]?.(['Run']);
  await expect.poll(() => client.isFetching()).toBe(0);
  changed(['task'], ['unknown']);
  // It is new or deleted.
  await expect.poll(() => reads).toHaveLength(4);
  stop();
});

test('an optimistic change that is under way is not disturbed', async () => {
  const { client, reads, stop, shown } = visibleTasks();
  reads[0]?.([]);
  await expect.poll(shown).toEqual([]);
  const answer = Promise.withResolvers<null>();
  const change = client.getMutationCache().build(client, { meta: SHOWN_AT_ONCE, mutationFn: () => answer.promise });
  const done = change.execute(undefined);
  await expect.poll(() => change.state.status).toBe('pending');
  createLiveReads(client)(['task']);
  await Promise.resolve();
  expect(reads).toHaveLength(1);
  answer.resolve(null);
  await done;
  await expect.poll(() => reads).toHaveLength(2);
  stop();
});

test('a new date corrects the clock, and an unknown change concerns everything that was read but the session', () => {
  const client = makeQueryClient(0);
  client.setQueryData(['session'], {});
  client.setQueryData(['streaks'], []);
  expect(keysOfChange(client, ['task', 'focus', 'time_box', 'streak', 'report'])).toContainEqual(['session']);
  expect(keysOfChange(client, ['task', 'streak', 'report'])).not.toContainEqual(['session']);
  expect(keysOfChange(client, null)).toEqual([['streaks']]);
});
