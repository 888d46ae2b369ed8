import { describe, expect, test } from 'vitest';
import { type ConnectionCommand, connectionDecider } from '../../src/domain/connection/decide.ts';
import { connectionStream } from '../../src/domain/connection/events.ts';
import { integrationDecider } from '../../src/domain/integration/decide.ts';
import { integrationStream } from '../../src/domain/integration/events.ts';
import { given } from '../support/given.ts';

describe('a connection', () => {
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

  test('has a status that says who ended it', () => {
    expect(connection().state).toEqual({ status: 'none' });
    const made = connection().when(CONNECT);
    expect(made.state).toEqual({ status: 'connected' });
    expect(made.when(DISCONNECT).state).toEqual({ status: 'removed' });
    expect(made.when(ENDED).state).toEqual({ status: 'ended' });
  });
});

describe('the switch of an integration', () => {
  const settings = () => given(integrationDecider, { stream: integrationStream('ann'), owner: 'ann' });
  const change = (github_closes_tasks: boolean, github_account: string | null = 'one') =>
    ({ type: 'Change', github_closes_tasks, github_account, if_match: null }) as const;
  const follow = (github_account: string | null) => ({ type: 'FollowAccount', github_account }) as const;

  const on = { type: 'IntegrationsChanged', data: { github_closes_tasks: true, github_account: 'one', was: false } } as const;
  const off = { type: 'IntegrationsChanged', data: { github_closes_tasks: false, github_account: null, was: true } } as const;

  test('is switched on once for an account, and off once', () => {
    const story = settings().when(change(true)).gives(on);
    story.when(change(true)).gives().when(change(false)).gives(off).when(change(false)).gives();
  });

  test.each([null, 'another'])('is switched off when the connected account is %s', (account) => {
    const story = settings().when(change(true)).when(follow(account)).gives(off);
    story.when(follow(account)).gives().when(follow('one')).gives();
  });

  test('does not change while the account is the same, or while it is off', () => {
    settings().when(follow(null)).gives().when(change(true)).when(follow('one')).gives();
  });

  test('cannot be switched on without a connected account', () => {
    expect(settings().refuses(change(true, null), 'conflict').message).toBe(
      'Connect GitHub first: only commits of your own account count.',
    );
    settings().when(change(false, null)).gives();
  });

  test('moves to another account when it is switched on for that one', () => {
    const data = { github_closes_tasks: true, github_account: 'another', was: true };
    settings().when(change(true)).when(change(true, 'another')).gives({ type: 'IntegrationsChanged', data });
  });

  test('is changed only by somebody who read its present version, which is 0 before the first change', () => {
    const first = settings()
      .when({ ...change(true), if_match: 0 })
      .gives(on);
    expect(first.state).toEqual({ github_closes_tasks: true, github_account: 'one', version: 1 });
    expect(first.refuses({ ...change(false), if_match: 0 }, 'precondition_failed').message).toBe(
      'These settings have changed since you read them. Read them again.',
    );
    first.when({ ...change(false), if_match: 1 }).gives(off);
  });
});
