import { describe, expect, test } from 'vitest';
import { type Decided, SYSTEM } from '../../src/domain/kernel/event.ts';
import { type Observed, type SubscriptionCommand, subscriptionDecider } from '../../src/domain/subscription/decide.ts';
import type { SubscriptionEvent } from '../../src/domain/subscription/events.ts';
import { planInForce } from '../../src/domain/subscription/state.ts';
import { given } from '../support/given.ts';

const NOW = '2026-11-20T16:00:00.000Z';
const nobody = () => given(subscriptionDecider, { stream: 'subscription-u1', owner: 'u1' });

describe('what the provider says', () => {
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
    cause: CAUSE,
    since: null,
    subscriptions,
    ...more,
  });
  const CAUSE = { kind: 'webhook', id: 'evt_1' } as const;
  const BY_PROVIDER = { kind: 'provider', id: null } as const;
  /** What an event says of a subscription that runs. */
  const terms = ({ id, plan, period_end, cancel_at_period_end, pending }: Observed) => ({
    subscription_id: id,
    plan: plan as 'pro' | 'byok',
    period_end,
    cancel_at_period_end,
    pending,
  });
  const activated = (one: Observed) => ({ type: 'SubscriptionActivated', data: { ...terms(one), cause: CAUSE }, by: BY_PROVIDER }) as const;
  function changed(from: Observed, to: Observed): Decided<SubscriptionEvent> {
    const { subscription_id: _, ...was } = terms(from);
    return { type: 'SubscriptionChanged', data: { ...terms(to), was, cause: CAUSE }, by: BY_PROVIDER };
  }
  const ended = (one: Observed, why: 'cancelled' | 'provider') =>
    ({ type: 'SubscriptionEnded', data: { subscription_id: one.id, plan: 'pro', why, cause: CAUSE }, by: BY_PROVIDER }) as const;
  const duplicate = { type: 'DuplicateSubscriptionFound', data: { subscription_id: 'sub_2', cause: CAUSE }, by: BY_PROVIDER } as const;
  const paying = () =>
    nobody()
      .when(see([PRO]))
      .gives(activated(PRO));

  test('the first read activates the plan, and the same read again changes nothing', () => {
    const story = paying();
    story.when(see([PRO])).gives();
    expect(planInForce(story.state, '2030-01-01T00:00:00.000Z')).toEqual({ plan: 'pro', phase: 'paid' });
  });

  test('a paid plan ends a running trial; a trial that was over before ended at its own instant', () => {
    const trial = nobody().when({ type: 'StartTrial', now: NOW });
    trial.when(see([PRO])).gives({ type: 'TrialEnded', data: { how: 'bought', cause: CAUSE }, by: BY_PROVIDER }, activated(PRO));
    const over = { how: 'expired', cause: { kind: 'trial', id: null } } as const;
    trial
      .when(see([PRO], { now: '2026-12-10T16:00:00.000Z' }))
      .gives({ type: 'TrialEnded', data: over, at: '2026-12-04T16:00:00.000Z', by: SYSTEM }, activated(PRO));
  });

  test('a new period, another plan, a planned change and its withdrawal are one event each, with the former values', () => {
    const month: Observed = { ...PRO, period_start: MONTH, period_end: NEXT };
    const planned: Observed = { ...month, pending: { plan: 'byok', at: NEXT } };
    const lower: Observed = { ...month, plan: 'byok' };
    const renewed = paying()
      .when(see([month]))
      .gives(changed(PRO, month));
    const down = renewed.when(see([planned])).gives(changed(month, planned));
    down.when(see([month])).gives(changed(planned, month));
    const other = down.when(see([lower])).gives(changed(planned, lower));
    expect(planInForce(other.state, NOW)).toEqual({ plan: 'byok', phase: 'paid' });
  });

  test('a cancellation is recorded once, taken back by a change, and its end says so', () => {
    const cancelling = { ...PRO, cancel_at_period_end: true };
    const story = paying()
      .when(see([cancelling]))
      .gives({
        type: 'SubscriptionCancelled',
        data: { subscription_id: 'sub_1', plan: 'pro', ends_at: MONTH, cause: CAUSE },
        by: BY_PROVIDER,
      });
    story.when(see([cancelling])).gives();
    story.when(see([PRO])).gives(changed(cancelling, PRO));
    const over = story.when(see([{ ...cancelling, status: 'ended' }])).gives(ended(PRO, 'cancelled'));
    over.when(see([{ ...cancelling, status: 'ended' }])).gives();
  });

  test('a subscription that is missing at the provider has ended', () => {
    paying().when(see([])).gives(ended(PRO, 'provider'));
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
      .gives(changed(PRO, due), {
        type: 'SubscriptionPastDue',
        data: { subscription_id: 'sub_1', plan: 'pro', until: '2026-12-28T16:00:00.000Z', cause: CAUSE },
        by: BY_PROVIDER,
      });
    story.when(see([due], { now: '2026-12-26T16:00:00.000Z' })).gives();
    story.when(see([{ ...due, status: 'active' }])).gives(changed(due, due));
    expect(story.when(see([{ ...due, status: 'ended' }])).fresh[0]?.data).toMatchObject({ why: 'unpaid' });
  });

  test('of two active subscriptions the known one counts, or else the older; the other one is recorded once', () => {
    const both = nobody()
      .when(see([SECOND, PRO]))
      .gives(activated(PRO), duplicate);
    expect(both.state.running?.id).toBe('sub_1');
    both.when(see([SECOND, PRO])).gives();
    const refund: SubscriptionCommand = { type: 'NoteRefunded', subscription_id: 'sub_2', cause: { kind: 'read', id: null } };
    const refunded = both
      .when(refund)
      .gives({ type: 'DuplicateSubscriptionRefunded', data: { subscription_id: 'sub_2', cause: { kind: 'read', id: null } }, by: SYSTEM });
    refunded.when(refund).gives();
    refunded.when(see([PRO, { ...SECOND, status: 'ended' }])).gives();
    nobody()
      .when(see([SECOND]))
      .when(see([SECOND, PRO]))
      .gives({ ...duplicate, data: { ...duplicate.data, subscription_id: 'sub_1' } });
  });

  test('an ended subscription and a new active one are recorded in this order', () => {
    paying()
      .when(see([{ ...PRO, status: 'ended' }, SECOND]))
      .gives(ended(PRO, 'provider'), activated(SECOND));
  });

  test('an unknown price neither grants nor ends a plan', () => {
    nobody()
      .when(see([{ ...PRO, plan: null }]))
      .gives();
    paying()
      .when(see([{ ...PRO, plan: null }]))
      .gives();
  });

  test('a deleted account ends what is running, and a repetition changes nothing', () => {
    const forget: SubscriptionCommand = { type: 'NoteForgotten', cause: { kind: 'read', id: null } };
    paying()
      .when(forget)
      .gives({
        type: 'SubscriptionEnded',
        data: { subscription_id: 'sub_1', plan: 'pro', why: 'deleted', cause: { kind: 'read', id: null } },
      })
      .when(forget)
      .gives();
    nobody()
      .when({ type: 'StartTrial', now: NOW })
      .when(forget)
      .gives({ type: 'TrialEnded', data: { how: 'cancelled', cause: { kind: 'trial', id: null } } });
  });

  test('a new checkout replaces the open one, and is closed once', () => {
    const open = (id: string): SubscriptionCommand => ({ type: 'NoteCheckout', checkout: { id, plan: 'pro', expires_at: MONTH } });
    const opened = (id: string, number: number) =>
      ({ type: 'CheckoutOpened', data: { id, plan: 'pro', expires_at: MONTH, number } }) as const;
    const closed = (id: string) => ({ type: 'CheckoutClosed', data: { id } }) as const;
    const story = nobody().when(open('cs_1')).gives(opened('cs_1', 1)).when(open('cs_2')).gives(closed('cs_1'), opened('cs_2', 2));
    story.when(open('cs_2')).gives();
    expect(story.state.checkouts).toBe(2);
    story.when({ type: 'NoteCheckoutClosed', id: 'cs_1' }).gives();
    story.when({ type: 'NoteCheckoutClosed', id: 'cs_2' }).gives(closed('cs_2'));
  });
});

