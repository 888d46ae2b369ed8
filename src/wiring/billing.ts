import { randomBytes } from 'node:crypto';
import type { App } from '../app/app.ts';
import { takeBillingEvent } from '../app/subscription/upkeep.ts';
import { createKeyedMutex } from '../concurrency/keyed-mutex.ts';
import type { Config } from '../config/config.ts';
import { planOf } from '../contracts/plan.ts';
import type { Billing } from '../ports/billing.ts';
import type { BillingDesk } from '../ports/billing-desk.ts';
import { createBooks } from '../providers/billing/development/books.ts';
import { developmentBilling } from '../providers/billing/development/provider.ts';
import { noBilling } from '../providers/billing/none.ts';
import { stripeBilling } from '../providers/billing/stripe.ts';

/** The payment provider, and its counter where it is the program's own. */
export interface OpenedBilling {
  readonly billing: Billing;
  readonly desk: BillingDesk | null;
}

const PRICES = { pro: planOf('pro').price_cents, byok: planOf('byok').price_cents };

/**
 * Stripe as configured; without it in development a provider of the program's own, in production none. `app`: gives the app, once it
 * is made, which the program's own provider tells what happens.
 */
export function openBilling(
  { billing: { stripe, webhookSecret }, mode }: Pick<Config, 'billing' | 'mode'>,
  { files, keys, clock, shared }: Pick<App, 'files' | 'keys' | 'clock' | 'shared'>,
  app: () => App,
): OpenedBilling {
  const secret = webhookSecret ?? `whsec_${randomBytes(24).toString('hex')}`;
  if (stripe !== null) return { billing: stripeBilling({ ...stripe, webhookSecret: secret }), desk: null };
  if (mode === 'production') return { billing: noBilling, desk: null };
  const books = createBooks(files, async (owner) => (await keys.key(owner)) !== null, shared?.mutex ?? createKeyedMutex());
  const notify = (payload: Buffer, signature: string): Promise<unknown> => takeBillingEvent(app(), payload, signature);
  return developmentBilling({ books, clock, secret, prices: PRICES, notify });
}
