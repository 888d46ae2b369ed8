import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { advanceSubscription } from '../../src/app/subscription/upkeep.ts';
import { PLANS } from '../../src/contracts/plan.ts';
import { subscriptionStatus } from '../../src/contracts/subscription.ts';
import { Client, member } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const NOW = '2026-11-20T16:00:00.000Z';
const ENDS = '2026-12-04T16:00:00.000Z';
const NONE = {
  isPremium: false,
  status: 'none',
  phase: null,
  plan: 'free',
  trial: { available: true, ends_at: null },
  current_period_end: null,
  cancel_at_period_end: false,
  pending: null,
};
const TRIAL = { ...NONE, isPremium: true, status: 'active', phase: 'trial', plan: 'pro', trial: { available: false, ends_at: ENDS } };
const OVER = { ...NONE, status: 'canceled', trial: { available: false, ends_at: null } };

let server: TestServer;
let ada: Client;
let people = 0;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.dispose());
beforeEach(async () => {
  server.stores.clock.set(NOW);
  people += 1;
  ada = await member(server, `ada${people}@example.org`);
});
const status = async (client = ada) => subscriptionStatus.strict().parse((await client.get('/api/subscriptions/status')).body);

describe('the catalogue', () => {
  test('is given to anybody, exactly as the file declares it', async () => {
    const { status: code, body } = await new Client(server.url).get('/api/subscriptions/plans');
    expect([code, body]).toEqual([200, PLANS]);
  });

  test('has the prices, limits and texts that are promised', () => {
    expect(
      PLANS.map(({ id, name, price_cents, currency, interval, popular }) => [id, name, price_cents, currency, interval, popular]),
    ).toEqual([
      ['free', 'Free', 0, 'USD', 'month', false],
      ['byok', 'BYOK', 500, 'USD', 'month', false],
      ['pro', 'Pro', 1_000, 'USD', 'month', true],
    ]);
    expect(PLANS.map(({ limits }) => limits)).toEqual([
      { ai_mini_monthly: 20, ai_premium_monthly: 0, storage_mb: 200, tokens: 2, webhooks: 1, partner: 'basic' },
      { ai_mini_monthly: null, ai_premium_monthly: 0, storage_mb: 5_120, tokens: 10, webhooks: 10, partner: 'basic' },
      { ai_mini_monthly: null, ai_premium_monthly: 30, storage_mb: 5_120, tokens: 10, webhooks: 10, partner: 'advanced' },
    ]);
    const [, , pro] = PLANS;
    for (const feature of ['Premium Code Analysis', 'Advanced Email Review', 'System Design Feedback', 'Priority Support'])
      expect(pro?.features).toContain(feature);
    expect(pro?.features.find((one) => one.startsWith('Unlimited AI Assistance'))).toContain('mini model');
  });

  test('has the features that are promised', () => {
    const rooms = (words: string) => words.endsWith('webhook') || words.endsWith('webhooks');
    expect(PLANS.map(({ features }) => features.filter((one) => !rooms(one)))).toEqual([
      [
        'Limited smart email with a mini model, BYOK only',
        '20 mini-model reviews a month, on your own key or ours',
        'Basic partner',
        'Mail and code-hosting integrations',
        'Standard support',
      ],
      [
        'Your own key for a third-party AI routing service',
        'Unlimited mini-model emails',
        'Basic partner',
        'Mail and code-hosting integrations',
        'Standard support',
      ],
      [
        'Provider-managed AI',
        'Unlimited mini-model emails',
        '30 premium requests a month',
        'Premium Code Analysis',
        'Advanced Email Review',
        'System Design Feedback',
        'Unlimited AI Assistance (by the mini model)',
        'Advanced partner',
        'All integrations',
        'Priority Support',
      ],
    ]);
  });
});

