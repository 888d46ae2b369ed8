import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PaymentDeclined } from '../../../src/ports/billing.ts';
import { BEGINNING, type BillingBench, ownProvider, stripe } from '../../support/billing.ts';

const MONTH = '2026-12-20T16:00:00.000Z';
const ORIGIN = 'http://localhost:3000';
const HALF = '2026-12-05T16:00:00.000Z';

/** Every provider has to pass these tests. */
describe.each([
  ['billing by the program’s own provider', ownProvider],
  ['billing by Stripe', stripe],
])('%s', (_, open) => {
  let bench: BillingBench;
  let keys = 0;
  beforeAll(async () => {
    bench = await open();
  });
  afterAll(() => bench.close());

  const key = () => {
    keys += 1;
    return `key-${keys}`;
  };
  async function customer() {
    bench.to(BEGINNING);
    const { owner, billing } = bench;
    return { owner, customer: await billing.createCustomer({ owner, email: 'ada@example.org', key: key() }) };
  }
  async function bought(plan: 'pro' | 'byok') {
    const who = await customer();
    for (const { id, status } of await bench.billing.subscriptions(who)) if (status !== 'ended') await bench.billing.end({ ...who, id });
    const { id: checkout } = await bench.billing.openCheckout({ ...who, plan, origin: ORIGIN, key: key() });
    await bench.pay(checkout);
    const { id } = (await read(who)) ?? { id: '' };
    return { ...who, id };
  }
  const read = async (who: { owner: string; customer: string }) =>
    (await bench.billing.subscriptions(who)).find(({ status }) => status !== 'ended');

  test('gives the same checkout under the same key, which can be paid once and starts a subscription', async () => {
    const who = await customer();
    const ask = { ...who, plan: 'pro', origin: ORIGIN, key: key() } as const;
    const [one, two] = await Promise.all([bench.billing.openCheckout(ask), bench.billing.openCheckout(ask)]);
    expect(two).toEqual(one);
    expect(Date.parse(one.expires_at)).toBeGreaterThan(Date.parse(BEGINNING));
    expect(await bench.billing.checkout({ ...who, id: one.id, origin: ORIGIN })).toEqual({ url: one.url });
    expect(await read(who)).toBeUndefined();
    await bench.pay(one.id);
    expect(await bench.billing.checkout({ ...who, id: one.id, origin: ORIGIN })).toEqual({ url: null });
    expect(await read(who)).toMatchObject({
      plan: 'pro',
      status: 'active',
      started_at: BEGINNING,
      period_start: BEGINNING,
      period_end: MONTH,
      cancel_at_period_end: false,
      pending: null,
    });
  });

  test('refuses the payment of a closed checkout, and ignores a second closing and the closing of a paid one', async () => {
    const who = await customer();
    const { id } = await bench.billing.openCheckout({ ...who, plan: 'byok', origin: ORIGIN, key: key() });
    for (const _ of [1, 2]) await bench.billing.expireCheckout({ ...who, id });
    expect(await bench.billing.checkout({ ...who, id, origin: ORIGIN })).toEqual({ url: null });
    expect(await bench.billing.checkout({ ...who, id: 'cs_nothing', origin: ORIGIN })).toBeNull();
  });

  test('ends a cancelled subscription with its period, unless the cancellation is taken back; both can be repeated', async () => {
    const one = await bought('pro');
    for (const _ of [1, 2]) await bench.billing.cancelAtPeriodEnd(one);
    expect(await read(one)).toMatchObject({ cancel_at_period_end: true, status: 'active' });
    for (const _ of [1, 2]) await bench.billing.resume(one);
    expect(await read(one)).toMatchObject({ cancel_at_period_end: false });
    await bench.billing.cancelAtPeriodEnd(one);
    bench.to(MONTH);
    expect(await read(one)).toBeUndefined();
  });

  test('invoices a larger plan at once for the rest of the period, and once under one key', async () => {
    const one = await bought('byok');
    bench.to(HALF);
    const ask = { ...one, plan: 'pro', key: key() } as const;
    for (const _ of [1, 2]) await bench.billing.changeNow(ask);
    expect(await read(one)).toMatchObject({ plan: 'pro', period_end: MONTH });
    const [newest] = await bench.billing.invoices(one);
    expect(newest).toMatchObject({ amount_cents: 250, currency: 'USD', status: 'paid', at: HALF });
  });

  test('changes nothing with a declined card, and changes the plan under another key with another card', async () => {
    const one = await bought('byok');
    await bench.card(one.customer, 'declined');
    await expect(bench.billing.changeNow({ ...one, plan: 'pro', key: key() })).rejects.toBeInstanceOf(PaymentDeclined);
    expect(await read(one)).toMatchObject({ plan: 'byok', pending: null });
    await bench.card(one.customer, 'good');
    await bench.billing.changeNow({ ...one, plan: 'pro', key: key() });
    expect(await read(one)).toMatchObject({ plan: 'pro' });
  });

  test('changes to a smaller plan at the end of the period, unless that is taken back or the plan is cancelled', async () => {
    const one = await bought('pro');
    const down = () => bench.billing.changeAtPeriodEnd({ ...one, plan: 'byok' });
    await down();
    expect(await read(one)).toMatchObject({ plan: 'pro', pending: { plan: 'byok', at: MONTH } });
    await bench.billing.resume(one);
    expect(await read(one)).toMatchObject({ pending: null });
    for (const _ of [1, 2]) await down();
    expect(await read(one)).toMatchObject({ pending: { plan: 'byok', at: MONTH } });
    await bench.billing.cancelAtPeriodEnd(one);
    expect(await read(one)).toMatchObject({ pending: null, cancel_at_period_end: true });
    await down();
    expect(await read(one)).toMatchObject({ pending: { plan: 'byok', at: MONTH }, cancel_at_period_end: false });
    bench.to(MONTH);
    expect(await read(one)).toMatchObject({ plan: 'byok', pending: null, status: 'active', period_end: '2027-01-20T16:00:00.000Z' });
  });

  test('shows a failed payment as past due until it is paid', async () => {
    const one = await bought('pro');
    await bench.card(one.customer, 'declined');
    bench.to(MONTH);
    expect(await read(one)).toMatchObject({ status: 'past_due', period_start: MONTH });
    await bench.card(one.customer, 'good');
    expect(await read(one)).toMatchObject({ status: 'active' });
  });

  test('ends and refunds a second payment once, however often that is requested', async () => {
    const one = await bought('pro');
    const again = key();
    for (const _ of [1, 2]) await bench.billing.endAndRefund({ ...one, key: again });
    await bench.billing.endAndRefund({ ...one, key: key() });
    expect(await read(one)).toBeUndefined();
    expect((await bench.billing.invoices(one))[0]).toMatchObject({ status: 'refunded', amount_cents: 1_000 });
    await bench.billing.end(one);
  });

  test('ends everything of a deleted customer, also if it is repeated', async () => {
    const one = await bought('byok');
    const { id } = await bench.billing.openCheckout({ ...one, plan: 'pro', origin: ORIGIN, key: key() });
    for (const _ of [1, 2]) await bench.billing.forget(one);
    expect((await bench.billing.subscriptions(one)).every(({ status }) => status === 'ended')).toBe(true);
    expect(await bench.billing.checkout({ ...one, id, origin: ORIGIN })).toEqual({ url: null });
  });

  test('gives the portal as a page of the provider', async () => {
    expect((await bench.billing.openPortal({ ...(await customer()), origin: ORIGIN })).url).toMatch(/^https?:\/\//);
  });
});
