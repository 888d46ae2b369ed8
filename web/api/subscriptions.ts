import { type QueryClient, type QueryFunctionContext, queryOptions } from '@tanstack/react-query';
import * as calls from '../../src/contracts/calls/subscription.ts';
import type { PAID_PLAN_IDS, PlanName } from '../../src/contracts/plan.ts';
import type * as wire from '../../src/contracts/subscription.ts';
import type { Camel } from './names.ts';
import { request, requestDone } from './request.ts';
import { settingsKeys } from './settings.ts';

export type { PlanName } from '../../src/contracts/plan.ts';

export type Invoice = Camel<wire.Invoice>;
export type SalesRequest = Camel<wire.SalesRequest>;
export type SubscriptionStatus = Camel<wire.SubscriptionStatus>;

export const subscriptionKeys = {
  all: ['subscription'] as const,
  status: ['subscription', 'status'] as const,
  settings: ['settings', 'subscription'] as const,
  invoices: ['subscription', 'invoices'] as const,
};

/**
 * If the call fails, it logs a warning and returns null, unless a status is known from before. The screens treat null as a plan without
 * premium features.
 */
async function statusOrNull({ client, queryKey, signal }: QueryFunctionContext): Promise<SubscriptionStatus | null> {
  try {
    return await request(calls.readStatus, { signal });
  } catch (error) {
    if (signal.aborted || client.getQueryData(queryKey) !== undefined) throw error;
    console.warn(calls.readStatus.failure, error);
    return null;
  }
}

export const subscriptionStatusQuery = () => queryOptions({ queryKey: subscriptionKeys.status, queryFn: statusOrNull });

/** Only for display: the server checks the plan at every call. */
export const isPremium = (status: SubscriptionStatus | null | undefined): boolean =>
  status?.isPremium === true && status.status === 'active';

/** The paid plan. It is Free during a trial. */
export const subscriptionSettingsQuery = () =>
  queryOptions({
    queryKey: subscriptionKeys.settings,
    queryFn: ({ signal }): Promise<{ readonly plan?: PlanName }> => request(calls.readPlan, { signal }),
    select: ({ plan }): PlanName => plan ?? 'Free',
  });

export const invoicesQuery = () =>
  queryOptions({ queryKey: subscriptionKeys.invoices, queryFn: ({ signal }) => request(calls.listInvoices, { signal }) });

/** Returns the address of a checkout if the plan has to be bought, otherwise the plan and its start. */
export const updateSubscription = (plan: PlanName) => request(calls.choosePlan, { body: { plan } });
export const createCheckout = (plan: (typeof PAID_PLAN_IDS)[number]) => request(calls.openCheckout, { body: { plan } });
export const createPortal = () => request(calls.openPortal);

export const startTrial = () => request(calls.startTrial);
export const cancelSubscription = () => request(calls.cancelSubscription);
export const resumeSubscription = () => request(calls.resumeSubscription);
/** Asks the server to read the subscription from the payment provider. */
export const readProvider = () => request(calls.readProvider);

export const contactSales = (body: SalesRequest, key: string) => requestDone(calls.contactSales, { body, key });

/** Puts a new status into the cache and invalidates what depends on it. */
export function putStatus(client: QueryClient, status: SubscriptionStatus): void {
  client.setQueryData(subscriptionKeys.status, status);
  for (const queryKey of [subscriptionKeys.settings, subscriptionKeys.invoices, settingsKeys.everything, ['ai']])
    void client.invalidateQueries({ queryKey });
}
