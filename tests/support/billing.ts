import { createKeyedMutex } from '../../src/concurrency/keyed-mutex.ts';
import type { Billing } from '../../src/ports/billing.ts';
import { createBooks } from '../../src/providers/billing/development/books.ts';
import { developmentBilling } from '../../src/providers/billing/development/provider.ts';
import { stripeBilling } from '../../src/providers/billing/stripe.ts';
import { STRIPE_KEY, startStripe, WEBHOOK_SECRET } from './stripe/double.ts';

/** A payment provider with what people do at it. */
export interface BillingBench {
  readonly billing: Billing;
  readonly owner: string;
  /** The person pays a checkout. */
  pay(checkout: string): Promise<void>;
  /** The person's card is declined from now on, or works again and pays what is open. */
  card(customer: string, is: 'declined' | 'good'): Promise<void>;
  to(instant: string): void;
  close(): Promise<void>;
}

const OWNER = '01936c5e-7d11-7c55-9a10-0f3c6a4c2b01';
export const BEGINNING = '2026-11-20T16:00:00.000Z';

/** Files in memory, of which the program's own provider needs few. */
function memory() {
  const files = new Map<string, Buffer>();
  return {
    write: async (owner: string, name: string, content: AsyncIterable<Uint8Array>) =>
      void files.set(`${owner} ${name}`, Buffer.concat(await Array.fromAsync(content))),
    read: async (owner: string, name: string) => {
      const found = files.get(`${owner} ${name}`);
      if (found === undefined) return null;
      const content = async function* () {
        yield found;
      };
      return { size: found.length, content: content(), range: content, close: async () => undefined };
    },
  };
}

/** The program's own provider. */
export async function ownProvider(): Promise<BillingBench> {
  let now = BEGINNING;
  const { billing, desk } = developmentBilling({
    books: createBooks(memory(), async () => true, createKeyedMutex()),
    clock: { now: () => now },
    secret: WEBHOOK_SECRET,
    prices: { pro: 1_000, byok: 500 },
    notify: async () => undefined,
  });
  return {
    billing,
    owner: OWNER,
    pay: async (id) => void (await desk.pay(id, { notify: true })),
    card: (customer, is) => desk.act(customer, is === 'declined' ? 'decline' : 'accept'),
    to: (instant) => {
      now = instant;
    },
    close: async () => undefined,
  };
}

/** Stripe, over HTTP. */
export async function stripe(): Promise<BillingBench> {
  let now = BEGINNING;
  const double = await startStripe(() => now);
  const options = { url: double.url, key: STRIPE_KEY, webhookSecret: WEBHOOK_SECRET, prices: { pro: 'price_pro', byok: 'price_byok' } };
  return {
    billing: stripeBilling(options),
    owner: OWNER,
    pay: async (id) => void double.account.pay(id),
    async card(customer, is) {
      if (is === 'declined') double.account.declining.add(customer);
      else double.account.settle(customer);
    },
    to: (instant) => {
      now = instant;
    },
    close: () => double.close(),
  };
}
