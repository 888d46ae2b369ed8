import type { BilledPlan, BilledSubscription, BillingInvoice } from './billing.ts';

/** A checkout of the program's own provider, as its page shows it. */
export interface DeskCheckout {
  readonly id: string;
  readonly plan: BilledPlan;
  readonly price_cents: number;
  readonly status: 'open' | 'complete' | 'expired';
}

/** A customer of the program's own provider, as the portal's page shows them. */
export interface DeskPortal {
  readonly subscriptions: readonly BilledSubscription[];
  readonly invoices: readonly BillingInvoice[];
  /** Payments are declined from now on. */
  readonly declines: boolean;
}

/** What a person can do in the portal. `refund`: ends at once; `decline`, `accept`: what becomes of payments from now on. */
export const DESK_ACTS = ['cancel', 'resume', 'refund', 'decline', 'accept'] as const;
export type DeskAct = (typeof DESK_ACTS)[number];

/** The counter of the payment provider that stands in for the real one in development. */
export interface BillingDesk {
  /** Null: there is none. */
  checkout(id: string): Promise<DeskCheckout | null>;
  /** Pays a checkout. `notify`: whether the program is notified of it by a signed event. False: it can be paid no longer. */
  pay(id: string, options: { readonly notify: boolean }): Promise<boolean>;
  portal(customer: string): Promise<DeskPortal | null>;
  act(customer: string, act: DeskAct): Promise<void>;
}
