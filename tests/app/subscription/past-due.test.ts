import { describe, expect, test } from 'vitest';
import { choosePlan } from '../../../src/app/subscription/changes.ts';
import { readSubscription } from '../../../src/app/subscription/reading.ts';
import { forgetBilling, tellOfPastDue } from '../../../src/app/subscription/upkeep.ts';
import { BillingUnavailable } from '../../../src/ports/billing.ts';
import { ORIGIN, subscribedApp } from '../../support/billing.ts';

const MONTH = '2026-12-20T16:00:00.000Z';
const OVER = '2026-12-27T16:00:00.000Z';
const here = subscribedApp();
const own = () => [...here.stripe.account.subscriptions.values()].filter(({ customer }) => customer === here.customer());

/** A plan Pro whose second monthly payment failed. */
async function failed() {
  await here.buy('pro');
  here.stripe.account.declining.add(here.customer());
  await here.to(MONTH);
}

describe('a payment that fails', () => {
  test('leaves Pro for seven days, and then the account is on Free and nothing more is charged', async () => {
    await failed();
    const { owner } = here.me;
    expect(await here.status()).toMatchObject({
      isPremium: true,
      status: 'active',
      phase: 'past_due',
      plan: 'pro',
      current_period_end: OVER,
    });
    await here.to('2026-12-27T15:59:59.999Z');
    expect(await here.app.plans.of(owner)).toMatchObject({ premium: true, phase: 'past_due' });
    await here.to(OVER);
    expect(await here.status()).toMatchObject({ isPremium: false, status: 'canceled', plan: 'free', phase: null });
    expect(own().map(({ status }) => status)).toEqual(['canceled']);
    expect((await here.app.store.readStream(`subscription-${owner}`)).at(-1)?.data).toMatchObject({ why: 'unpaid' });
  });

  test('does not change Pro if it succeeds in time', async () => {
    await failed();
    await here.to('2026-12-23T16:00:00.000Z');
    here.stripe.account.settle(here.customer());
    await here.told('invoice.paid');
    expect(await here.status()).toMatchObject({ phase: 'paid', plan: 'pro', current_period_end: '2027-01-20T16:00:00.000Z' });
    await here.to('2027-01-02T16:00:00.000Z');
    expect(await here.status()).toMatchObject({ phase: 'paid', plan: 'pro' });
  });

  test('ends nothing at the end of the seven days while the provider cannot be read', async () => {
    await failed();
    await here.to('2026-12-27T15:00:00.000Z');
    here.stripe.mood = 'down';
    await expect(here.to('2026-12-27T21:00:00.000Z')).rejects.toBeInstanceOf(BillingUnavailable);
    expect(await here.app.plans.of(here.me.owner)).toMatchObject({ premium: true });
    here.stripe.account.settle(here.customer());
    here.stripe.mood = 'well';
    here.app.clock.set('2026-12-27T21:02:00.000Z');
    await here.to('2026-12-27T21:02:00.000Z');
    expect(await here.status()).toMatchObject({ phase: 'paid', plan: 'pro' });
  });

  test('starts the grace period with the provider’s event, but not before the unpaid period', async () => {
    await here.buy('pro');
    here.stripe.account.declining.add(here.customer());
    here.app.clock.set('2026-12-21T16:00:00.000Z');
    await here.told('invoice.payment_failed', { at: Date.parse('2026-12-20T17:00:00.000Z') / 1_000 });
    expect(await here.status()).toMatchObject({ phase: 'past_due', current_period_end: '2026-12-27T17:00:00.000Z' });
    const other = await here.app.user();
    expect(other.owner).not.toBe(here.me.owner);
  });

  test('keeps its grace period when an old event comes late', async () => {
    await here.buy('pro');
    here.stripe.account.declining.add(here.customer());
    here.app.clock.set('2026-12-21T16:00:00.000Z');
    await here.told('customer.subscription.created', { at: Date.parse('2026-11-20T16:00:00.000Z') / 1_000 });
    expect(await here.status()).toMatchObject({ phase: 'past_due', current_period_end: OVER });
  });

  test('causes one mail, however often its event is processed', async () => {
    await failed();
    const events = await here.app.store.readStream(`subscription-${here.me.owner}`);
    const event = events.find(({ type }) => type === 'SubscriptionPastDue');
    if (!event) throw new Error('There is no such event.');
    expect(await tellOfPastDue(here.app, event)).not.toBeNull();
    expect(await tellOfPastDue(here.app, event)).toBeNull();
  });

  test('blocks the choice of another plan', async () => {
    await failed();
    await expect(choosePlan(here.app, here.me, 'byok', ORIGIN)).rejects.toMatchObject({ code: 'conflict' });
    expect(await choosePlan(here.app, here.me, 'free', ORIGIN)).toMatchObject({ plan: 'free' });
  });
});

describe('deleting an account', () => {
  test('ends paid plans and open checkouts at the provider, and can be repeated', async () => {
    await here.buy('pro');
    for (const _ of [1, 2]) await here.app.done(forgetBilling(here.app, here.me.owner, 'c'));
    expect(own().map(({ status }) => status)).toEqual(['canceled']);
    expect(here.stripe.account.customers.get(here.customer())?.deleted).toBe(true);
    expect((await here.app.store.readStream(`subscription-${here.me.owner}`)).at(-1)?.data).toMatchObject({ why: 'deleted' });
  });

  test('waits for a provider that is down, but needs no provider for an account that never bought anything', async () => {
    await here.buy('pro');
    here.stripe.mood = 'down';
    await expect(forgetBilling(here.app, here.me.owner, 'c')).rejects.toBeInstanceOf(BillingUnavailable);
    const free = await here.app.user();
    expect(await forgetBilling(here.app, free.owner, 'c')).toBeNull();
    expect((await readSubscription(here.app, free)).position).toBeNull();
  });
});
