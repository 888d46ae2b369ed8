import { createHash, randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import { withTimeout } from '../../concurrency/with-timeout.ts';
import { type BilledPlan, type BilledSubscription, type BillingInvoice, BillingUnavailable, PaymentDeclined } from '../../ports/billing.ts';

/** The limit of one call with its retries, in milliseconds of real time. */
const CALL_MS = 20_000;

/** The fields that the library adds to an error. */
interface Fault extends Error {
  readonly type?: string;
  readonly code?: string;
  readonly statusCode?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

const faultIn = (error: unknown): Fault => (error instanceof Error ? error : new Error(String(error)));

/**
 * Whether the provider says that it has no such object (any more). A 404 alone is not enough, because anything on the
 * way could send it.
 */
const isMissing = ({ code }: Fault): boolean => code === 'resource_missing';

/**
 * Makes a call of the library within this program's own time limit.
 * @throws PaymentDeclined; BillingUnavailable for everything else, with the kind of the fault and without the
 * provider's own text, which may name people
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
  const { type, code, statusCode } = faultIn(error);
  if (type === 'StripeCardError' || statusCode === 402) return new PaymentDeclined('The payment was declined.');
  return new BillingUnavailable(`The payment provider did not do it: ${[statusCode, type, code].filter(Boolean).join(' ') || 'unknown'}.`);
}

/** The same, but gives `otherwise` if the object does not exist (any more), or if the fault has one of these codes. */
export function boundedOr<T, Otherwise>(call: () => Promise<T>, otherwise: Otherwise, ...codes: readonly string[]): Promise<T | Otherwise> {
  return bounded(async () => {
    try {
      return await call();
    } catch (error) {
      const fault = faultIn(error);
      if (isMissing(fault) || codes.includes(fault.code ?? '')) return otherwise;
      throw error;
    }
  });
}

/**
 * Makes a call that Stripe carries out once for a key. For 24 hours Stripe refuses another request under the same key,
 * so the request is a part of the key that is sent. For the same time it repeats its first answer, even a failure. A
 * repeated failure says nothing about this attempt, so the call is made again with a new key.
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
    if (faultIn(error).headers?.['idempotent-replayed'] !== 'true') throw error;
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

/**
 * Finds the plan by its price. If the operator has changed the prices since, the metadata of the subscription name the
 * plan.
 */
function planBy(prices: Prices, price: string, metadata: Stripe.Metadata | null): BilledPlan | null {
  if (price === prices.pro) return 'pro';
  if (price === prices.byok) return 'byok';
  const noted = metadata?.vouch_plan;
  return noted === 'pro' || noted === 'byok' ? noted : null;
}

/**
 * Whether the subscription was cancelled: at the end of its period, or at an instant, which is what Stripe's portal
 * sets in new accounts.
 */
export const endsByItself = (one: Pick<Stripe.Subscription, 'cancel_at_period_end' | 'cancel_at'>): boolean =>
  one.cancel_at_period_end || one.cancel_at !== null;

/** Needs a subscription with its `schedule`. Empty for one that never began (`incomplete`). */
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

/** The payment intents that paid an invoice; the invoice must include its `payments`. */
export const intentsOf = ({ payments }: Pick<Stripe.Invoice, 'payments'>): readonly string[] =>
  (payments?.data ?? []).flatMap(({ status, payment: { payment_intent: intent } }) =>
    status === 'paid' && intent !== undefined ? [idOf(intent)] : [],
  );

const INVOICE_STATUSES = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const;

/** `refunded`: payment intents that were refunded in full. */
export function invoiceFrom(one: Stripe.Invoice, refunded: ReadonlySet<string>): BillingInvoice {
  const intents = intentsOf(one);
  const isRefunded = intents.length > 0 && intents.every((id) => refunded.has(id));
  const status = INVOICE_STATUSES.find((each) => each === one.status) ?? 'draft';
  return {
    id: one.id,
    at: instantOf(one.created),
    amount_cents: one.total,
    currency: one.currency.toUpperCase(),
    status: isRefunded ? 'refunded' : status,
    url: one.hosted_invoice_url ?? null,
  };
}
