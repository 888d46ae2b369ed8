import { hydrate, onlineManager, QueryClient, type QueryState } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Answer, readAnswers } from '../../../../web/api/last-read/answers.ts';
import { keepLastRead } from '../../../../web/api/last-read/keep.ts';
import { markRestored } from '../../../../web/api/last-read/restored.ts';
import { KEYS } from '../../../../web/api/last-read/storage.ts';
import { ApiError } from '../../../../web/api/problem.ts';
import { memoryStorage } from './memory-storage.ts';

const START = Date.parse('2026-11-16T14:00:00Z');
const MINUTE = 60_000;
const sessionOf = (id: string) => ({ user: { id }, session: { accessToken: 'secret', expiresAt: 'x', expiresIn: 60 } });
const TASKS = ['tasks', 'list', 'all'];

beforeEach(() => vi.useFakeTimers({ now: START, toFake: ['Date', 'setTimeout', 'clearTimeout'] }));
afterEach(() => {
  vi.useRealTimers();
  onlineManager.setOnline(true);
});

/** The page writes a moment after the last answer. */
async function eventually(check: () => unknown): Promise<void> {
  await vi.advanceTimersByTimeAsync(1_100);
  await vi.waitFor(check, { timeout: 10_000, interval: 5 });
}

/** A page of Ada, which keeps what it reads. */
async function adasPage() {
  const [storage, client, left] = [memoryStorage(), new QueryClient(), new AbortController()];
  const read = (queryKey: readonly unknown[], queryFn: () => unknown) => client.fetchQuery({ queryKey, queryFn, retry: false });
  await read(['session'], () => sessionOf('ada'));
  const keep = () => keepLastRead(client, 'ada', storage, left.signal);
  const kept = async (): Promise<Record<string, Answer>> =>
    Object.fromEntries((await readAnswers(storage, START)).answers.map((answer) => [answer.queryKey.join(' '), answer]));
  return { storage, client, read, keep, kept };
}

test('what the screens read is kept, without secrets, and of a list in pages only the first page', async () => {
  const { client, read, keep, kept } = await adasPage();
  await read(TASKS, () => [{ title: 'Run' }]);
  await keep();
  await read(['exports'], () => 'a link');
  await read(['tasks', 'search', 'whole', 'secret'], () => 'found');
  const pages = { pages: ['first', 'second'], pageParams: [null, 'next'] };
  await client.fetchInfiniteQuery({ queryKey: ['reports', 'history'], queryFn: () => 'first', initialPageParam: null });
  client.setQueryData(['reports', 'history'], pages);
  await eventually(async () => expect(Object.keys(await kept()).sort()).toEqual(['reports history', 'session', 'tasks list all']));
  const found = await kept();
  expect(found['tasks list all']?.data).toEqual([{ title: 'Run' }]);
  expect(found.session?.data).toMatchObject({ user: { id: 'ada' }, session: { accessToken: '' } });
  expect(found['reports history']).toMatchObject({ isInfinite: true, data: { pages: ['first'], pageParams: [null] } });
});

test('a change that waits for the connection is kept as it is shown, with the time of the last answer', async () => {
  const { client, read, keep, kept } = await adasPage();
  await keep();
  await read(TASKS, () => ['open']);
  onlineManager.setOnline(false);
  vi.setSystemTime(START + 5 * MINUTE);
  client.setQueryData(TASKS, ['done']);
  await eventually(async () => expect((await kept())['tasks list all']?.data).toEqual(['done']));
  expect((await kept())['tasks list all']?.at).toBeLessThan(START + MINUTE);
});

test.each([true, false])('what was put back and is changed stays as old as it was (before anything was kept: %s)', async (isEarly) => {
  const { client, keep, kept } = await adasPage();
  const state = { data: ['open'], dataUpdateCount: 0, dataUpdatedAt: START - MINUTE, status: 'success' } as QueryState;
  const queryHash = JSON.stringify(TASKS);
  hydrate(client, { queries: [{ queryKey: TASKS, queryHash, dehydratedAt: START, state }] });
  markRestored(client, new Map([[queryHash, START - MINUTE]]));
  if (isEarly) client.setQueryData(TASKS, ['done']);
  await keep();
  if (!isEarly) {
    await eventually(async () => expect(Object.keys(await kept())).toEqual(['session']));
    client.setQueryData(TASKS, ['done']);
  }
  await eventually(async () => expect((await kept())['tasks list all']).toMatchObject({ data: ['done'], at: START - MINUTE, page: '' }));
});

test('a deleted task is not kept', async () => {
  const { client, read, keep, kept } = await adasPage();
  const one = ['tasks', 'one', 'id'];
  await read(one, () => 'Run');
  await keep();
  await eventually(async () => expect(await kept()).toHaveProperty('tasks one id'));
  await client.invalidateQueries({ queryKey: one });
  const gone = new ApiError('Gone', { status: 404, code: 'not_found' });
  await read(one, () => Promise.reject(gone)).catch(() => undefined);
  await eventually(async () => expect(await kept()).not.toHaveProperty('tasks one id'));
});

test('while the storage is full the page goes on, and keeps later what there is room for', async () => {
  const { storage, read, keep, kept } = await adasPage();
  await keep();
  storage.isFull = true;
  await read(TASKS, () => ['one']);
  await vi.advanceTimersByTimeAsync(2_000);
  storage.isFull = false;
  await read(['next'], () => 'next');
  await eventually(async () => expect(await kept()).toHaveProperty('next'));
});

test('nothing is kept of a person who has signed out, or of somebody else', async () => {
  const { storage, client, read, keep } = await adasPage();
  await keep();
  await eventually(() => expect(storage.records.size).toBe(2));
  await storage.clear();
  client.setQueryData(['session'], sessionOf('bo'));
  const write = vi.spyOn(storage, 'write');
  await read(TASKS, () => ["Bo's"]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect([write.mock.calls.length, storage.records.has(KEYS)]).toEqual([0, false]);
});
