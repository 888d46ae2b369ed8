import { ServiceUnavailable } from '../domain/kernel/decider.ts';

/** The plans that are paid for. */
export type BilledPlan = 'byok' | 'pro';

/** A subscription as the provider has it now. Instants are RFC 3339. */
export interface BilledSubscription {
  readonly id: string;
  /** Null: a price that is none of ours. */
  readonly plan: BilledPlan | null;
  readonly status: 'active' | 'past_due' | 'ended';
  readonly started_at: string;
  readonly period_start: string;
  /** When the period that is paid for ends, or when it is cancelled, if that is at another instant. */
  readonly period_end: string;
  /** It ends then, and is not renewed. */
  readonly cancel_at_period_end: boolean;
  /** The plan that follows, and from when. */
  readonly pending: { readonly plan: BilledPlan; readonly at: string } | null;
}

/** A page of the provider on which a plan is paid. */
export interface BillingCheckout {
  readonly id: string;
  readonly url: string;
  readonly expires_at: string;
}

export interface BillingInvoice {
  readonly id: string;
  readonly at: string;
  readonly amount_cents: number;
  /** ISO 4217, in capitals. */
  readonly currency: string;
  readonly status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void' | 'refunded';
  readonly url: string | null;
}

/** A signed event of the provider. */
export interface BillingNotice {
  readonly id: string;
  readonly at: string;
  /** The customer whom it is about; null: it is about none, or about nothing that the program reads. */
  readonly customer: string | null;
}

/** An owner and their customer at the provider. */
export interface BillingOwner {
  readonly owner: string;
  readonly customer: string;
}

/**
 * The payment provider. `key`: made from ids of the program's own, the same whenever the same thing is asked for, so that it is done
 * once, however often it is asked for. Every call ends within a bound of its own.
 * @throws BillingUnavailable if the provider gives no answer; whether it did what it was asked for is then not known
 */
export interface Billing {
  createCustomer(ask: { readonly owner: string; readonly email: string; readonly key: string }): Promise<string>;
  /** `origin`: of the program, to which the provider sends the person back. */
  openCheckout(ask: BillingOwner & { readonly plan: BilledPlan; readonly origin: string; readonly key: string }): Promise<BillingCheckout>;
  /** A checkout as it is now; null: it was never there. `url`: null where it can be paid no longer. */
  checkout(ask: BillingOwner & { readonly id: string; readonly origin: string }): Promise<{ readonly url: string | null } | null>;
  /** From now on it cannot be paid. One that was paid stays so. */
  expireCheckout(ask: BillingOwner & { readonly id: string }): Promise<void>;
  openPortal(ask: BillingOwner & { readonly origin: string }): Promise<{ readonly url: string }>;
  /** All subscriptions of a customer, those that have ended too. */
  subscriptions(ask: BillingOwner): Promise<readonly BilledSubscription[]>;
  /** What was to follow is dropped, and it ends with its period. */
  cancelAtPeriodEnd(ask: BillingOwner & { readonly id: string }): Promise<void>;
  /** Takes back a cancellation, and a plan that was to follow. */
  resume(ask: BillingOwner & { readonly id: string }): Promise<void>;
  /** Changes the plan at once; what it costs more until the period's end is invoiced and paid at once. @throws PaymentDeclined, and nothing was changed */
  changeNow(ask: BillingOwner & { readonly id: string; readonly plan: BilledPlan; readonly key: string }): Promise<void>;
  /** Changes the plan with the end of the period. To ask for it twice is harmless. */
  changeAtPeriodEnd(ask: BillingOwner & { readonly id: string; readonly plan: BilledPlan }): Promise<void>;
  /** Ends a subscription now. */
  end(ask: BillingOwner & { readonly id: string }): Promise<void>;
  /** Ends a subscription now, and refunds what was paid for it last. */
  endAndRefund(ask: BillingOwner & { readonly id: string; readonly key: string }): Promise<void>;
  /** Newest first, at most 100. */
  invoices(ask: BillingOwner): Promise<readonly BillingInvoice[]>;
  /** Ends everything of a customer, and forgets who they are. Repeating it does nothing. */
  forget(ask: BillingOwner): Promise<void>;
  /** Checks a signed event; null: the signature is not the provider's, or older than 5 minutes at `now` (RFC 3339). */
  received(payload: Buffer, signature: string, now: string): Promise<BillingNotice | null>;
}

/** The provider gave no answer. Its message holds nothing personal. */
export class BillingUnavailable extends ServiceUnavailable {
  override readonly name = 'BillingUnavailable';
  readonly detail = 'The payment provider does not answer right now. Nothing is paid twice: try again in a moment.';
  readonly retryAfter = 5;
}

/** The payment was declined. */
export class PaymentDeclined extends Error {
  override readonly name = 'PaymentDeclined';
}

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
