import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { settingsKeys } from '../../../web/api/settings.ts';
import {
  cancelSubscription,
  createCheckout,
  createPortal,
  isPremium,
  putStatus,
  type SubscriptionStatus,
  subscriptionKeys,
  subscriptionSettingsQuery,
  subscriptionStatusQuery,
  updateSubscription,
} from '../../../web/api/subscriptions.ts';

afterEach(() => vi.unstubAllGlobals());

const answering = (make: () => Response) => vi.stubGlobal('fetch', () => Promise.resolve(make()));
const refusing = (status = 500) => answering(() => new Response('', { status }));
const PRO = { isPremium: true, status: 'active', plan: 'pro', phase: 'paid' } as SubscriptionStatus;

test('a status that cannot be had is null: not premium, and no error', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  for (const status of [401, 404, 500, 503]) {
    refusing(status);
    expect(await new QueryClient().fetchQuery(subscriptionStatusQuery())).toBeNull();
  }
  expect(warn).toHaveBeenCalledWith('Failed to fetch subscription status', expect.anything());
  expect([null, undefined].map(isPremium)).toEqual([false, false]);
});

test('premium needs the status active besides', () => {
  expect([PRO, { ...PRO, status: 'canceled' as const }, { ...PRO, isPremium: false }].map(isPremium)).toEqual([true, false, false]);
});

test('a plan that is absent is Free', async () => {
  answering(() => Response.json({}));
  const { queryFn: _, ...options } = subscriptionSettingsQuery();
  expect(options.select?.({})).toBe('Free');
  expect(options.select?.({ plan: 'BYOK' })).toBe('BYOK');
});

test('each failure is named as the catalogue of errors names it', async () => {
  refusing();
  const said = (send: () => Promise<unknown>) => send().catch((error: Error) => error.message);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  expect(
    await Promise.all(
      [
        () => client.fetchQuery(subscriptionSettingsQuery()),
        () => updateSubscription('Pro'),
        () => createCheckout('pro'),
        createPortal,
        cancelSubscription,
      ].map(said),
    ),
  ).toEqual([
    'Failed to fetch subscription',
    'Failed to update subscription',
    'Failed to create checkout session',
    'Failed to open billing portal',
    'Failed to cancel subscription',
  ]);
});

test('a new status is shown at once, and what follows from it is read again', () => {
  const client = new QueryClient();
  client.setQueryData(subscriptionKeys.settings, { plan: 'Free' });
  client.setQueryData(settingsKeys.everything, {});
  putStatus(client, PRO);
  expect(client.getQueryData(subscriptionKeys.status)).toEqual(PRO);
  expect([subscriptionKeys.settings, settingsKeys.everything].map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, true]);
});
