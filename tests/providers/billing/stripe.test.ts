import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Billing, BillingUnavailable, PaymentDeclined } from '../../../src/ports/billing.ts';
import { stripeBilling } from '../../../src/providers/billing/stripe.ts';
import { bounded } from '../../../src/providers/billing/stripe-calls.ts';
import { STRIPE_KEY, type StripeDouble, startStripe, WEBHOOK_SECRET } from '../../support/stripe/double.ts';

const NOW = '2026-11-20T16:00:00.000Z';
const OWNER = '01936c5e-7d11-7c55-9a10-0f3c6a4c2b01';
const ORIGIN = 'https://vouch.example';
const PRICES = { pro: 'price_pro', byok: 'price_byok' };

let double: StripeDouble;
let billing: Billing;
const open = (more: object = {}) =>
  stripeBilling({ url: double.url, key: STRIPE_KEY, webhookSecret: WEBHOOK_SECRET, prices: PRICES, ...more });
beforeEach(async () => {
  double = await startStripe(() => NOW);
  billing = open();
});
afterEach(() => double.close());

let checkouts = 0;
async function bought(plan: 'pro' | 'byok' = 'pro') {
  checkouts += 1;
  const customer = await billing.createCustomer({ owner: OWNER, email: 'ada@example.org', key: 'customer' });
  const { id: checkout } = await billing.openCheckout({ owner: OWNER, customer, plan, origin: ORIGIN, key: `checkout-${checkouts}` });
  return { owner: OWNER, customer, id: double.account.pay(checkout).id };
}

describe('requests to Stripe', () => {
  test('name the owner and the plan, and have an effect once under one key', async () => {
    const ask = { owner: OWNER, email: 'ada@example.org', key: 'one' };
    expect(await billing.createCustomer(ask)).toBe(await billing.createCustomer(ask));
    expect([...double.account.customers.values()]).toEqual([
      { email: 'ada@example.org', metadata: { vouch_owner: OWNER }, deleted: false },
    ]);
    const { id } = await bought();
    expect(double.account.subscriptions.get(id)?.metadata).toEqual({ vouch_owner: OWNER, vouch_plan: 'pro' });
  });

  test('continue under their key after a lost answer, and nothing is charged twice', async () => {
    const one = await bought('byok');
    double.affected = /^POST \/v1\/subscriptions\//;
    double.mood = 'loses';
    await expect(billing.changeNow({ ...one, plan: 'pro', key: 'up' })).rejects.toBeInstanceOf(BillingUnavailable);
    const paid = double.account.paidBy(one.customer);
    double.mood = 'well';
    await billing.changeNow({ ...one, plan: 'pro', key: 'up' });
    expect([double.account.paidBy(one.customer), (await billing.subscriptions(one))[0]?.plan]).toEqual([paid, 'pro']);
  });

  test('recognize a plan by its price, and by its metadata after the operator changed the prices', async () => {
    const one = await bought();
    const later = open({ prices: { pro: 'price_new', byok: 'price_byok' } });
    expect((await later.subscriptions(one))[0]?.plan).toBe('pro');
    const found = double.account.subscriptions.get(one.id);
    if (found) found.metadata = {};
    expect((await later.subscriptions(one))[0]?.plan).toBeNull();
  });
});

