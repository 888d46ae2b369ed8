import { test } from 'vitest';
import { integrationDecider } from '../../../src/domain/integration/decide.ts';
import { integrationStream } from '../../../src/domain/integration/events.ts';
import { given } from '../../support/given.ts';

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
