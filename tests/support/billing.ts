import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Caller } from '../../src/app/caller.ts';
import { openCheckout } from '../../src/app/subscription/checkout.ts';
import { advanceSubscription, takeBillingEvent } from '../../src/app/subscription/upkeep.ts';
import { createKeyedMutex } from '../../src/concurrency/keyed-mutex.ts';
import type { Billing } from '../../src/ports/billing.ts';
import { presentStatus } from '../../src/presenters/subscription.ts';
import { subscriptionOf } from '../../src/projections/subscription.ts';
import { createBooks } from '../../src/providers/billing/development/book.ts';
import { developmentBilling } from '../../src/providers/billing/development/provider.ts';
import { stripeBilling } from '../../src/providers/billing/stripe.ts';
import { openTestApp, type TestApp } from './app.ts';
import { type SignedEvent, STRIPE_KEY, type StripeDouble, startStripe, WEBHOOK_SECRET } from './stripe/double.ts';

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

export const ORIGIN = 'https://vouch.example';
export const FRIDAY = '2026-11-20T16:00:00.000Z';

/** Use cases of one owner against Stripe over HTTP. A new owner for each test, who has bought nothing. */
export interface SubscribedApp {
  readonly app: TestApp;
  readonly stripe: StripeDouble;
  readonly me: Caller;
  /** The customer at Stripe. */
  customer(): string;
  /** The checkout that is opened for a plan. */
  checkout(plan?: 'pro' | 'byok'): Promise<string>;
  /** Buys a plan: the person pays, and the program is told. */
  buy(plan?: 'pro' | 'byok'): Promise<void>;
  /** Gives the program a signed event; the position of what it wrote. */
  tell(event: SignedEvent): ReturnType<typeof takeBillingEvent>;
  told(type: string, more?: { readonly id?: string; readonly at?: number }): ReturnType<typeof takeBillingEvent>;
  status(): Promise<ReturnType<typeof presentStatus>>;
  /** Moves the clock through everything that is due about the subscription. */
  to(instant: string): Promise<void>;
  /** The types of what was recorded. */
  types(): Promise<readonly string[]>;
}

export function subscribedApp(): SubscribedApp {
  let app: TestApp;
  let stripe: StripeDouble;
  let me: Caller;
  beforeAll(async () => {
    const plain = await openTestApp();
    stripe = await startStripe(() => plain.clock.now());
    app = plain;
  });
  afterAll(async () => {
    await stripe.close();
    await app.dispose();
  });
  beforeEach(async () => {
    app.clock.set(FRIDAY);
    // A new one each time: the program remembers when it last got no answer.
    const prices = { pro: 'price_pro', byok: 'price_byok' };
    app = { ...app, billing: stripeBilling({ url: stripe.url, key: STRIPE_KEY, webhookSecret: WEBHOOK_SECRET, prices }) };
    Object.assign(stripe, { mood: 'well', affected: null });
    me = await app.user();
  });
  const customer = (): string => [...stripe.account.customers].find(([, { metadata }]) => metadata.vouch_owner === me.owner)?.[0] ?? '';
  const tell = async ({ payload, signature }: SignedEvent) => app.done(takeBillingEvent(app, Buffer.from(payload), signature));
  const told: SubscribedApp['told'] = (type, more) => tell(stripe.event(type, customer(), more));
  const checkout = async (plan: 'pro' | 'byok' = 'pro'): Promise<string> => {
    await app.done(openCheckout(app, me, plan, ORIGIN));
    const open = [...stripe.account.sessions.values()].filter((one) => one.customer === customer() && one.status === 'open');
    return open.at(-1)?.id ?? '';
  };
  return {
    get app() {
      return app;
    },
    get stripe() {
      return stripe;
    },
    get me() {
      return me;
    },
    customer,
    checkout,
    tell,
    told,
    async buy(plan) {
      stripe.account.pay(await checkout(plan));
      await told('checkout.session.completed');
    },
    status: async () => presentStatus(await subscriptionOf(app.views, me.owner), app.clock.now()),
    async to(instant) {
      for (;;) {
        const next = (await subscriptionOf(app.views, me.owner))?.next_key ?? null;
        if (next === null || next > instant) break;
        if (next > app.clock.now()) app.clock.set(next);
        const before = await app.store.head();
        await app.done(advanceSubscription(app, me.owner, next));
        if ((await app.store.head()) === before) throw new Error(`What was due at ${next} is still due.`);
      }
      app.clock.set(instant);
    },
    types: async () => (await app.store.readStream(`subscription-${me.owner}`)).map(({ type }) => type),
  };
}