describe('a trial', () => {
  const ENDS = '2026-12-04T16:00:00.000Z';
  const start = (now = NOW): SubscriptionCommand => ({ type: 'StartTrial', now });
  const end = (now: string): SubscriptionCommand => ({ type: 'EndTrial', now });
  const cancel = (now: string): SubscriptionCommand => ({ type: 'CancelTrial', now });
  const BY_TRIAL = { kind: 'trial', id: null } as const;
  const expired = { type: 'TrialEnded', data: { how: 'expired', cause: BY_TRIAL }, at: ENDS, by: SYSTEM } as const;

  test('lasts 14 times 24 hours, without the last instant', () => {
    const { state } = nobody()
      .when(start())
      .gives({ type: 'TrialStarted', data: { ends_at: ENDS, cause: BY_TRIAL } });
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

  test('can be started once, and is refused while it runs and after it is over', () => {
    const begun = nobody().when(start());
    begun.refuses(start(), 'trial_used');
    begun.when(end(ENDS)).gives(expired).refuses(start(ENDS), 'trial_used');
  });

  test('records its end once, at its own instant, even if the job runs late', () => {
    const story = nobody().when(start());
    story.when(end('2026-12-04T15:59:59.999Z')).gives();
    const over = story.when(end('2026-12-19T03:00:00.000Z')).gives(expired);
    over.when(end('2026-12-20T03:00:00.000Z')).gives();
  });

  test('can be ended by the owner, unless it is over', () => {
    const story = nobody().when(start());
    const ended = story.when(cancel('2026-11-21T08:00:00.000Z')).gives({ type: 'TrialEnded', data: { how: 'cancelled', cause: BY_TRIAL } });
    expect(planInForce(ended.state, '2026-11-21T08:00:00.000Z')).toEqual({ plan: 'free', phase: null });
    ended.refuses(cancel('2026-11-21T08:00:00.000Z'), 'conflict');
    story.refuses(cancel(ENDS), 'conflict');
    nobody().refuses(cancel(NOW), 'conflict');
  });
});