describe('the status of a subscription', () => {
  test('is Free without a plan, and private', async () => {
    expect(await status()).toEqual(NONE);
    expect((await new Client(server.url).get('/api/subscriptions/status')).body.code).toBe('unauthenticated');
  });

  test('is Pro in the trial until its last instant, whether or not its end was recorded', async () => {
    const started = await ada.post('/api/subscriptions/trial');
    expect([started.status, started.body]).toEqual([200, TRIAL]);
    server.stores.clock.set('2026-12-04T15:59:59.999Z');
    expect(await status()).toEqual(TRIAL);
    server.stores.clock.set(ENDS);
    expect(await status()).toEqual(OVER);
    const owner = (await ada.get('/api/auth/me')).body.user.id;
    await advanceSubscription(server.app, owner, ENDS);
    await server.app.waitForReadModels(await server.app.store.head());
    expect(await status()).toEqual(OVER);
  });

  test('has an ETag, and the settings show Free during the trial', async () => {
    await ada.post('/api/subscriptions/trial');
    expect((await ada.get('/api/subscriptions/status')).headers.get('etag')).toMatch(/^"/);
    expect((await ada.get('/api/settings/subscription')).body).toEqual({ plan: 'Free' });
    expect((await ada.get('/api/settings/all')).body.subscription).toEqual({ plan: 'Free' });
  });
});

describe('the trial', () => {
  test('can be started once: two simultaneous requests start one, and a later request is refused', async () => {
    const both = await Promise.all([ada.post('/api/subscriptions/trial'), ada.post('/api/subscriptions/trial')]);
    expect(both.map(({ status: code }) => code).toSorted()).toEqual([200, 409]);
    server.stores.clock.set('2026-12-10T00:00:00.000Z');
    expect((await ada.post('/api/subscriptions/trial')).body.code).toBe('trial_used');
    expect((await status()).trial).toEqual({ available: false, ends_at: null });
  });

  test('is refused with its own error code', async () => {
    await ada.post('/api/subscriptions/trial');
    const { status: code, body } = await ada.post('/api/subscriptions/trial');
    expect([code, body.code, body.message]).toEqual([409, 'trial_used', 'This account has had its trial. There is one for each account.']);
  });

  test('is shown in the history with its cause', async () => {
    await ada.post('/api/subscriptions/trial');
    const [entry] = (await ada.get('/api/reports/history?type=account')).body;
    expect(entry).toMatchObject({ action: 'trial.started', detail: 'Pro for 14 days, until 2026-12-04.' });
    const owner = (await ada.get('/api/auth/me')).body.user.id;
    const [started] = await server.app.store.readStream(`subscription-${owner}`);
    expect(started?.data).toMatchObject({ cause: { kind: 'trial', id: null } });
  });

  test('gives the storage of Pro only while it runs', async () => {
    const owner = (await ada.get('/api/auth/me')).body.user.id;
    expect((await server.app.plans.of(owner)).limits.storage_mb).toBe(200);
    await ada.post('/api/subscriptions/trial');
    expect(await server.app.plans.of(owner)).toMatchObject({ plan: 'pro', premium: true, phase: 'trial', limits: { storage_mb: 5_120 } });
    server.stores.clock.set(ENDS);
    expect(await server.app.plans.of(owner)).toMatchObject({ plan: 'free', premium: false, phase: null, limits: { storage_mb: 200 } });
  });
});

test.each([
  [{ isPremium: true }],
  [{ is_premium: true, plan: 'pro', status: 'active' }],
  [{ premium: 'true', phase: 'paid', trial: { available: true } }],
])('a client cannot make itself premium by sending %j', async (body) => {
  for (const path of ['/api/subscriptions/status', '/api/subscriptions/update-status', '/api/settings/subscription'])
    for (const method of ['POST', 'PUT', 'PATCH']) await ada.send(method, path, body);
  await ada.send('GET', '/api/subscriptions/status?isPremium=true&plan=pro', undefined, { 'x-plan': 'pro', 'x-premium': 'true' });
  expect(await status()).toMatchObject({ isPremium: false, plan: 'free' });
});
