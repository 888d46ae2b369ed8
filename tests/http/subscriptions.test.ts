import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { advanceSubscription } from '../../src/app/subscription/upkeep.ts';
import { subscriptionStatus } from '../../src/contracts/subscription.ts';
import type { BillingDesk } from '../../src/ports/billing.ts';
import { deskOf } from '../support/app.ts';
import { type Answered, type Client, type Headered, member, PASSWORD } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const NOW = '2026-11-20T16:00:00.000Z';
const MONTH = '2026-12-20T16:00:00.000Z';

let server: TestServer;
let desk: BillingDesk;
let ada: Client;
let owner: string;
let people = 0;
beforeAll(async () => {
  server = await startTestServer();
  desk = deskOf(server.app);
});
afterAll(() => server.dispose());
beforeEach(async () => {
  server.stores.clock.set(NOW);
  people += 1;
  ada = await member(server, `ada${people}@example.org`);
  owner = (await ada.get('/api/auth/me')).body.user.id;
});

const status = async () => subscriptionStatus.strict().parse((await ada.get('/api/subscriptions/status')).body);
const idIn = (url: string): string => decodeURIComponent(url.split('/').at(-1) as string);
const opened = async (plan?: string): Promise<string> =>
  idIn((await ada.post('/api/subscriptions/checkout-session', plan === undefined ? undefined : { plan })).body.url);
const buy = async (plan = 'pro') => expect(await desk.pay(await opened(plan), { notify: true })).toBe(true);
const choose = (plan: string, headers?: Headered) => ada.post('/api/settings/subscription', { plan }, headers);
const seen = async () => server.app.waitForReadModels(await server.app.store.head());
/** Moves the clock and does the due work. The session may have expired then. */
const due = async (at: string) => {
  server.stores.clock.set(at);
  await advanceSubscription(server.app, owner, at);
  await seen();
  await ada.post('/api/auth/signin', { email: `ada${people}@example.org`, password: PASSWORD });
};
const events = async () => (await server.app.store.readStream(`subscription-${owner}`)).map(({ type }) => type);
const PRO = { isPremium: true, status: 'active', phase: 'paid', plan: 'pro', current_period_end: MONTH, cancel_at_period_end: false };

describe('a checkout', () => {
  test('that is paid grants the plan by a signed event, and not earlier', async () => {
    const id = await opened();
    expect(await status()).toMatchObject({ isPremium: false, plan: 'free', status: 'none' });
    await desk.pay(id, { notify: true });
    await seen();
    expect(await status()).toMatchObject(PRO);
    expect((await ada.get('/api/settings/subscription')).body).toEqual({ plan: 'Pro' });
    const [activated] = (await server.app.store.readStream(`subscription-${owner}`)).filter(({ type }) => type === 'SubscriptionActivated');
    expect(activated?.data).toMatchObject({ cause: { kind: 'webhook', id: expect.stringMatching(/^evt_/) } });
  });

  test('is the same for two simultaneous requests and for a later one', async () => {
    const urls = await Promise.all([opened(), opened('pro'), opened('pro')]);
    expect(new Set([...urls, await opened()]).size).toBe(1);
  });

  test('for another plan replaces the open one, which can no longer be paid', async () => {
    const first = await opened('pro');
    const second = await opened('byok');
    expect(second).not.toBe(first);
    expect([await desk.pay(first, { notify: true }), await desk.pay(second, { notify: true })]).toEqual([false, true]);
    await seen();
    expect(await status()).toMatchObject({ isPremium: false, plan: 'byok', phase: 'paid', status: 'active' });
  });

  test('that was paid without a webhook is found by a read, and is not offered again', async () => {
    await desk.pay(await opened(), { notify: false });
    expect(await status()).toMatchObject({ plan: 'free' });
    expect((await ada.post('/api/subscriptions/checkout-session', { plan: 'pro' })).body.code).toBe('conflict');
    const read = await ada.post('/api/subscriptions/update-status', { isPremium: false });
    expect([read.status, read.body]).toEqual([200, expect.objectContaining(PRO)]);
  });

  test('is refused while a plan is running', async () => {
    await buy('byok');
    for (const plan of ['pro', 'byok']) {
      const refused = await ada.post('/api/subscriptions/checkout-session', { plan });
      expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
    }
  });

  test('can be paid during the trial, which ends then', async () => {
    await ada.post('/api/subscriptions/trial');
    await buy('pro');
    await seen();
    expect(await status()).toMatchObject({ ...PRO, trial: { available: false, ends_at: null } });
    expect((await ada.post('/api/subscriptions/trial')).body.code).toBe('conflict');
    expect(await events()).toContain('TrialEnded');
  });

  test('for an unknown plan is refused', async () => {
    expect((await ada.post('/api/subscriptions/checkout-session', { plan: 'free' })).status).toBe(422);
  });
});

