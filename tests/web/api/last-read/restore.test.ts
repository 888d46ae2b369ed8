import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { type Answer, openWriter } from '../../../../web/api/last-read/answers.ts';
import { restoreLastRead } from '../../../../web/api/last-read/restore.ts';
import { shownAsOf } from '../../../../web/api/last-read/restored.ts';
import { memoryStorage } from './memory-storage.ts';

const NOW = Date.parse('2026-11-16T14:05:00Z');
const MINUTE = 60_000;
const SESSION = { user: { id: 'ada' }, session: { accessToken: '' } };
const answer = (queryKey: readonly unknown[], data: unknown, minutesAgo: number, page: string): Answer => {
  return { queryHash: JSON.stringify(queryKey), queryKey, isInfinite: false, data, at: NOW - minutesAgo * MINUTE, page };
};
const sessionAnswer = (minutesAgo: number, outdated: readonly string[] = []) =>
  answer(['session'], { ...SESSION, ahead: 0, outdated }, minutesAgo, 'newest');

async function stored(answers: readonly Answer[], owner = 'ada') {
  const storage = memoryStorage();
  await (await openWriter(storage, owner, NOW)).write(answers, [], NOW);
  return storage;
}
/** Shows these queries on a screen, without a connection. */
function show(client: QueryClient, ...keys: (readonly unknown[])[]): void {
  for (const queryKey of keys)
    new QueryObserver(client, { queryKey, queryFn: () => new Promise(() => undefined), refetchOnMount: false }).subscribe(() => undefined);
}

test('what was read last is shown again, and is read anew as soon as that is possible', async () => {
  const history = { ...answer(['reports', 'history'], { pages: ['first'], pageParams: [null] }, 9, 'newest'), isInfinite: true };
  const storage = await stored([sessionAnswer(1), answer(['tasks'], ['Run'], 9, 'newest'), history]);
  const client = new QueryClient();
  expect(await restoreLastRead(client, storage, NOW)).toBe(true);
  expect(client.getQueryData(['session'])).toEqual(SESSION);
  expect(client.getQueryData(['tasks'])).toEqual(['Run']);
  expect(client.getQueryState(['tasks'])?.isInvalidated).toBe(true);
  expect(client.getQueryCache().find({ queryKey: ['reports', 'history'] })?.queryType).toBe('infinite');
});

test.each([
  ['its own page knew it to be true until it last reached the server', 'newest', [], 1],
  ['it was read by an earlier page', 'earlier', [], 9],
  ['its own page knew that it was outdated', 'newest', ['["tasks"]'], 9],
])('the time at which something was known: %s', async (_, page, outdated, minutesAgo) => {
  const storage = await stored([sessionAnswer(1, outdated), answer(['tasks'], [], 9, page)]);
  const client = new QueryClient();
  await restoreLastRead(client, storage, NOW);
  show(client, ['tasks'], ['session']);
  expect(shownAsOf(client)).toBe(NOW - minutesAgo * MINUTE);
});

test('once the server has answered, nothing is said to be old, and a change that is only shown is no answer', async () => {
  const client = new QueryClient();
  await restoreLastRead(client, await stored([sessionAnswer(1), answer(['tasks'], ['open'], 1, 'newest')]), NOW);
  show(client, ['tasks']);
  client.setQueryData(['tasks'], ['done']);
  expect(shownAsOf(client)).toBe(NOW - MINUTE);
  await client.fetchQuery({ queryKey: ['tasks'], queryFn: () => ['done'] });
  expect(shownAsOf(client)).toBeNull();
});

test('what this page has read itself stays', async () => {
  const client = new QueryClient();
  client.setQueryData(['session'], SESSION);
  client.setQueryData(['tasks'], ['newer'], { updatedAt: NOW });
  await restoreLastRead(client, await stored([sessionAnswer(1), answer(['tasks'], ['older'], 1, 'newest')]), NOW);
  show(client, ['tasks']);
  expect([client.getQueryData(['tasks']), shownAsOf(client)]).toEqual([['newer'], null]);
});

test('nothing is put back of another person than the one who is signed in, or without a session', async () => {
  const client = new QueryClient();
  const storage = await stored([sessionAnswer(1), answer(['tasks'], ['private'], 1, 'newest')]);
  client.setQueryData(['session'], { user: { id: 'bo' }, session: null });
  expect(await restoreLastRead(client, storage, NOW)).toBe(false);
  client.setQueryData(['session'], { user: null, session: null });
  expect(await restoreLastRead(client, storage, NOW)).toBe(false);
  const withoutSession = await stored([answer(['tasks'], ['private'], 1, 'newest')]);
  expect(await restoreLastRead(new QueryClient(), withoutSession, NOW)).toBe(false);
  expect(client.getQueryData(['tasks'])).toBeUndefined();
});
