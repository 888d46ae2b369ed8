import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cancelSubscription, choosePlan } from '../../../src/app/subscription/changes.ts';
import { openCheckout } from '../../../src/app/subscription/checkout.ts';
import { readSubscription } from '../../../src/app/subscription/reading.ts';
import { advanceSubscription, takeBillingEvent } from '../../../src/app/subscription/upkeep.ts';
import { BillingUnavailable } from '../../../src/ports/billing.ts';
import { FRIDAY, ORIGIN, subscribedApp } from '../../support/billing.ts';

const MONTH = '2026-12-20T16:00:00.000Z';
const here = subscribedApp();
const count = async (type: string) => (await here.types()).filter((one) => one === type).length;

describe('webhooks', () => {
  test('that arrive 1 to 20 times, in any order and a day late, lead to the state at the provider', async () => {
    await here.buy('byok');
    await here.app.done(cancelSubscription(here.app, here.me));
    here.app.clock.set('2026-11-21T16:00:00.000Z');
    const types = ['checkout.session.completed', 'customer.subscription.updated', 'invoice.paid', 'customer.subscription.deleted'];
    const at = Date.parse(FRIDAY) / 1_000;
    const told = types.map((type, index) => ({ type, more: { id: `evt_late_${index}`, at: at + index } }));
    const before = await here.types();
    const many = fc.array(fc.constantFrom(...told), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(many, async (events) => {
        for (const { type, more } of events) await here.told(type, more);
      }),
      { numRuns: 8 },
    );
    expect(await here.types()).toEqual(before);
    expect(await here.status()).toMatchObject({ plan: 'byok', phase: 'paid', cancel_at_period_end: true, current_period_end: MONTH });
  });

  test('that arrive all at once lead to one activation', async () => {
    here.stripe.account.pay(await here.checkout());
    await Promise.all(Array.from({ length: 10 }, (_, index) => here.told('invoice.paid', { id: `evt_once_${index}` })));
    expect(await count('SubscriptionActivated')).toBe(1);
    const activated = (await here.app.store.readStream(`subscription-${here.me.owner}`)).find(
      ({ type }) => type === 'SubscriptionActivated',
    );
    expect(activated?.data).toMatchObject({ cause: { kind: 'webhook', id: expect.stringMatching(/^evt_once_/) } });
    expect(activated?.metadata.actor.kind).toBe('provider');
  });

  test('that are forged, old, unknown, or about somebody else write nothing', async () => {
    await here.checkout();
    const { payload, signature } = here.stripe.event('invoice.paid', here.customer());
    const forged = here.stripe.event('invoice.paid', here.customer(), { secret: 'whsec_of_somebody_else' });
    expect(await here.tell(forged)).toBe('refused');
    here.app.clock.set('2026-11-20T16:05:01.000Z');
    expect(await here.tell({ payload, signature })).toBe('refused');
    expect(await here.told('something.unknown')).toBeNull();
    expect(await here.tell(here.stripe.event('invoice.paid', 'cus_nobody'))).toBeNull();
    expect(await here.status()).toMatchObject({ isPremium: false, plan: 'free' });
  });

  test("whose content differs from the provider's record grant nothing", async () => {
    await here.checkout();
    for (const type of ['checkout.session.completed', 'customer.subscription.created', 'invoice.paid']) await here.told(type);
    expect(await here.status()).toMatchObject({ isPremium: false, status: 'none' });
  });

  test('are sent again by the provider if it could not be read', async () => {
    here.stripe.account.pay(await here.checkout());
    here.stripe.mood = 'down';
    await expect(here.told('invoice.paid', { id: 'evt_again' })).rejects.toBeInstanceOf(BillingUnavailable);
    here.stripe.mood = 'well';
    await here.told('invoice.paid', { id: 'evt_again' });
    expect(await here.status()).toMatchObject({ plan: 'pro', phase: 'paid' });
  });
});

describe('two simultaneous', () => {
  test('tabs that open a checkout get the same one', async () => {
    const urls = await Promise.all([1, 2, 3].map(async () => (await openCheckout(here.app, here.me, 'pro', ORIGIN)).url));
    expect(new Set(urls).size).toBe(1);
    expect(here.stripe.account.customers.size).toBeGreaterThan(0);
  });

  test('tabs that pay lead to one plan, and the second payment is refunded and recorded', async () => {
    const first = await here.checkout();
    const ask = { owner: here.me.owner, customer: here.customer(), plan: 'byok', origin: ORIGIN } as const;
    const second = await here.app.billing.openCheckout({ ...ask, key: 'another tab' });
    const kept = here.stripe.account.pay(first);
    here.app.clock.set('2026-11-20T16:00:10.000Z');
    const extra = here.stripe.account.pay(second.id);
    await here.told('invoice.paid');
    expect(await here.status()).toMatchObject({ plan: 'pro', phase: 'paid' });
    expect(await here.types()).toEqual(expect.arrayContaining(['DuplicateSubscriptionFound', 'DuplicateSubscriptionRefunded']));
    expect([kept.status, extra.status, here.stripe.account.paidBy(here.customer())]).toEqual(['active', 'canceled', 1_000]);
    await here.told('invoice.paid');
    expect(await count('DuplicateSubscriptionFound')).toBe(1);
  });

  test('payments are refunded once by due work if the refund was interrupted', async () => {
    const first = await here.checkout();
    const ask = { owner: here.me.owner, customer: here.customer(), plan: 'pro', origin: ORIGIN } as const;
    const second = await here.app.billing.openCheckout({ ...ask, key: 'a third tab' });
    here.stripe.account.pay(first);
    here.stripe.account.pay(second.id);
    Object.assign(here.stripe, { mood: 'loses', affected: /^POST \/v1\/refunds/ });
    await expect(here.told('invoice.paid')).rejects.toBeInstanceOf(BillingUnavailable);
    expect(await count('DuplicateSubscriptionRefunded')).toBe(0);
    here.stripe.mood = 'well';
    await here.to('2026-11-20T17:00:00.000Z');
    expect(await count('DuplicateSubscriptionRefunded')).toBe(1);
    expect(here.stripe.account.paidBy(here.customer())).toBe(1_000);
  });

  test('clicks that change the plan change it once, with one payment', async () => {
    await here.buy('byok');
    const both = await Promise.allSettled([1, 2].map(() => choosePlan(here.app, here.me, 'pro', ORIGIN)));
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'conflict' } });
    expect(here.stripe.account.paidBy(here.customer())).toBe(1_000);
  });

  test('requests do not charge the card twice if the first answer was lost', async () => {
    await here.buy('byok');
    Object.assign(here.stripe, { mood: 'loses', affected: /^POST \/v1\/subscriptions\// });
    expect(await choosePlan(here.app, here.me, 'pro', ORIGIN)).toMatchObject({ plan: 'pro' });
    expect(here.stripe.account.paidBy(here.customer())).toBe(1_000);
  });
});