describe('a subscription that was cancelled in Stripe’s portal', () => {
  /** New accounts of Stripe set only `cancel_at`. */
  async function cancelled(at = '2026-12-20T16:00:00.000Z') {
    const one = await bought('byok');
    const found = double.account.subscriptions.get(one.id);
    if (found) found.cancel_at = Date.parse(at) / 1_000;
    return one;
  }
  const read = async (one: { owner: string; customer: string }) => (await billing.subscriptions(one))[0];

  test('is recognized by either field, with its date', async () => {
    for (const at of ['2026-12-20T16:00:00.000Z', '2026-12-01T00:00:00.000Z', '2027-03-20T16:00:00.000Z'])
      expect(await read(await cancelled(at))).toMatchObject({ cancel_at_period_end: true, period_end: at });
  });

  test('is resumed, whichever field says that it ends', async () => {
    const one = await cancelled();
    await billing.resume(one);
    expect(await read(one)).toMatchObject({ cancel_at_period_end: false, period_end: '2026-12-20T16:00:00.000Z' });
    const both = await cancelled('2026-12-01T00:00:00.000Z');
    const found = double.account.subscriptions.get(both.id);
    if (found) found.cancel_at_period_end = true;
    await billing.resume(both);
    expect(await read(both)).toMatchObject({ cancel_at_period_end: false, period_end: '2026-12-20T16:00:00.000Z' });
  });

  test('continues when its owner changes to a larger or smaller plan, and does not change when the card is declined', async () => {
    const up = await cancelled();
    double.account.declining.add(up.customer);
    await expect(billing.changeNow({ ...up, plan: 'pro', key: 'declined' })).rejects.toBeInstanceOf(PaymentDeclined);
    expect(await read(up)).toMatchObject({ plan: 'byok', cancel_at_period_end: true });
    double.account.declining.clear();
    await billing.changeNow({ ...up, plan: 'pro', key: 'paid' });
    expect(await read(up)).toMatchObject({ plan: 'pro', cancel_at_period_end: false });
    const found = double.account.subscriptions.get(up.id);
    if (found) found.cancel_at = Date.parse('2026-12-01T00:00:00.000Z') / 1_000;
    await billing.changeAtPeriodEnd({ ...up, plan: 'byok' });
    expect(await read(up)).toMatchObject({ cancel_at_period_end: false, pending: { plan: 'byok' } });
  });
});

describe('an idempotency key', () => {
  test('is changed if it was used for another request, so that Stripe does not refuse it', async () => {
    const ask = { owner: OWNER, key: 'one' };
    const first = await billing.createCustomer({ ...ask, email: 'ada@example.org' });
    const second = await billing.createCustomer({ ...ask, email: 'ada@example.net' });
    expect(second).not.toBe(first);
    const checkout = { ...ask, customer: first, plan: 'pro', origin: ORIGIN } as const;
    const opened = await billing.openCheckout(checkout);
    const elsewhere = await billing.openCheckout({ ...checkout, origin: 'https://vouch.example.net' });
    expect(elsewhere.id).not.toBe(opened.id);
    expect(await billing.openCheckout(checkout)).toEqual(opened);
  });

  test('is replaced if Stripe only repeats its failure', async () => {
    const one = await bought('byok');
    double.account.declining.add(one.customer);
    const ask = { ...one, plan: 'pro', key: 'up' } as const;
    await expect(billing.changeNow(ask)).rejects.toBeInstanceOf(PaymentDeclined);
    double.account.declining.clear();
    await billing.changeNow(ask);
    expect((await billing.subscriptions(one))[0]?.plan).toBe('pro');
  });
});

describe('a provider that does not answer as it should', () => {
  test.each(['down', 'loses'] as const)('never gives an answer that says that nothing was paid: %s', async (mood) => {
    const one = await bought();
    double.mood = mood;
    await expect(billing.subscriptions(one)).rejects.toBeInstanceOf(BillingUnavailable);
  });

  test('is not asked with a key of another account, which would say that nothing was paid', async () => {
    const one = await bought();
    await expect(open({ key: 'sk_live_other' }).subscriptions(one)).rejects.toBeInstanceOf(BillingUnavailable);
    await expect(billing.subscriptions({ ...one, customer: 'cus_of_another_account' })).rejects.toBeInstanceOf(BillingUnavailable);
    await expect(open({ url: `${double.url}/nowhere`.replace('/nowhere', '') }).subscriptions({ ...one, customer: '' })).rejects.toThrow();
  });

  test('makes a call fail within its time limit', async () => {
    const never = new Promise<never>(() => undefined);
    await expect(bounded(() => never, 20)).rejects.toBeInstanceOf(BillingUnavailable);
  });

  test('does not get its message, which may name people, into an error', async () => {
    const fault = bounded(() =>
      Promise.reject(Object.assign(new Error('No such customer: ada@example.org'), { statusCode: 500, type: 'StripeAPIError' })),
    );
    await expect(fault).rejects.toThrow('The payment provider did not do it: 500 StripeAPIError.');
  });
});

