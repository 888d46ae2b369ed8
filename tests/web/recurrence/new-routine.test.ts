import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { snake } from '../../../web/api/names.ts';
import { type Routine, routineKeys } from '../../../web/api/routines.ts';
import { taskKeys } from '../../../web/api/tasks.ts';
import { useNewRoutine } from '../../../web/recurrence/new-routine.ts';
import { dropRoutine, putRoutine } from '../../../web/recurrence/routine-cache.ts';
import { renderHook } from '../render-hook.ts';

afterEach(() => vi.unstubAllGlobals());

const routine = (id: string, title = 'Run'): Routine => ({
  id,
  title,
  description: null,
  rrule: 'FREQ=DAILY',
  startDate: '2026-11-19',
  dueTime: null,
  mode: 'due',
  verificationType: 'none',
  proofRequirement: null,
  priority: 'none',
  tags: [],
  estimateMinutes: null,
  paused: false,
  nextDates: [],
  streak: { current: 0, longest: 0 },
  createdAt: '2026-11-19T08:00:00Z',
});
const titles = (client: QueryClient) => client.getQueryData<Routine[]>(routineKeys.list())?.map(({ title }) => title);

test('a saved routine stands in its place in the list, with its tag where it is read alone; a new one stands last', () => {
  const client = new QueryClient();
  putRoutine(client, { routine: routine('a'), etag: '"1"' });
  expect(titles(client)).toBeUndefined();
  client.setQueryData(routineKeys.list(), [routine('a', 'A'), routine('b', 'B')]);
  client.setQueryData(routineKeys.one('a'), { routine: routine('a', 'A'), etag: '"1"' });
  putRoutine(client, { routine: routine('a', 'Renamed'), etag: '"2"' });
  putRoutine(client, { routine: routine('c', 'C'), etag: '"1"' });
  expect(titles(client)).toEqual(['Renamed', 'B', 'C']);
  expect(client.getQueryData(routineKeys.one('a'))).toMatchObject({ routine: { title: 'Renamed' }, etag: '"2"' });
  dropRoutine(client, 'b');
  expect(titles(client)).toEqual(['Renamed', 'C']);
});

test('a routine that is made stands in the list; only the tasks that it makes are read', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(snake(routine('new', 'New')), { status: 201, headers: { etag: '"1"' } })));
  const client = new QueryClient();
  client.setQueryData(routineKeys.list(), []);
  for (const key of [taskKeys.list(), taskKeys.missed()]) client.setQueryData(key, []);
  const made: string[] = [];
  const { create } = renderHook(client, () => useNewRoutine(({ title }) => made.push(title)));
  await create({ title: 'New', rrule: 'FREQ=DAILY' });
  expect([titles(client), made]).toEqual([['New'], ['New']]);
  const stale = [routineKeys.list(), taskKeys.list(), taskKeys.missed()].map((key) => client.getQueryState(key)?.isInvalidated);
  expect(stale).toEqual([false, true, false]);
});