describe('cancelling', () => {
  test('keeps the plan until the end of its period, also if it is repeated', async () => {
    await buy();
    const both = await Promise.all([ada.post('/api/subscriptions/cancel'), ada.post('/api/subscriptions/cancel')]);
    for (const { status: code, body } of both) expect([code, body]).toMatchObject([200, { ...PRO, cancel_at_period_end: true }]);
    await due(MONTH);
    expect(await status()).toMatchObject({ isPremium: false, status: 'canceled', phase: null, plan: 'free', current_period_end: null });
    expect((await events()).filter((type) => type === 'SubscriptionCancelled')).toHaveLength(1);
    expect((await ada.post('/api/subscriptions/cancel')).body.code).toBe('conflict');
  });

  test('can be taken back before the end', async () => {
    await buy();
    await ada.post('/api/subscriptions/cancel');
    expect((await ada.post('/api/subscriptions/resume')).body).toMatchObject(PRO);
    expect((await ada.post('/api/subscriptions/resume')).body.code).toBe('conflict');
    await due(MONTH);
    expect(await status()).toMatchObject({ ...PRO, current_period_end: '2027-01-20T16:00:00.000Z' });
  });

  test('ends a trial at once, and is refused if there is nothing to cancel', async () => {
    expect((await ada.post('/api/subscriptions/cancel')).body.code).toBe('conflict');
    await ada.post('/api/subscriptions/trial');
    const { body } = await ada.post('/api/subscriptions/cancel');
    expect(body).toMatchObject({ isPremium: false, status: 'canceled', plan: 'free', phase: null });
  });
});

describe('choosing another plan', () => {
  test('that is larger takes effect at once, and the difference is invoiced', async () => {
    await buy('byok');
    server.stores.clock.set('2026-12-05T16:00:00.000Z');
    const { status: code, body } = await choose('Pro');
    expect([code, body]).toEqual([200, { plan: 'Pro', effective_at: '2026-12-05T16:00:00.000Z' }]);
    expect(await status()).toMatchObject(PRO);
    const invoices = (await ada.get('/api/subscriptions/invoices')).body;
    expect(invoices.map(({ amount_cents, status: paid }: { amount_cents: number; status: string }) => [amount_cents, paid])).toEqual([
      [250, 'paid'],
      [500, 'paid'],
    ]);
  });

  test('that is larger with a declined card changes nothing, and can be tried again', async () => {
    await buy('byok');
    const before = await status();
    await desk.act(`cus_${owner}`, 'decline');
    const refused = await choose('Pro');
    expect([refused.status, refused.body.code]).toEqual([409, 'payment_failed']);
    expect(await status()).toEqual(before);
    await desk.act(`cus_${owner}`, 'accept');
    expect((await choose('Pro')).body.plan).toBe('Pro');
  });

  test('that is smaller takes effect at the end of the period, and can be taken back until then', async () => {
    await buy('pro');
    expect((await choose('BYOK')).body).toEqual({ plan: 'BYOK', effective_at: MONTH });
    expect(await status()).toMatchObject({ ...PRO, pending: { plan: 'byok', at: MONTH } });
    expect((await ada.post('/api/subscriptions/resume')).body).toMatchObject({ ...PRO, pending: null });
    await choose('BYOK');
    await due(MONTH);
    expect(await status()).toMatchObject({ isPremium: false, plan: 'byok', phase: 'paid', pending: null });
  });

  test('is answered again under its Idempotency-Key, except with the page of a checkout or the portal', async () => {
    const replayed = ({ headers }: Answered) => headers.get('idempotency-replayed');
    const twice = async (call: () => Promise<Answered>) => [await call(), await call()] as const;
    const checkouts = await twice(() => choose('BYOK', { 'idempotency-key': 'page' }));
    await buy('byok');
    const cancelled = await twice(() => choose('Free', { 'idempotency-key': 'cancel' }));
    const portals = await twice(() => ada.post('/api/subscriptions/portal-session', undefined, { 'idempotency-key': 'portal' }));
    expect([checkouts, cancelled, portals].map((answers) => answers.map(({ status }) => status))).toEqual(Array(3).fill([200, 200]));
    expect([checkouts, cancelled, portals].map(([, second]) => replayed(second))).toEqual([null, 'true', null]);
    expect(portals.map(({ headers }) => headers.get('cache-control'))).toEqual(['no-store', 'no-store']);
    expect((await choose('BYOK', { 'idempotency-key': 'page' })).body.url).toBeUndefined();
  });

  test('cancels if it is Free, leads to the checkout from Free, and is refused if it is the present one', async () => {
    expect((await choose('Free')).body.code).toBe('conflict');
    expect((await choose('BYOK')).body).toEqual({ url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/dev\/checkout\//) });
    await buy('byok');
    expect((await choose('BYOK')).body.code).toBe('conflict');
    expect((await choose('Free')).body).toEqual({ plan: 'Free', effective_at: MONTH });
    expect(await status()).toMatchObject({ plan: 'byok', cancel_at_period_end: true });
  });
});

describe('the portal', () => {
  test('is refused without a purchase, and opens with the cookie and with a token', async () => {
    expect((await ada.post('/api/subscriptions/portal-session')).body.code).toBe('conflict');
    expect((await ada.get('/api/subscriptions/invoices')).body).toEqual([]);
    await buy();
    const token = (await ada.get('/api/auth/session')).body.session.access_token;
    expect((await ada.post('/api/subscriptions/portal-session')).body.url).toContain(`/dev/portal/cus_${owner}`);
    ada.cookie = null;
    expect((await ada.post('/api/subscriptions/portal-session', undefined, { authorization: `Bearer ${token}` })).status).toBe(200);
    expect((await ada.post('/api/subscriptions/portal-session')).status).toBe(401);
  });

  test('can cancel at the end of the period, and a refund ends the plan at once', async () => {
    await buy();
    await desk.act(`cus_${owner}`, 'cancel');
    await seen();
    expect(await status()).toMatchObject({ ...PRO, cancel_at_period_end: true });
    await desk.act(`cus_${owner}`, 'refund');
    await seen();
    expect(await status()).toMatchObject({ isPremium: false, status: 'canceled', plan: 'free' });
    expect((await ada.get('/api/subscriptions/invoices')).body).toMatchObject([
      { status: 'refunded', amount_cents: 1_000, currency: 'USD' },
    ]);
  });
});
