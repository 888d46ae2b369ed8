import { ServiceUnavailable } from '../domain/kernel/decider.ts';

/** The plans that are paid for. */
export type BilledPlan = 'byok' | 'pro';

/** The present state of a subscription at the provider. Instants are RFC 3339. */
export interface BilledSubscription {
  readonly id: string;
  /** Null: the price does not belong to any of our plans. */
  readonly plan: BilledPlan | null;
  readonly status: 'active' | 'past_due' | 'ended';
  readonly started_at: string;
  readonly period_start: string;
  /** When the paid period ends, or the instant for which the subscription is cancelled, if that is another one. */
  readonly period_end: string;
  /** The subscription ends then and is not renewed. */
  readonly cancel_at_period_end: boolean;
  /** The plan that follows, and the instant from which it applies. */
  readonly pending: { readonly plan: BilledPlan; readonly at: string } | null;
}

/** A page of the provider on which a plan can be paid. */
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
  /** The customer whom the event is about; null: it is about nobody, or the program does not use such events. */
  readonly customer: string | null;
}

/** An owner and their customer id at the provider. */
export interface BillingOwner {
  readonly owner: string;
  readonly customer: string;
}

/**
 * The payment provider. `key`: made from the program's own ids, and the same whenever a request is repeated, so that the
 * provider carries out the request only once. Every call has a time limit.
 * @throws BillingUnavailable if the provider does not answer; then nobody knows whether it carried out the request
 */
export interface Billing {
  createCustomer(ask: { readonly owner: string; readonly email: string; readonly key: string }): Promise<string>;
  /** `origin`: the address of the program, to which the provider sends the person back. */
  openCheckout(ask: BillingOwner & { readonly plan: BilledPlan; readonly origin: string; readonly key: string }): Promise<BillingCheckout>;
  /** The present state of a checkout; null if it never existed. `url` is null if it can no longer be paid. */
  checkout(ask: BillingOwner & { readonly id: string; readonly origin: string }): Promise<{ readonly url: string | null } | null>;
  /** Makes it impossible to pay a checkout. One that was paid stays paid. */
  expireCheckout(ask: BillingOwner & { readonly id: string }): Promise<void>;
  openPortal(ask: BillingOwner & { readonly origin: string }): Promise<{ readonly url: string }>;
  /** All subscriptions of a customer, including ended ones. */
  subscriptions(ask: BillingOwner): Promise<readonly BilledSubscription[]>;
  /** Cancels the subscription at the end of its period, and also the plan that was to follow. */
  cancelAtPeriodEnd(ask: BillingOwner & { readonly id: string }): Promise<void>;
  /** Takes back a cancellation, or a plan that was to follow. */
  resume(ask: BillingOwner & { readonly id: string }): Promise<void>;
  /**
   * Changes the plan at once. The difference until the end of the period is invoiced and paid at once.
   * @throws PaymentDeclined if the payment was declined; then nothing has changed
   */
  changeNow(ask: BillingOwner & { readonly id: string; readonly plan: BilledPlan; readonly key: string }): Promise<void>;
  /** Changes the plan at the end of the period. It can be repeated. */
  changeAtPeriodEnd(ask: BillingOwner & { readonly id: string; readonly plan: BilledPlan }): Promise<void>;
  /** Ends a subscription at once. */
  end(ask: BillingOwner & { readonly id: string }): Promise<void>;
  /** Ends a subscription at once, and refunds its last payment. */
  endAndRefund(ask: BillingOwner & { readonly id: string; readonly key: string }): Promise<void>;
  /** Newest first, at most 100. */
  invoices(ask: BillingOwner): Promise<readonly BillingInvoice[]>;
  /** Ends all subscriptions of a customer and deletes the customer's data. Repeating it changes nothing. */
  forget(ask: BillingOwner): Promise<void>;
  /** Checks a signed event. Null: the signature is not the provider's, or it is older than 5 minutes at `now` (RFC 3339). */
  received(payload: Buffer, signature: string, now: string): Promise<BillingNotice | null>;
}

/** The provider did not answer. The message contains nothing personal. */
export class BillingUnavailable extends ServiceUnavailable {
  override readonly name = 'BillingUnavailable';
  readonly detail = 'The payment provider does not answer right now. Nothing is paid twice: try again in a moment.';
  readonly retryAfter = 5;
}

export class PaymentDeclined extends Error {
  override readonly name = 'PaymentDeclined';
}

/** A checkout of the simulated provider, as its page shows it. */
export interface DeskCheckout {
  readonly id: string;
  readonly plan: BilledPlan;
  readonly price_cents: number;
  readonly status: 'open' | 'complete' | 'expired';
}

/** A customer of the simulated provider, as the portal's page shows them. */
export interface DeskPortal {
  readonly subscriptions: readonly BilledSubscription[];
  readonly invoices: readonly BillingInvoice[];
  /** Payments are declined from now on. */
  readonly declines: boolean;
}

/**
 * What a person can do in the portal. `refund`: ends the plan at once; `decline` and `accept`: whether later payments
 * succeed.
 */
export const DESK_ACTS = ['cancel', 'resume', 'refund', 'decline', 'accept'] as const;
export type DeskAct = (typeof DESK_ACTS)[number];

/** The pages of the simulated payment provider, which is used in development. */
export interface BillingDesk {
  /** Null: there is no such checkout. */
  checkout(id: string): Promise<DeskCheckout | null>;
  /** Pays a checkout. `notify`: whether the program gets a signed event about it. False: it can no longer be paid. */
  pay(id: string, options: { readonly notify: boolean }): Promise<boolean>;
  portal(customer: string): Promise<DeskPortal | null>;
  act(customer: string, act: DeskAct): Promise<void>;
}

/** What a plan includes. Ids and limits are those of the catalogue in `src/contracts/plan.ts`. */
export interface OwnersPlan {
  readonly plan: 'free' | 'byok' | 'pro';
  /** Whether the plan is Pro, which includes the trial and the days of grace. */
  readonly premium: boolean;
  /** Null on Free. */
  readonly phase: 'trial' | 'paid' | 'past_due' | null;
  readonly limits: {
    /** Null: there is no limit. */
    readonly ai_mini_monthly: number | null;
    readonly ai_premium_monthly: number;
    readonly storage_mb: number;
    readonly tokens: number;
    readonly webhooks: number;
    readonly partner: 'basic' | 'advanced';
  };
}

/** Tells which plan an owner has now. Everything that depends on a plan asks here. */
export interface Plans {
  /** @throws StoreUnavailable */
  of(owner: string): Promise<OwnersPlan>;
}
