import { expect, test } from 'vitest';
import { integrationDecider } from '../../../src/domain/integration/decide.ts';
import { integrationStream } from '../../../src/domain/integration/events.ts';
import { given } from '../../support/given.ts';

const settings = () => given(integrationDecider, { stream: integrationStream('ann'), owner: 'ann' });
const change = (github_closes_tasks: boolean, github_account: string | null = 'one') =>
  ({ type: 'Change', github_closes_tasks, github_account, if_match: null }) as const;
const follow = (github_account: string | null) => ({ type: 'FollowAccount', github_account }) as const;

test('is switched on for one account, and off, once each', () => {
  const on = settings().when(change(true)).gives('IntegrationsChanged');
  on.when(change(true)).gives().when(change(false)).gives('IntegrationsChanged').when(change(false)).gives();
});

test.each([null, 'another'])('goes off when the connected account is %s', (account) => {
  const off = settings().when(change(true)).when(follow(account)).gives('IntegrationsChanged');
  expect(off.fresh[0]?.data).toEqual({ github_closes_tasks: false, github_account: null, was: true });
  off.when(follow(account)).gives().when(follow('one')).gives();
});

test('stays as it is while the account is the same, and where it is off', () => {
  settings().when(follow(null)).gives().when(change(true)).when(follow('one')).gives();
});
