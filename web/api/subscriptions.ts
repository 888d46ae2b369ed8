import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { PAID_PLAN_IDS, PlanName } from '../../src/contracts/plan.ts';
import type { Invoice, PlanChange, ProviderPage, SubscriptionStatus } from '../../src/contracts/subscription.ts';
import { json, send } from './client.ts';
import { settingsKeys } from './settings.ts';

export type { PlanName } from '../../src/contracts/plan.ts';
export type { Invoice, PlanChange, SubscriptionStatus } from '../../src/contracts/subscription.ts';

export const subscriptionKeys = {
  status: ['subscription', 'status'] as const,
  settings: ['settings', 'subscription'] as const,
  invoices: ['subscription', 'invoices'] as const,
};

const path = (rest: string): string => `/api/subscriptions${rest}`;

/** What the plan gives at present. A failed call gives null, with a warning on the console: not premium, and no error. */
async function statusOrNull(signal: AbortSignal): Promise<SubscriptionStatus | null> {
  const fallback = 'Failed to fetch subscription status';
  try {
    return await json<SubscriptionStatus>(path('/status'), { signal, fallback });
  } catch (error) {
    if (signal.aborted) throw error;
    console.warn(fallback, error);
    return null;
  }
}

export const subscriptionStatusQuery = () =>
  queryOptions({ queryKey: subscriptionKeys.status, queryFn: ({ signal }) => statusOrNull(signal) });

/** Whether premium features are open. The server checks again at every call. */
export const isPremium = (status: SubscriptionStatus | null | undefined): boolean =>
  status?.isPremium === true && status.status === 'active';

/** The plan that was paid for, or Free. In a trial it is Free. */
export const subscriptionSettingsQuery = () =>
  queryOptions({
    queryKey: subscriptionKeys.settings,
    queryFn: ({ signal }) => json<{ plan?: PlanName }>('/api/settings/subscription', { signal, fallback: 'Failed to fetch subscription' }),
    select: ({ plan }): PlanName => plan ?? 'Free',
  });

export const invoicesQuery = () =>
  queryOptions({
    queryKey: subscriptionKeys.invoices,
    queryFn: ({ signal }) => json<Invoice[]>(path('/invoices'), { signal, fallback: 'Failed to fetch invoices' }),
  });

/** Gives the address of a checkout where the plan has to be bought, else the plan and from when it holds. */
export const updateSubscription = (plan: PlanName) =>
  json<PlanChange>('/api/settings/subscription', { method: 'POST', body: { plan }, fallback: 'Failed to update subscription' });
export const createCheckout = (plan: (typeof PAID_PLAN_IDS)[number]) =>
  json<ProviderPage>(path('/checkout-session'), { method: 'POST', body: { plan }, fallback: 'Failed to create checkout session' });
export const createPortal = () =>
  json<ProviderPage>(path('/portal-session'), { method: 'POST', fallback: 'Failed to open billing portal' });

const change = (rest: string, fallback: string) => () => json<SubscriptionStatus>(path(rest), { method: 'POST', fallback });
export const startTrial = change('/trial', 'Failed to start the trial');
export const cancelSubscription = change('/cancel', 'Failed to cancel subscription');
export const resumeSubscription = change('/resume', 'Failed to update subscription');
/** Lets the server read the subscription from the payment provider. */
export const readProvider = change('/update-status', 'Failed to fetch subscription status');

export interface SalesRequest {
  readonly message: string;
  readonly company: string | null;
  readonly seats: number | null;
}
export const contactSales = (body: SalesRequest, key: string) =>
  send('/api/contact-sales', { method: 'POST', body, key, fallback: 'Failed to send the message' }).then(() => undefined);

/** Shows a status that the server has just given, and reads what follows from it. */
export function putStatus(client: QueryClient, status: SubscriptionStatus): void {
  client.setQueryData(subscriptionKeys.status, status);
  for (const queryKey of [subscriptionKeys.settings, subscriptionKeys.invoices, settingsKeys.everything, ['ai']])
    void client.invalidateQueries({ queryKey });
}
