import { createHash, randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import { withTimeout } from '../../concurrency/with-timeout.ts';
import { type BilledPlan, type BilledSubscription, type BillingInvoice, BillingUnavailable, PaymentDeclined } from '../../ports/billing.ts';

/** Of one call with its retries, in milliseconds of real time. */
const CALL_MS = 20_000;

interface Fault {
  readonly type?: string;
  readonly code?: string;
  readonly statusCode?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What the provider does not have, or has no longer. It says so itself: a 404 alone may come from anything on the way to it. */
const isMissing = ({ code }: Fault): boolean => code === 'resource_missing';

/**
 * Makes calls of the library, each within a bound of our own. @throws PaymentDeclined; BillingUnavailable for everything else, with
 * what kind of fault it was and nothing of the provider's own text, which may name people
 */
export async function bounded<T>(call: () => Promise<T>, ms = CALL_MS): Promise<T> {
  try {
    return await withTimeout(ms, call(), () => new BillingUnavailable('The payment provider gave no answer in time.'));
  } catch (error) {
    throw faultOf(error);
  }
}

function faultOf(error: unknown): Error {
  if (error instanceof BillingUnavailable) return error;
  const { type, code, statusCode } = error as Fault;
  if (type === 'StripeCardError' || statusCode === 402) return new PaymentDeclined('The payment was declined.');
  return new BillingUnavailable(`The payment provider did not do it: ${[statusCode, type, code].filter(Boolean).join(' ') || 'unknown'}.`);
}

/** The same; what is not there (any more) gives `otherwise`, and so does a fault with one of these codes. */
export function boundedOr<T, Otherwise>(call: () => Promise<T>, otherwise: Otherwise, ...codes: readonly string[]): Promise<T | Otherwise> {
  return bounded(async () => {
    try {
      return await call();
    } catch (error) {
      const fault = error as Fault;
      if (isMissing(fault) || codes.includes(fault.code ?? '')) return otherwise;
      throw error;
    }
  });
}

/**
 * Makes a call that Stripe carries out once for a key. What is asked is a part of the key that is sent: under one key Stripe refuses
 * another request for 24 hours. It also repeats its first answer for as long, a failure, too. A failure that is only repeated says
 * nothing about this try, so the call is made again under a key of its own.
 */
export async function once<Params extends object, T>(
  key: string,
  params: Params,
  call: (params: Params, options: Stripe.RequestOptions) => Promise<T>,
): Promise<T> {
  const asked = createHash('sha256').update(JSON.stringify(params)).digest('hex').slice(0, 16);
  try {
    return await call(params, { idempotencyKey: `${key}-${asked}` });
  } catch (error) {
    if ((error as Fault).headers?.['idempotent-replayed'] !== 'true') throw error;
    return call(params, { idempotencyKey: randomUUID() });
  }
}

/** The ids of the provider's prices, by plan. */
export type Prices = Readonly<Record<BilledPlan, string>>;

export const instantOf = (seconds: number): string => new Date(seconds * 1_000).toISOString();
export const idOf = (one: string | { readonly id: string }): string => (typeof one === 'string' ? one : one.id);

const STATUS: Readonly<Record<string, BilledSubscription['status']>> = {
  active: 'active',
  trialing: 'active',
  past_due: 'past_due',
  unpaid: 'past_due',
};

/** By its price; by what we wrote on it where the operator has changed the prices since. */
function planBy(prices: Prices, price: string, metadata: Stripe.Metadata | null): BilledPlan | null {
  if (price === prices.pro) return 'pro';
  if (price === prices.byok) return 'byok';
  const noted = metadata?.vouch_plan;
  return noted === 'pro' || noted === 'byok' ? noted : null;
}

/** Whether it was cancelled: with its period, or at an instant, which is what Stripe's portal sets in new accounts. */
export const endsByItself = (one: Pick<Stripe.Subscription, 'cancel_at_period_end' | 'cancel_at'>): boolean =>
  one.cancel_at_period_end || one.cancel_at !== null;

/** A subscription with its `schedule`; one that never began (`incomplete`) is none yet. */
export function subscriptionFrom(one: Stripe.Subscription, prices: Prices): readonly BilledSubscription[] {
  const [item] = one.items.data;
  if (item === undefined || one.status === 'incomplete') return [];
  return [
    {
      id: one.id,
      plan: planBy(prices, item.price.id, one.metadata),
      status: STATUS[one.status] ?? 'ended',
      started_at: instantOf(one.start_date),
      period_start: instantOf(item.current_period_start),
      period_end: instantOf(one.cancel_at ?? item.current_period_end),
      cancel_at_period_end: endsByItself(one),
      pending: pendingIn(one.schedule, item.price.id, prices),
    },
  ];
}

function pendingIn(schedule: Stripe.Subscription['schedule'], price: string, prices: Prices): BilledSubscription['pending'] {
  if (schedule === null || typeof schedule === 'string' || schedule.status !== 'active') return null;
  const since = schedule.current_phase?.start_date ?? 0;
  const next = schedule.phases.find(({ start_date }) => start_date > since);
  const [item] = next?.items ?? [];
  if (next === undefined || item === undefined || idOf(item.price) === price) return null;
  const plan = planBy(prices, idOf(item.price), next.metadata);
  return plan && { plan, at: instantOf(next.start_date) };
}

/** The payment intents that paid an invoice with its `payments`. */
export const intentsOf = ({ payments }: Pick<Stripe.Invoice, 'payments'>): readonly string[] =>
  (payments?.data ?? []).flatMap(({ status, payment: { payment_intent: intent } }) =>
    status === 'paid' && intent !== undefined ? [idOf(intent)] : [],
  );

const INVOICE_STATUSES: readonly string[] = ['draft', 'open', 'paid', 'uncollectible', 'void'];

/** `refunded`: payment intents that were refunded in full. */
export function invoiceFrom(one: Stripe.Invoice, refunded: ReadonlySet<string>): BillingInvoice {
  const intents = intentsOf(one);
  const isRefunded = intents.length > 0 && intents.every((id) => refunded.has(id));
  const status = INVOICE_STATUSES.includes(one.status ?? '') ? (one.status as BillingInvoice['status']) : 'draft';
  return {
    id: one.id,
    at: instantOf(one.created),
    amount_cents: one.total,
    currency: one.currency.toUpperCase(),
    status: isRefunded ? 'refunded' : status,
    url: one.hosted_invoice_url ?? null,
  };
}
