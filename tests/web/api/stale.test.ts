import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { markStale, readStale, stopReads } from '../../../web/api/stale.ts';

test('a read that was stopped for a change is made again after it, and what was put meanwhile stays', async () => {
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

test('what is marked several times is read once, and the marks are gone then', () => {
  const client = new QueryClient();
  const reads = vi.spyOn(client, 'invalidateQueries');
  markStale(client, [['streaks'], ['reports']]);
  markStale(client, [['streaks']]);
  readStale(client);
  readStale(client);
  expect(reads.mock.calls.map(([filters]) => filters?.queryKey)).toEqual([['streaks'], ['reports']]);
});
