import type Stripe from 'stripe';
import type { Billing, BillingCheckout } from '../../ports/billing.ts';
import { checkSigned } from './signature.ts';
import { instantOf, intentsOf, invoiceFrom, type Prices, subscriptionFrom } from './stripe-answers.ts';
import { bounded, boundedOr, once } from './stripe-calls.ts';
import { stripeChanges } from './stripe-changes.ts';

export interface StripeOptions {
  /** Its address, without a trailing slash. */
  readonly url: string;
  readonly key: string;
  readonly webhookSecret: string;
  readonly prices: Prices;
}

/** Of one attempt, in milliseconds. An attempt that failed on the way is repeated once, under the same key. */
const ATTEMPT_MS = 8_000;
const MOST = 100;
/** For so long a checkout can be paid: the longest that the provider knows. */
const CHECKOUT_S = 24 * 3_600 - 60;

/** The library is loaded with the first call: it takes a while, and only those who sell plans need it. */
function connectTo({ url, key }: StripeOptions): () => Promise<Stripe> {
  let client: Promise<Stripe> | undefined;
  return () => {
    client ??= import('stripe').then(({ default: Library }) => {
      const { protocol, hostname, port } = new URL(url);
      const plain = protocol === 'http:';
      return new Library(key, {
        host: hostname,
        port: port === '' ? (plain ? 80 : 443) : Number(port),
        protocol: plain ? 'http' : 'https',
        timeout: ATTEMPT_MS,
        maxNetworkRetries: 1,
        telemetry: false,
      });
    });
    return client;
  };
}

/** Stripe. Each subscription says in its metadata whose it is and which plan it is. */
export function stripeBilling(options: StripeOptions): Billing {
  const { prices, webhookSecret } = options;
  const connect = connectTo(options);
  const listAll = { limit: MOST } as const;
  return {
    ...stripeChanges(connect, prices),
    async createCustomer({ owner, email, key }) {
      const stripe = await connect();
      const params = { email, metadata: { vouch_owner: owner } };
      return (await bounded(() => once(key, params, (...call) => stripe.customers.create(...call)))).id;
    },
    async openCheckout({ owner, customer, plan, origin, key }) {
      const stripe = await connect();
      const metadata = { vouch_owner: owner, vouch_plan: plan };
      const params: Stripe.Checkout.SessionCreateParams = {
        mode: 'subscription',
        customer,
        client_reference_id: owner,
        line_items: [{ price: prices[plan], quantity: 1 }],
        success_url: `${origin}/settings/subscription?checkout=done`,
        cancel_url: `${origin}/settings/subscription?checkout=cancelled`,
        metadata,
        subscription_data: { metadata },
      };
      const opened = await bounded(() => once(key, params, (...call) => stripe.checkout.sessions.create(...call)));
      return checkoutFrom(opened);
    },
    async checkout({ id }) {
      const stripe = await connect();
      const found = await boundedOr(() => stripe.checkout.sessions.retrieve(id), null);
      return found && { url: found.status === 'open' ? found.url : null };
    },
    async expireCheckout({ id }) {
      const stripe = await connect();
      const found = await boundedOr(() => stripe.checkout.sessions.retrieve(id), null);
      if (found?.status === 'open') await boundedOr(() => stripe.checkout.sessions.expire(id), null);
    },
    async openPortal({ customer, origin }) {
      const stripe = await connect();
      const { url } = await bounded(() =>
        stripe.billingPortal.sessions.create({ customer, return_url: `${origin}/settings/subscription` }),
      );
      return { url };
    },
    async subscriptions({ customer }) {
      const stripe = await connect();
      // A customer whom it does not know is a fault, and no proof that nothing is paid for.
      return bounded(async () => {
        const found = await stripe.subscriptions.list({ ...listAll, customer, status: 'all', expand: ['data.schedule'] });
        return found.data.flatMap((one) => subscriptionFrom(one, prices));
      });
    },
    async invoices({ customer }) {
      const stripe = await connect();
      const [found, charges] = await Promise.all([
        boundedOr(() => stripe.invoices.list({ ...listAll, customer, expand: ['data.payments'] }), null),
        boundedOr(() => stripe.charges.list({ ...listAll, customer }), null),
      ]);
      const refunded = new Set(
        (charges?.data ?? []).flatMap(({ refunded: all, payment_intent: intent }) =>
          all && intent !== null ? [typeof intent === 'string' ? intent : intent.id] : [],
        ),
      );
      return (found?.data ?? []).map((one) => invoiceFrom(one, refunded));
    },
    async endAndRefund({ id, key }) {
      const stripe = await connect();
      const found = await boundedOr(() => stripe.subscriptions.retrieve(id, { expand: ['latest_invoice.payments'] }), null);
      if (found === null) return;
      if (found.status !== 'canceled') await boundedOr(() => stripe.subscriptions.cancel(id), null);
      const { latest_invoice: invoice } = found;
      const intents = invoice === null || typeof invoice === 'string' ? [] : intentsOf(invoice);
      for (const payment_intent of intents)
        await boundedOr(() => once(key, { payment_intent }, (...call) => stripe.refunds.create(...call)), null, 'charge_already_refunded');
    },
    async forget({ customer }) {
      const stripe = await connect();
      const open = await boundedOr(() => stripe.checkout.sessions.list({ ...listAll, customer, status: 'open' }), null);
      for (const { id } of open?.data ?? []) await boundedOr(() => stripe.checkout.sessions.expire(id), null);
      // The provider ends the subscriptions of a customer whom it forgets.
      await boundedOr(() => stripe.customers.del(customer), null);
    },
    received: (payload, signature, now) => checkSigned(payload, signature, webhookSecret, now),
  };
}

function checkoutFrom({ id, url, expires_at, created }: Stripe.Checkout.Session): BillingCheckout {
  return { id, url: url ?? '', expires_at: instantOf(expires_at ?? created + CHECKOUT_S) };
}
