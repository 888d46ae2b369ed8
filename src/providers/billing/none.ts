import { type Billing, BillingUnavailable } from '../../ports/billing.ts';

const none = (): Promise<never> => Promise.reject(new BillingUnavailable('No payment provider is configured.'));

/** Without a configured provider, nobody can buy a plan. The trial needs no provider. */
export const noBilling: Billing = {
  createCustomer: none,
  openCheckout: none,
  checkout: none,
  expireCheckout: none,
  openPortal: none,
  subscriptions: none,
  cancelAtPeriodEnd: none,
  resume: none,
  changeNow: none,
  changeAtPeriodEnd: none,
  end: none,
  endAndRefund: none,
  invoices: none,
  // An account that was a customer once can be deleted only if the provider is told.
  forget: none,
  received: async () => null,
};
