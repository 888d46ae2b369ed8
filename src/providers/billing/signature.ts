import type Stripe from 'stripe';
import type { BillingNotice } from '../../ports/billing.ts';

/** A signature is good for so many seconds, before and after. */
const TOLERANCE_S = 300;
const MS = 1_000;

/** Types of events after which a customer is read. */
const READ = /^(checkout\.session|customer\.subscription|invoice|charge|refund|subscription_schedule)\b/;

/** The library is loaded when the first event comes: it takes a while. */
const webhooks = async (): Promise<typeof Stripe.webhooks> => (await import('stripe')).default.webhooks;

/** The time in a signature's header (`t=…`), in milliseconds; NaN: there is none. */
const timeIn = (header: string): number => Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(header)?.[1] ?? Number.NaN) * MS;

/**
 * Checks a signed event: any of its signatures (`v1`) that fits is enough, and its time must be that of the program's clock, to 5
 * minutes. Null: it is refused. `now`: RFC 3339.
 */
export async function checkSigned(payload: Buffer, header: string, secret: string, now: string): Promise<BillingNotice | null> {
  const receivedAt = Date.parse(now);
  const ahead = timeIn(header) - receivedAt;
  if (!(ahead <= TOLERANCE_S * MS)) return null;
  const signed = await webhooks();
  try {
    return noticeOf(signed.constructEvent(payload, header, secret, TOLERANCE_S, undefined, receivedAt));
  } catch {
    return null;
  }
}

/** A signature's header for an event of the program's own provider. `now`: RFC 3339. */
export const signed = async (payload: string, secret: string, now: string): Promise<string> =>
  (await webhooks()).generateTestHeaderString({ payload, secret, timestamp: Math.floor(Date.parse(now) / MS) } as never);

function noticeOf({ id, type, created, data }: Stripe.Event): BillingNotice {
  const { customer } = data.object as { readonly customer?: string | { readonly id: string } | null };
  const found = typeof customer === 'string' ? customer : (customer?.id ?? null);
  return { id, at: new Date(created * MS).toISOString(), customer: READ.test(type) ? found : null };
}
