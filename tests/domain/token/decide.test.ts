import { expect, test } from 'vitest';
import { type TokenCommand, tokenDecider } from '../../../src/domain/token/decide.ts';
import { given } from '../../support/given.ts';

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
const nobody = () => given(tokenDecider, { stream: 'tokens-u1', owner: 'u1' });

test('a token is made once, and deleted once', () => {
  const story = nobody()
    .when(create('t1', { expires_at: '2027-01-01T00:00:00.000Z' }))
    .gives('PersonalTokenCreated');
  story.when(create('t1')).gives();
  expect(story.state).toMatchObject([{ id: 't1', scopes: ['tasks:read'], expires_at: '2027-01-01T00:00:00.000Z' }]);
  const gone = story.when({ type: 'Delete', id: 't1' }).gives('PersonalTokenDeleted');
  expect([gone.state, gone.fresh[0]?.data]).toEqual([[], { token_id: 't1', name: story.state[0]?.name }]);
  gone.refuses({ type: 'Delete', id: 't1' }, 'not_found');
});

test('there are as many as the plan includes, expired ones too; more than a smaller plan includes stay', () => {
  const two = nobody()
    .when(create('t1', { expires_at: '2026-11-20T16:00:00.001Z' }))
    .when(create('t2'));
  expect(two.refuses(create('t3', { now: '2026-12-01T00:00:00.000Z' }), 'limit_reached').message).toBe(
    'Your plan includes 2 personal tokens, and you have 2. Delete one, then try again.',
  );
  const three = two.when(create('t3', { most: 10 })).gives('PersonalTokenCreated');
  three.when({ type: 'Delete', id: 't2' }).refuses(create('t4'), 'limit_reached');
  three.when({ type: 'Delete', id: 't2' }).when({ type: 'Delete', id: 't1' }).when(create('t4')).gives('PersonalTokenCreated');
});

test('none is made that has expired already', () => {
  const { fields } = nobody().refuses(create('t1', { expires_at: now }), 'validation_failed');
  expect(fields).toEqual({ expires_at: ['This instant is over already.'] });
});
