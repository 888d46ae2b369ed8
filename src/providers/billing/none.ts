import { type Billing, BillingUnavailable } from '../../ports/billing.ts';

const none = (): Promise<never> => Promise.reject(new BillingUnavailable('No payment provider is configured.'));

/** Where no provider is configured, nothing can be bought. The trial needs none. */
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
  // An account that was a customer once can be deleted only when the provider hears of it.
  forget: none,
  received: async () => null,
};
