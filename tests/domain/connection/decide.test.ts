import { expect, test } from 'vitest';
import { type ConnectionCommand, connectionDecider } from '../../../src/domain/connection/decide.ts';
import { connectionStream } from '../../../src/domain/connection/events.ts';
import { given } from '../../support/given.ts';

const CONNECT: ConnectionCommand = { type: 'Connect', platform: 'google', id: '1001', scopes: ['openid'] };
const DISCONNECT: ConnectionCommand = { type: 'Disconnect', platform: 'google' };
const ENDED: ConnectionCommand = { type: 'NoteEnded', platform: 'google', reason: 'revoked' };
const MADE = {
  type: 'ConnectionMade',
  data: { platform: 'google', scopes: ['openid'] },
  private: { user_id_on_platform: '1001' },
} as const;
const REMOVED = { type: 'ConnectionRemoved', data: { platform: 'google' } } as const;
const connection = () => given(connectionDecider, { stream: connectionStream('ann', 'google'), owner: 'ann' });

test('is made, renewed, and removed once', () => {
  const made = connection().when(CONNECT).gives(MADE);
  const removed = made.when(CONNECT).gives(MADE).when(DISCONNECT).gives(REMOVED);
  removed.when(DISCONNECT).gives().when(CONNECT).gives(MADE);
});

test('is ended by the provider once, and only while it exists', () => {
  connection().when(ENDED).gives().when(DISCONNECT).gives();
  const ended = connection()
    .when(CONNECT)
    .when(ENDED)
    .gives({ type: 'ConnectionEnded', data: { platform: 'google', reason: 'revoked' }, by: { kind: 'provider', id: 'Google' } });
  ended.when(ENDED).gives().when(DISCONNECT).gives(REMOVED);
});

test('keeps the person’s id only in the sealed part', () => {
  const [event] = connection().when(CONNECT).fresh;
  expect(event?.data).toEqual({ platform: 'google', scopes: ['openid'] });
});
