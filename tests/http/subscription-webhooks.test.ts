import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { stripeBilling } from '../../src/providers/billing/stripe.ts';
import { Client, member } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { type SignedEvent, STRIPE_KEY, type StripeDouble, startStripe, WEBHOOK_SECRET } from '../support/stripe/double.ts';

let server: TestServer;
let stripe: StripeDouble;
let ada: Client;
let customer: string;
let people = 0;
beforeAll(async () => {
  let now = () => '';
  stripe = await startStripe(() => now());
  const prices = { pro: 'price_pro', byok: 'price_byok' };
  const billing = stripeBilling({ url: stripe.url, key: STRIPE_KEY, webhookSecret: WEBHOOK_SECRET, prices });
  server = await startTestServer({ wrap: (app) => ({ ...app, billing }) });
  now = () => server.stores.clock.now();
});
afterAll(async () => {
  await server.dispose();
  await stripe.close();
});
beforeEach(async () => {
  Object.assign(stripe, { mood: 'well', affected: null });
  people += 1;
  ada = await member(server, `ada${people}@example.org`);
  await ada.post('/api/subscriptions/checkout-session');
  customer = [...stripe.account.customers.keys()].at(-1) as string;
});

const PATH = '/api/webhooks/stripe';
/** As Stripe sends it: nobody is signed in, and it is no browser. */
const send = ({ payload, signature }: SignedEvent, headers = {}) =>
  new Client(server.url).send('POST', PATH, payload, { 'content-type': 'application/json', 'stripe-signature': signature, ...headers });
const pay = () => {
  const open = [...stripe.account.sessions.values()].filter((one) => one.customer === customer && one.status === 'open');
  return stripe.account.pay(open.at(-1)?.id ?? '');
};

describe('an event of the provider', () => {
  test('grants the plan that the provider reports, and the next call shows it', async () => {
    pay();
    const answer = await send(stripe.event('checkout.session.completed', customer));
    expect([answer.status, answer.body]).toEqual([200, { received: true }]);
    expect((await ada.get('/api/subscriptions/status')).body).toMatchObject({ isPremium: true, plan: 'pro', phase: 'paid' });
  });

  test('is accepted with 200 if it is repeated, unknown or about nobody', async () => {
    pay();
    const event = stripe.event('invoice.paid', customer, { id: 'evt_repeated' });
    for (const _ of [1, 2, 3]) expect((await send(event)).status).toBe(200);
    expect((await send(stripe.event('something.unknown', customer))).status).toBe(200);
    expect((await send(stripe.event('invoice.paid', 'cus_nobody'))).status).toBe(200);
  });

  test('is refused with 400 and grants nothing if its signature is forged, missing or older than 5 minutes', async () => {
    pay();
    const event = stripe.event('invoice.paid', customer);
    const forged = stripe.event('invoice.paid', customer, { secret: 'whsec_of_somebody_else' });
    for (const odd of [forged, { ...event, signature: 't=1,v1=00' }, { ...event, payload: `${event.payload} ` }]) {
      const { status, body } = await send(odd);
      expect([status, body.code]).toEqual([400, 'malformed']);
    }
    expect((await new Client(server.url).post(PATH, {})).status).toBe(400);
    server.stores.clock.advance(301_000);
    expect((await send(event)).status).toBe(400);
    expect((await ada.get('/api/subscriptions/status')).body.isPremium).toBe(false);
  });

  test('is refused with 503 if the provider cannot be read, so that the provider sends it again', async () => {
    pay();
    stripe.mood = 'down';
    const refused = await send(stripe.event('invoice.paid', customer));
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([503, 'unavailable', '5']);
    stripe.mood = 'well';
    expect((await send(stripe.event('invoice.paid', customer))).status).toBe(200);
    expect((await ada.get('/api/subscriptions/status')).body.plan).toBe('pro');
  });
});

test('while the provider is down, calls that need it answer 503, and the status comes from the record', async () => {
  pay();
  await send(stripe.event('invoice.paid', customer));
  stripe.mood = 'down';
  const paths = ['update-status', 'cancel', 'resume', 'portal-session'].map((name) => `/api/subscriptions/${name}`);
  for (const path of paths) expect([path, (await ada.post(path)).status]).toEqual([path, 503]);
  expect((await ada.get('/api/subscriptions/invoices')).status).toBe(503);
  expect((await ada.get('/api/subscriptions/status')).body).toMatchObject({ isPremium: true, plan: 'pro' });
  expect((await ada.get('/api/settings/subscription')).body).toEqual({ plan: 'Pro' });
});

test("checkout and portal lead to Stripe’s own pages, and Stripe's invoices are shown", async () => {
  expect((await ada.post('/api/subscriptions/checkout-session')).body.url).toMatch(/^https:\/\/checkout\.example\//);
  pay();
  await send(stripe.event('invoice.paid', customer));
  expect((await ada.post('/api/subscriptions/portal-session')).body.url).toMatch(/^https:\/\/billing\.example\//);
  expect((await ada.get('/api/subscriptions/invoices')).body).toMatchObject([
    { amount_cents: 1_000, currency: 'USD', status: 'paid', url: expect.stringMatching(/^https:\/\/invoice\.example\//) },
  ]);
});

describe('a change at Stripe', () => {
  const END = '2026-12-10T16:00:00.000Z';
  const status = async () => (await ada.get('/api/subscriptions/status')).body;

  test('that cancels in the portal, and sets only an instant, is shown with its date and can be taken back', async () => {
    const one = pay();
    await send(stripe.event('checkout.session.completed', customer));
    const { current_period_end } = await status();
    one.cancel_at = Date.parse(END) / 1_000;
    await send(stripe.event('customer.subscription.updated', customer));
    expect(await status()).toMatchObject({ cancel_at_period_end: true, current_period_end: END });
    expect((await ada.post('/api/subscriptions/resume')).body).toMatchObject({ cancel_at_period_end: false, current_period_end });
    expect((await ada.post('/api/subscriptions/resume')).body.code).toBe('conflict');
    expect(one).toMatchObject({ cancel_at: null, cancel_at_period_end: false });
  });

  test('to a smaller plan, taken back and made again, leaves a schedule for the smaller plan', async () => {
    const one = pay();
    await send(stripe.event('checkout.session.completed', customer));
    const down = () => ada.post('/api/settings/subscription', { plan: 'BYOK' });
    for (const _ of [1, 2, 3]) {
      expect((await down()).body).toMatchObject({ plan: 'BYOK' });
      expect((await status()).pending).toMatchObject({ plan: 'byok' });
      expect(stripe.account.schedules.get(one.schedule ?? '')?.phases.map(({ price }) => price)).toEqual(['price_pro', 'price_byok']);
      expect((await ada.post('/api/subscriptions/resume')).body.pending).toBeNull();
    }
  });
});
