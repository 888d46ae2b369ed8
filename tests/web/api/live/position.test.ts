import { expect, test } from 'vitest';
import { coversLive, livePositionOf } from '../../../../src/contracts/live.ts';
import { keepPosition, positionBeforeReads } from '../../../../web/api/live/position.ts';
import { makeQueryClient } from '../../../../web/api/query-client.ts';

test('a position is kept only while nothing but the session was read', async () => {
  const client = makeQueryClient();
  expect(positionBeforeReads(client)).toBeNull();
  client.setQueryData(['session'], { user: null, session: null });
  keepPosition(client, '1', 'session');
  keepPosition(client, null, 'session');
  expect(positionBeforeReads(client)).toBe('1');

  const answer = Promise.withResolvers<string[]>();
  const reading = client.fetchQuery({ queryKey: ['tasks'], queryFn: () => answer.promise });
  keepPosition(client, '2', 'session');
  expect(positionBeforeReads(client)).toBe('1');
  answer.resolve([]);
  await reading;
  keepPosition(client, '3', 'session');
  expect(positionBeforeReads(client)).toBe('1');

  // As after signing out.
  client.removeQueries({ queryKey: ['tasks'] });
  keepPosition(client, '4', 'session');
  expect(positionBeforeReads(client)).toBe('4');
});

const id = (position: number, at: number): string => `${String(position).padStart(20, '0')}-${at}`;

test.each([
  [id(7, 1_000), id(7, 1_000), true],
  [id(8, 1_000), id(7, 999), true],
  [id(8, 999), id(7, 1_000), false],
  [id(7, 1_000), id(8, 999), false],
  ['of another program', id(1, 1), false],
  [id(1, 1), 'of another program', false],
])('%s covers %s: %s', (own, other, covers) => {
  expect(coversLive(own, other)).toBe(covers);
});

test('only the id of a live event is a position', () => {
  expect(livePositionOf(id(7, 1_000))).toEqual({ position: id(7, 1_000).slice(0, 20), at: 1_000 });
  expect(livePositionOf('7-1000')).toBeNull();
});
