import { describe, expect, test } from 'vitest';
import { type Decided, SYSTEM } from '../../src/domain/kernel/event.ts';
import { type Observed, type SubscriptionCommand, subscriptionDecider } from '../../src/domain/subscription/decide.ts';
import type { SubscriptionEvent } from '../../src/domain/subscription/events.ts';
import { planInForce } from '../../src/domain/subscription/state.ts';
import { given, record } from '../support/given.ts';

const NOW = '2026-11-20T16:00:00.000Z';
const STREAM = { stream: 'subscription-u1', owner: 'u1' };
const nobody = () => given(subscriptionDecider, STREAM);

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

  test('of two subscriptions that began at the same instant the one with the smaller id counts, in whatever order they are listed', () => {
    const twin: Observed = { ...SECOND, started_at: PRO.started_at };
    for (const subscriptions of [
      [PRO, twin],
      [twin, PRO],
    ])
      nobody().when(see(subscriptions)).gives(activated(PRO), duplicate);
    const third: Observed = { ...PRO, id: 'sub_0', started_at: '2026-11-20T16:00:09.000Z' };
    expect(nobody().when(see([third, SECOND, PRO])).state.running?.id).toBe('sub_1');
  });

  test('a plan whose first payment failed is activated and past due at once', () => {
    const due: Observed = { ...PRO, status: 'past_due' };
    const until = '2026-11-27T16:00:00.000Z';
    const story = nobody().when(see([due]));
    const pastDue = {
      type: 'SubscriptionPastDue',
      data: { subscription_id: 'sub_1', plan: 'pro', until, cause: CAUSE },
      by: BY_PROVIDER,
    } as const;
    story.gives(activated(due), pastDue);
    expect(planInForce(story.state, NOW)).toEqual({ plan: 'pro', phase: 'past_due' });
    // A change of the plan is not the payment that is missing: the grace period goes on as it was.
    const lower: Observed = { ...due, plan: 'byok' };
    story
      .when(see([lower], { now: '2026-11-24T16:00:00.000Z' }))
      .gives(changed(due, lower), { ...pastDue, data: { ...pastDue.data, plan: 'byok' } });
  });

  test('another plan that is cancelled at once is a change and a cancellation', () => {
    const other: Observed = { ...PRO, plan: 'byok', cancel_at_period_end: true };
    paying()
      .when(see([other]))
      .gives(changed(PRO, other), {
        type: 'SubscriptionCancelled',
        data: { subscription_id: 'sub_1', plan: 'byok', ends_at: MONTH, cause: CAUSE },
        by: BY_PROVIDER,
      });
  });

  test('a cancellation that also moves the end of the period is only a cancellation', () => {
    const sooner: Observed = { ...PRO, period_end: NEXT, cancel_at_period_end: true };
    const story = paying().when(see([sooner]));
    expect(story.fresh.map(({ type }) => type)).toEqual(['SubscriptionCancelled']);
    expect(story.state.running).toMatchObject({ period_end: NEXT, cancel_at_period_end: true, pending: null });
  });

  test('another plan, or a planned change to another plan or day, is a change', () => {
    const lower: Observed = { ...PRO, plan: 'byok' };
    paying()
      .when(see([lower]))
      .gives(changed(PRO, lower));
    const planned: Observed = { ...PRO, pending: { plan: 'byok', at: MONTH } };
    const later: Observed = { ...PRO, pending: { plan: 'byok', at: NEXT } };
    const raised: Observed = { ...PRO, pending: { plan: 'pro', at: MONTH } };
    const story = paying().when(see([planned]));
    story.when(see([planned])).gives();
    story.when(see([later])).gives(changed(planned, later));
    story.when(see([raised])).gives(changed(planned, raised));
  });

  test('a period that has not begun yet does not move the beginning of the grace period', () => {
    const due: Observed = { ...PRO, status: 'past_due', period_start: NEXT, period_end: NEXT };
    const story = paying().when(see([due], { now: '2026-12-21T16:00:00.000Z', since: '2026-12-20T20:00:00.000Z' }));
    expect(story.state.running?.past_due_until).toBe('2026-12-27T20:00:00.000Z');
  });

  test('events about another subscription do not change the running one', () => {
    const other = { subscription_id: 'sub_9', plan: 'pro', cause: CAUSE } as const;
    const { past, state } = paying();
    const story = (...events: readonly SubscriptionEvent[]) =>
      given(subscriptionDecider, STREAM, [...past, ...events.map((event, index) => record(event, 1 + index, STREAM))]).state;
    expect(story({ type: 'SubscriptionEnded', data: { ...other, why: 'provider' } }).running).toEqual(state.running);
    expect(story({ type: 'SubscriptionPastDue', data: { ...other, until: NEXT } }).running).toEqual(state.running);
    expect(story({ type: 'CheckoutClosed', data: { id: 'cs_9' } })).toEqual({ ...state, version: state.version + 1 });
    const ended = { type: 'SubscriptionEnded', data: { ...other, subscription_id: 'sub_1', why: 'provider' } } as const;
    expect(story(ended, { type: 'SubscriptionCancelled', data: { ...other, ends_at: NEXT } }).running).toBeNull();
    expect(story(ended, ended)).toMatchObject({ running: null, version: 3 });
  });

  test('the state knows which duplicates were found and which were refunded', () => {
    const found = paying().when(see([PRO, SECOND]));
    expect(found.state).toMatchObject({ duplicates: { sub_2: 'found' }, version: 2 });
    const refunded = found.when({ type: 'NoteRefunded', subscription_id: 'sub_2', cause: CAUSE });
    expect(refunded.state).toMatchObject({ duplicates: { sub_2: 'refunded' }, version: 3 });
  });

  test('the customer is recorded once', () => {
    const story = nobody()
      .when({ type: 'NoteCustomer', customer: 'cus_1' })
      .gives({ type: 'BillingCustomerCreated', data: { customer_id: 'cus_1' } });
    expect(story.state.customer).toBe('cus_1');
    story.when({ type: 'NoteCustomer', customer: 'cus_2' }).gives();
  });

  test('each declined payment is recorded, and changes nothing else', () => {
    const story = paying()
      .when({ type: 'NoteDeclined', plan: 'pro', cause: CAUSE })
      .gives({ type: 'PlanPaymentDeclined', data: { plan: 'pro', cause: CAUSE } });
    expect(story.state.running).toEqual(paying().state.running);
  });

  test('an account without a stream is on Free', () => {
    expect(planInForce(null, NOW)).toEqual({ plan: 'free', phase: null });
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
    const over = story.when({ type: 'NoteCheckoutClosed', id: 'cs_2' }).gives(closed('cs_2'));
    expect(over.state.checkout).toBeNull();
    over.when({ type: 'NoteCheckoutClosed', id: 'cs_2' }).gives();
    over.when(open('cs_3')).gives(opened('cs_3', 3));
    story.when({ type: 'NoteForgotten', cause: CAUSE }).gives(closed('cs_2'));
  });
});