describe('signed events', () => {
  const received = (payload: string, signature: string, now = NOW) => billing.received(Buffer.from(payload), signature, now);

  test('are accepted within five minutes of the program’s clock, before and after', async () => {
    const { payload, signature } = double.event('invoice.paid', 'cus_1', { id: 'evt_7' });
    const taken = { id: 'evt_7', at: NOW, customer: 'cus_1' };
    for (const now of [NOW, '2026-11-20T16:05:00.000Z', '2026-11-20T15:55:00.000Z'])
      expect(await received(payload, signature, now)).toEqual(taken);
    for (const now of ['2026-11-20T16:05:01.000Z', '2026-11-20T15:54:59.000Z']) expect(await received(payload, signature, now)).toBeNull();
  });

  test('with another secret, another body, no signature or an unreadable one are refused', async () => {
    const { payload, signature } = double.event('invoice.paid', 'cus_1');
    const forged = double.event('invoice.paid', 'cus_1', { secret: 'whsec_of_somebody_else' });
    expect(await received(forged.payload, forged.signature)).toBeNull();
    expect(await received(payload.replace('cus_1', 'cus_2'), signature)).toBeNull();
    for (const odd of ['', 't=', 't=1', 'v1=abc', signature.replace('v1=', 'v0='), 't=1763654400,v1='])
      expect(await received(payload, odd)).toBeNull();
  });

  test('with several signatures need one that is valid', async () => {
    const { payload, signature } = double.event('invoice.paid', 'cus_1');
    const [time, good] = signature.split(',') as [string, string];
    const other = createHmac('sha256', 'the secret before')
      .update(`${time.slice(2)}.${payload}`)
      .digest('hex');
    expect(await received(payload, `${time},v1=${other},${good},v0=x`)).toMatchObject({ customer: 'cus_1' });
    expect(await received(payload, `${time},v1=${other}`)).toBeNull();
  });

  test('about an unused object concern no owner', async () => {
    for (const type of ['product.created', 'customer.created', 'payout.paid', 'something.new'])
      expect(await received(...(Object.values(double.event(type, 'cus_1')) as [string, string]))).toMatchObject({ customer: null });
    for (const type of ['checkout.session.completed', 'customer.subscription.updated', 'invoice.payment_failed', 'charge.refunded'])
      expect(await received(...(Object.values(double.event(type, 'cus_1')) as [string, string]))).toMatchObject({ customer: 'cus_1' });
  });
});

describe('the double of Stripe', () => {
  const send = (method: string, path: string, form = '', headers: Record<string, string> = {}) =>
    fetch(double.url + path, {
      method,
      headers: { authorization: `Bearer ${STRIPE_KEY}`, 'content-type': 'application/x-www-form-urlencoded', ...headers },
      ...(method === 'POST' && { body: form }),
    });

  test('refuses what Stripe refuses', async () => {
    const { id, customer } = await bought();
    const codes = async (...asked: Parameters<typeof send>) => {
      const answer = await send(...asked);
      const { error } = (await answer.json()) as { error: { code?: string; type: string } };
      return [answer.status, error.code ?? error.type];
    };
    expect(await codes('POST', '/v1/customers', 'nickname=ada')).toEqual([400, 'parameter_unknown']);
    expect(await codes('POST', '/v1/checkout/sessions', 'mode=subscription')).toEqual([400, 'parameter_missing']);
    expect(await codes('GET', '/v1/subscriptions/sub_none')).toEqual([404, 'resource_missing']);
    expect(await codes('GET', '/v1/nothing')).toEqual([404, 'invalid_request_error']);
    expect(await codes('POST', '/v1/customers', 'email=a', { authorization: 'Bearer no' })).toEqual([401, 'invalid_request_error']);
    await send('POST', '/v1/customers', 'email=a', { 'idempotency-key': 'k' });
    expect(await codes('POST', '/v1/customers', 'email=b', { 'idempotency-key': 'k' })).toEqual([400, 'idempotency_error']);
    await send('POST', '/v1/subscription_schedules', `from_subscription=${id}`);
    expect(await codes('POST', `/v1/subscriptions/${id}`, 'cancel_at_period_end=true')).toEqual([400, 'invalid_request_error']);
    await send('DELETE', `/v1/subscriptions/${id}`);
    expect(await codes('DELETE', `/v1/subscriptions/${id}`)).toEqual([404, 'resource_missing']);
    expect(await codes('POST', `/v1/subscriptions/${id}`, 'cancel_at_period_end=true')).toEqual([400, 'invalid_request_error']);
    await send('DELETE', `/v1/customers/${customer}`);
    expect(await codes('POST', '/v1/billing_portal/sessions', `customer=${customer}`)).toEqual([404, 'resource_missing']);
  });
});
