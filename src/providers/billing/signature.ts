import type Stripe from 'stripe';
import type { BillingNotice } from '../../ports/billing.ts';

/** A signature is valid for this many seconds before and after its time. */
const TOLERANCE_S = 300;
const MS = 1_000;

/** Types of events after which the program reads the customer at the provider. */
const READ = /^(checkout\.session|customer\.subscription|invoice|charge|refund|subscription_schedule)\b/;

/** The library is loaded with the first event, because loading takes a while. */
const webhooks = async (): Promise<typeof Stripe.webhooks> => (await import('stripe')).default.webhooks;

/** The time in a signature's header (`t=…`), in milliseconds; NaN: there is none. */
const timeIn = (header: string): number => Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(header)?.[1] ?? Number.NaN) * MS;

/**
 * Checks a signed event. One valid signature (`v1`) is enough, and its time may differ from the program's clock by at
 * most 5 minutes. Null: the event is refused. `now`: RFC 3339.
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
  // The library's type demands options for which the function has defaults.
  (await webhooks()).generateTestHeaderString({ payload, secret, timestamp: Math.floor(Date.parse(now) / MS) } as never);

function noticeOf({ id, type, created, data }: Stripe.Event): BillingNotice {
  const customer = 'customer' in data.object ? data.object.customer : null;
  const found = typeof customer === 'string' ? customer : (customer?.id ?? null);
  return { id, at: new Date(created * MS).toISOString(), customer: READ.test(type) ? found : null };
}
