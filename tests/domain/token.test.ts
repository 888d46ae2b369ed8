import { expect, test } from 'vitest';
import type { Sealed } from '../../src/domain/kernel/event.ts';
import { type TokenCommand, tokenDecider } from '../../src/domain/token/decide.ts';
import { given } from '../support/given.ts';

const now = '2026-11-20T16:00:00.000Z';
const create = (id: string, more: Partial<Extract<TokenCommand, { type: 'Create' }>> = {}): TokenCommand => ({
  type: 'Create',
  id,
  name: `Name of ${id}`,
  scopes: ['tasks:read'],
  expires_at: null,
  most: 2,
  now,
  ...more,
});
const created = (id: string, expires_at: string | null = null) =>
  ({
    type: 'PersonalTokenCreated',
    data: { token_id: id, scopes: ['tasks:read'], expires_at },
    private: { name: `Name of ${id}` },
  }) as const;
const nobody = () => given(tokenDecider, { stream: 'tokens-u1', owner: 'u1' });

test('a token is made once, and deleted once', () => {
  const story = nobody()
    .when(create('t1', { expires_at: '2027-01-01T00:00:00.000Z' }))
    .gives(created('t1', '2027-01-01T00:00:00.000Z'));
  story.when(create('t1')).gives();
  expect(story.state).toMatchObject([{ id: 't1', scopes: ['tasks:read'], expires_at: '2027-01-01T00:00:00.000Z' }]);
  const name = story.past[0]?.private as Sealed<never>;
  const gone = story.when({ type: 'Delete', id: 't1' }).gives({ type: 'PersonalTokenDeleted', data: { token_id: 't1', name } });
  expect(gone.state).toEqual([]);
  expect(gone.refuses({ type: 'Delete', id: 't1' }, 'not_found').message).toBe('There is no such token.');
  const two = story.when(create('t2'));
  expect(two.when({ type: 'Delete', id: 't1' }).state).toMatchObject([{ id: 't2', name: two.fresh[0]?.private }]);
});

test('expired tokens count towards the plan’s limit, and a smaller plan removes none', () => {
  const two = nobody()
    .when(create('t1', { expires_at: '2026-11-20T16:00:00.001Z' }))
    .when(create('t2'));
  expect(two.refuses(create('t3', { now: '2026-12-01T00:00:00.000Z' }), 'limit_reached').message).toBe(
    'Your plan includes 2 personal tokens, and you have 2. Delete one, then try again.',
  );
  const three = two.when(create('t3', { most: 10 })).gives(created('t3'));
  three.when({ type: 'Delete', id: 't2' }).refuses(create('t4'), 'limit_reached');
  three.when({ type: 'Delete', id: 't2' }).when({ type: 'Delete', id: 't1' }).when(create('t4')).gives(created('t4'));
});

test('a token that would be expired already is refused', () => {
  const over = 'This instant is over already.';
  const refused = nobody().refuses(create('t1', { expires_at: now }), 'validation_failed');
  expect(refused).toMatchObject({ message: over, fields: { expires_at: [over] } });
});