describe('a declined card', () => {
  test('does not change the plan, and another card can change it on the same day', async () => {
    await here.buy('byok');
    here.stripe.account.declining.add(here.customer());
    for (const _ of [1, 2]) await expect(choosePlan(here.app, here.me, 'pro', ORIGIN)).rejects.toMatchObject({ code: 'payment_failed' });
    await here.app.upToDate();
    expect(await here.status()).toMatchObject({ plan: 'byok', phase: 'paid', pending: null });
    here.stripe.account.settle(here.customer());
    expect(await choosePlan(here.app, here.me, 'pro', ORIGIN)).toMatchObject({ plan: 'pro' });
  });
});

describe('an outage of the provider for six hours', () => {
  test('does not end Pro, whatever is due meanwhile, and nothing is charged twice', async () => {
    await here.buy('pro');
    here.app.clock.set('2026-12-20T14:00:00.000Z');
    await here.app.done(readSubscription(here.app, here.me));
    here.stripe.mood = 'down';
    for (const at of [MONTH, '2026-12-20T17:00:00.000Z', '2026-12-20T19:59:00.000Z']) {
      here.app.clock.set(at);
      await expect(advanceSubscription(here.app, here.me.owner, at)).rejects.toBeInstanceOf(BillingUnavailable);
      await expect(here.told('invoice.paid')).rejects.toBeInstanceOf(BillingUnavailable);
      expect(await here.app.plans.of(here.me.owner)).toMatchObject({ plan: 'pro', premium: true });
    }
    here.stripe.mood = 'well';
    here.app.clock.set('2026-12-20T20:10:00.000Z');
    await here.to('2026-12-20T20:10:00.000Z');
    expect(await here.status()).toMatchObject({ plan: 'pro', phase: 'paid', current_period_end: '2027-01-20T16:00:00.000Z' });
    expect(here.stripe.account.paidBy(here.customer())).toBe(2_000);
  });

  test('makes due work wait for a minute after a failure', async () => {
    await here.buy('pro');
    here.app.clock.set('2026-11-25T00:00:00.000Z');
    here.stripe.mood = 'down';
    const due = () => advanceSubscription(here.app, here.me.owner, '2026-11-21T16:00:00.000Z');
    await expect(due()).rejects.toBeInstanceOf(BillingUnavailable);
    const asked = here.stripe.calls.length;
    await expect(due()).rejects.toBeInstanceOf(BillingUnavailable);
    expect(here.stripe.calls.length).toBe(asked);
    here.stripe.mood = 'well';
    here.app.clock.set('2026-11-25T00:01:00.000Z');
    await due();
  });
});

describe('without a webhook', () => {
  test('the next read finds a checkout that was paid while the server was down', async () => {
    here.stripe.account.pay(await here.checkout());
    expect(await here.status()).toMatchObject({ plan: 'free' });
    await here.to('2026-11-21T17:00:00.000Z');
    expect(await here.status()).toMatchObject({ plan: 'pro', phase: 'paid' });
  });

  test('a cancellation at the provider is found within a day, and each daily check is recorded once', async () => {
    await here.buy('pro');
    const [one] = [...here.stripe.account.subscriptions.values()].filter(({ customer }) => customer === here.customer());
    if (one) here.stripe.account.cancel(one);
    await here.to('2026-11-21T16:00:00.000Z');
    expect(await here.status()).toMatchObject({ plan: 'free', status: 'canceled' });
    expect((await here.types()).at(-1)).toBe('SubscriptionEnded');
  });

  test('a year of renewals is found, with one event for each month', async () => {
    await here.buy('pro');
    await here.to('2027-11-20T16:00:00.000Z');
    expect(await count('SubscriptionChanged')).toBe(12);
    expect(here.stripe.account.paidBy(here.customer())).toBe(13_000);
    expect(await here.status()).toMatchObject({ current_period_end: '2027-12-20T16:00:00.000Z' });
  });
});

test('a webhook whose body is no event is refused', async () => {
  expect(await takeBillingEvent(here.app, Buffer.from('{'), 't=1,v1=x')).toBe('refused');
});
