import { expect, test } from 'vitest';
import { type SubscriptionCommand, subscriptionDecider } from '../../../src/domain/subscription/decide.ts';
import { planInForce } from '../../../src/domain/subscription/rules.ts';
import { given } from '../../support/given.ts';

const NOW = '2026-11-20T16:00:00.000Z';
const ENDS = '2026-12-04T16:00:00.000Z';
const start = (now = NOW): SubscriptionCommand => ({ type: 'StartTrial', now });
const end = (now: string): SubscriptionCommand => ({ type: 'EndTrial', now });
const cancel = (now: string): SubscriptionCommand => ({ type: 'CancelTrial', now });
const nobody = () => given(subscriptionDecider, { stream: 'subscription-u1', owner: 'u1' });

test('is 14 times 24 hours of Pro, and its last instant is outside', () => {
  const { state } = nobody().when(start()).gives('TrialStarted');
  expect(state.trial_ends_at).toBe(ENDS);
  expect(planInForce(state, NOW)).toEqual({ plan: 'pro', phase: 'trial' });
  expect(planInForce(state, '2026-12-04T15:59:59.999Z')).toEqual({ plan: 'pro', phase: 'trial' });
  expect(planInForce(state, ENDS)).toEqual({ plan: 'free', phase: null });
});

test.each([
  ['the end of February', '2027-02-20T08:00:00.000Z', '2027-03-06T08:00:00.000Z'],
  ['the end of February in a leap year', '2028-02-20T08:00:00.000Z', '2028-03-05T08:00:00.000Z'],
  ['the change to summer time in Berlin', '2027-03-20T08:00:00.000Z', '2027-04-03T08:00:00.000Z'],
  ['the change from summer time in Berlin', '2027-10-25T08:00:00.000Z', '2027-11-08T08:00:00.000Z'],
])('over %s it is elapsed time', (_, from, to) => {
  expect(nobody().when(start(from)).state.trial_ends_at).toBe(to);
});

test('is had once: again it is refused, while it runs and when it is over', () => {
  const begun = nobody().when(start());
  begun.refuses(start(), 'trial_used');
  begun.when(end(ENDS)).gives('TrialEnded').refuses(start(ENDS), 'trial_used');
});

test('its end is recorded at its own instant, however late the job runs, and once', () => {
  const story = nobody().when(start());
  story.when(end('2026-12-04T15:59:59.999Z')).gives();
  const over = story.when(end('2026-12-19T03:00:00.000Z')).gives('TrialEnded');
  expect(over.fresh.at(-1)?.metadata.at).toBe(ENDS);
  over.when(end('2026-12-20T03:00:00.000Z')).gives();
});

test('the owner may end it at once, and cannot end one that is over', () => {
  const story = nobody().when(start());
  const ended = story.when(cancel('2026-11-21T08:00:00.000Z')).gives('TrialEnded');
  expect(planInForce(ended.state, '2026-11-21T08:00:00.000Z')).toEqual({ plan: 'free', phase: null });
  ended.refuses(cancel('2026-11-21T08:00:00.000Z'), 'conflict');
  story.refuses(cancel(ENDS), 'conflict');
  nobody().refuses(cancel(NOW), 'conflict');
});
