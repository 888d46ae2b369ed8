import { expect, test } from 'vitest';
import { type ConnectionCommand, connectionDecider } from '../../../src/domain/connection/decide.ts';
import { connectionStream } from '../../../src/domain/connection/events.ts';
import { given } from '../../support/given.ts';

const CONNECT: ConnectionCommand = { type: 'Connect', platform: 'google', id: '1001', scopes: ['openid'] };
const DISCONNECT: ConnectionCommand = { type: 'Disconnect', platform: 'google' };
const ENDED: ConnectionCommand = { type: 'NoteEnded', platform: 'google', reason: 'revoked' };
const connection = () => given(connectionDecider, { stream: connectionStream('ann', 'google'), owner: 'ann' });

test('is made, made anew, and removed once', () => {
  const made = connection().when(CONNECT).gives('ConnectionMade');
  const removed = made.when(CONNECT).gives('ConnectionMade').when(DISCONNECT).gives('ConnectionRemoved');
  removed.when(DISCONNECT).gives().when(CONNECT).gives('ConnectionMade');
});

test('is ended by the provider once, and only while it is there', () => {
  connection().when(ENDED).gives().when(DISCONNECT).gives();
  const ended = connection().when(CONNECT).when(ENDED).gives('ConnectionEnded');
  expect(ended.fresh[0]?.metadata.actor).toEqual({ kind: 'provider', id: 'Google' });
  ended.when(ENDED).gives().when(DISCONNECT).gives('ConnectionRemoved');
});

test('keeps the id of its person in the sealed part alone', () => {
  const [event] = connection().when(CONNECT).fresh;
  expect(event?.data).toEqual({ platform: 'google', scopes: ['openid'] });
});
