import { createHash, randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import { withTimeout } from '../../concurrency/with-timeout.ts';
import { BillingUnavailable, PaymentDeclined } from '../../ports/billing.ts';

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
