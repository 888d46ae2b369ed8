import { expect, test } from 'vitest';
import type { App } from '../../../src/app/app.ts';
import { cancelSubscription } from '../../../src/app/subscription/changes.ts';
import { startTrial } from '../../../src/app/subscription/trial.ts';
import { subscriptionPart } from '../../../src/reports/bundle/subscription.ts';
import { STRIPE_KEY, WEBHOOK_SECRET } from '../../support/stripe/double.ts';
import { subscribedApp } from '../../support/subscriptions.ts';

const here = subscribedApp();

async function planFile(): Promise<string> {
  const app: App = here.app;
  const files = await subscriptionPart.files({ app, owner: here.me.owner } as Parameters<typeof subscriptionPart.files>[0]);
  expect(files.map(({ path }) => path)).toEqual(['plan.json']);
  return (await Array.fromAsync(files[0]?.pieces() ?? [])).join('');
}

const NONE = {
  isPremium: false,
  status: 'none',
  phase: null,
  plan: 'free',
  trial: { available: true, ends_at: null },
  current_period_end: null,
  cancel_at_period_end: false,
  pending: null,
  customer: null,
};

test('of somebody who has bought nothing, and then tries Pro, is the plan and the trial', async () => {
  expect(JSON.parse(await planFile())).toEqual(NONE);
  await here.app.done(startTrial(here.app, here.me));
  const trial = { available: false, ends_at: '2026-12-04T16:00:00.000Z' };
  expect(JSON.parse(await planFile())).toEqual({ ...NONE, isPremium: true, status: 'active', phase: 'trial', plan: 'pro', trial });
});

test('of somebody who pays is the plan, until when, and the customer at the provider, and nothing secret', async () => {
  const checkout = await here.checkout('pro');
  here.stripe.account.pay(checkout);
  await here.told('checkout.session.completed');
  const paid = {
    ...NONE,
    isPremium: true,
    status: 'active',
    phase: 'paid',
    plan: 'pro',
    trial: { available: false, ends_at: null },
    current_period_end: '2026-12-20T16:00:00.000Z',
    customer: here.customer(),
  };
  const text = await planFile();
  expect(JSON.parse(text)).toEqual(paid);
  for (const secret of [STRIPE_KEY, WEBHOOK_SECRET, checkout]) expect(text).not.toContain(secret);
  await here.app.done(cancelSubscription(here.app, here.me));
  expect(JSON.parse(await planFile())).toEqual({ ...paid, cancel_at_period_end: true });
  await here.to('2026-12-21T16:00:00.000Z');
  const ended = { ...NONE, status: 'canceled', trial: expect.anything(), customer: here.customer() };
  expect(JSON.parse(await planFile())).toEqual(ended);
});
