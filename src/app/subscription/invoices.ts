import type { BillingInvoice } from '../../ports/billing.ts';
import type { App } from '../app.ts';
import { loadSubscription } from './commands.ts';

/**
 * An owner's invoices, newest first; none for an owner who never bought anything.
 * @throws BillingUnavailable
 */
export async function invoicesOf(app: App, owner: string): Promise<readonly BillingInvoice[]> {
  const { customer } = await loadSubscription(app, owner);
  return customer === null ? [] : app.billing.invoices({ owner, customer });
}
