import { expect, test } from 'vitest';
import { type SubscriptionCommand, subscriptionDecider } from '../../../src/domain/subscription/decide.ts';
import type { Observed } from '../../../src/domain/subscription/observe.ts';
import { planInForce } from '../../../src/domain/subscription/rules.ts';
import { given } from '../../support/given.ts';

const NOW = '2026-11-20T16:00:00.000Z';
const MONTH = '2026-12-20T16:00:00.000Z';
const NEXT = '2027-01-20T16:00:00.000Z';
const PRO: Observed = {
  id: 'sub_1',
  plan: 'pro',
  status: 'active',
  started_at: NOW,
  period_start: NOW,
  period_end: MONTH,
  cancel_at_period_end: false,
  pending: null,
};
const SECOND: Observed = { ...PRO, id: 'sub_2', started_at: '2026-11-20T16:00:05.000Z' };
const see = (subscriptions: readonly Observed[], more: { now?: string; since?: string | null } = {}): SubscriptionCommand => ({
  type: 'Observe',
  now: NOW,
  cause: { kind: 'webhook', id: 'evt_1' },
  since: null,
  subscriptions,
  ...more,
});
const nobody = () => given(subscriptionDecider, { stream: 'subscription-u1', owner: 'u1' });
const paying = () =>
  nobody()
    .when(see([PRO]))
    .gives('SubscriptionActivated');

test('the first read activates, by the provider, and the same read again changes nothing', () => {
  const story = paying();
  expect(story.fresh[0]?.metadata.actor.kind).toBe('provider');
  story.when(see([PRO])).gives();
  expect(planInForce(story.state, '2030-01-01T00:00:00.000Z')).toEqual({ plan: 'pro', phase: 'paid' });
});

test('in the trial it ends the trial; a trial that was over by then ended by itself', () => {
  const trial = nobody().when({ type: 'StartTrial', now: NOW });
  trial.when(see([PRO])).gives('TrialEnded', 'SubscriptionActivated');
  const late = trial.when(see([PRO], { now: '2026-12-10T16:00:00.000Z' })).gives('TrialEnded', 'SubscriptionActivated');
  expect(late.fresh[0]).toMatchObject({ data: { how: 'expired' }, metadata: { at: '2026-12-04T16:00:00.000Z' } });
});

test('a new period, another plan, a plan to come, and taking back are one change each, with how it was', () => {
  const renewed = paying()
    .when(see([{ ...PRO, period_start: MONTH, period_end: NEXT }]))
    .gives('SubscriptionChanged');
  expect(renewed.fresh[0]?.data).toMatchObject({ period_end: NEXT, was: { period_end: MONTH } });
  const down = renewed.when(see([{ ...PRO, period_end: NEXT, pending: { plan: 'byok', at: NEXT } }])).gives('SubscriptionChanged');
  down.when(see([{ ...PRO, period_end: NEXT }])).gives('SubscriptionChanged');
  const changed = down.when(see([{ ...PRO, plan: 'byok', period_end: NEXT }])).gives('SubscriptionChanged');
  expect(planInForce(changed.state, NOW)).toEqual({ plan: 'byok', phase: 'paid' });
});

test('a cancellation is recorded once, taken back by a change, and its end says so', () => {
  const cancelling = { ...PRO, cancel_at_period_end: true };
  const story = paying()
    .when(see([cancelling]))
    .gives('SubscriptionCancelled');
  story.when(see([cancelling])).gives();
  story.when(see([PRO])).gives('SubscriptionChanged');
  const over = story.when(see([{ ...cancelling, status: 'ended' }])).gives('SubscriptionEnded');
  expect(over.fresh[0]?.data).toMatchObject({ why: 'cancelled' });
  over.when(see([{ ...cancelling, status: 'ended' }])).gives();
});

test('what is gone from the provider has ended there', () => {
  expect(paying().when(see([])).gives('SubscriptionEnded').fresh[0]?.data).toMatchObject({ why: 'provider' });
});

test('a payment that failed gives seven days from the event, not before the period, and not after now', () => {
  const due: Observed = { ...PRO, status: 'past_due', period_start: MONTH, period_end: NEXT };
  const until = (now: string, since: string | null) => paying().when(see([due], { now, since })).state.running?.past_due_until;
  expect(until('2026-12-21T16:00:00.000Z', null)).toBe('2026-12-28T16:00:00.000Z');
  expect(until('2026-12-21T16:00:00.000Z', '2026-12-20T20:00:00.000Z')).toBe('2026-12-27T20:00:00.000Z');
  expect(until('2026-12-21T16:00:00.000Z', '2026-11-20T20:00:00.000Z')).toBe('2026-12-27T16:00:00.000Z');
  expect(until('2026-12-21T16:00:00.000Z', '2026-12-25T20:00:00.000Z')).toBe('2026-12-28T16:00:00.000Z');
  const story = paying()
    .when(see([due], { now: '2026-12-21T16:00:00.000Z' }))
    .gives('SubscriptionChanged', 'SubscriptionPastDue');
  story.when(see([due], { now: '2026-12-26T16:00:00.000Z' })).gives();
  story.when(see([{ ...due, status: 'active' }])).gives('SubscriptionChanged');
  expect(story.when(see([{ ...due, status: 'ended' }])).fresh[0]?.data).toMatchObject({ why: 'unpaid' });
});

test('of two that are alive the known one counts, else the older; the other one is found once', () => {
  const both = nobody()
    .when(see([SECOND, PRO]))
    .gives('SubscriptionActivated', 'DuplicateSubscriptionFound');
  expect(both.state.running?.id).toBe('sub_1');
  both.when(see([SECOND, PRO])).gives();
  const refund: SubscriptionCommand = { type: 'NoteRefunded', subscription_id: 'sub_2', cause: { kind: 'read', id: null } };
  const refunded = both.when(refund).gives('DuplicateSubscriptionRefunded');
  refunded.when(refund).gives();
  refunded.when(see([PRO, { ...SECOND, status: 'ended' }])).gives();
  nobody()
    .when(see([SECOND]))
    .when(see([SECOND, PRO]))
    .gives('DuplicateSubscriptionFound');
});

test('one that ended and another that is alive follow each other', () => {
  paying()
    .when(see([{ ...PRO, status: 'ended' }, SECOND]))
    .gives('SubscriptionEnded', 'SubscriptionActivated');
});

test('a price that is none of ours grants nothing, and takes nothing away', () => {
  nobody()
    .when(see([{ ...PRO, plan: null }]))
    .gives();
  paying()
    .when(see([{ ...PRO, plan: null }]))
    .gives();
});

test('a deleted account ends what is running, and a repetition changes nothing', () => {
  const forget: SubscriptionCommand = { type: 'NoteForgotten', cause: { kind: 'read', id: null } };
  paying().when(forget).gives('SubscriptionEnded').when(forget).gives();
  nobody().when({ type: 'StartTrial', now: NOW }).when(forget).gives('TrialEnded');
});

test('a checkout takes the place of the open one, and is closed once', () => {
  const open = (id: string): SubscriptionCommand => ({ type: 'NoteCheckout', checkout: { id, plan: 'pro', expires_at: MONTH } });
  const story = nobody().when(open('cs_1')).gives('CheckoutOpened').when(open('cs_2')).gives('CheckoutClosed', 'CheckoutOpened');
  story.when(open('cs_2')).gives();
  expect(story.state.checkouts).toBe(2);
  story.when({ type: 'NoteCheckoutClosed', id: 'cs_1' }).gives();
  story.when({ type: 'NoteCheckoutClosed', id: 'cs_2' }).gives('CheckoutClosed');
});
