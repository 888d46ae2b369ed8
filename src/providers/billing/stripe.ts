import type Stripe from 'stripe';
import type { Billing, BillingCheckout } from '../../ports/billing.ts';
import { checkSigned } from './signature.ts';
import {
  bounded,
  boundedOr,
  endsByItself,
  idOf,
  instantOf,
  intentsOf,
  invoiceFrom,
  once,
  type Prices,
  subscriptionFrom,
} from './stripe-calls.ts';

type Changes = Pick<Billing, 'cancelAtPeriodEnd' | 'resume' | 'changeNow' | 'changeAtPeriodEnd' | 'end'>;

/** Changes of a subscription. Each reads it first, and so can be repeated. */
function stripeChanges(connect: () => Promise<Stripe>, prices: Prices): Changes {
  /** A subscription that a schedule manages cannot be cancelled or changed until it is released. */
  async function withoutSchedule(stripe: Stripe, id: string): Promise<Stripe.Subscription> {
    const found = await bounded(() => stripe.subscriptions.retrieve(id));
    const { schedule } = found;
    if (schedule !== null) await bounded(() => stripe.subscriptionSchedules.release(idOf(schedule)));
    return found;
  }

  const cancelling = async (id: string, cancel: boolean): Promise<void> => {
    const stripe = await connect();
    const found = await withoutSchedule(stripe, id);
    if (!cancel) await keep(stripe, found);
    else if (!endsByItself(found)) await bounded(() => stripe.subscriptions.update(id, { cancel_at_period_end: true }));
  };

  return {
    cancelAtPeriodEnd: ({ id }) => cancelling(id, true),
    resume: ({ id }) => cancelling(id, false),
    async changeNow({ id, plan, key }) {
      const stripe = await connect();
      const found = await withoutSchedule(stripe, id);
      const [item] = found.items.data;
      if (item === undefined || item.price.id === prices[plan]) return;
      const change: Stripe.SubscriptionUpdateParams = {
        items: [{ id: item.id, price: prices[plan] }],
        metadata: { vouch_plan: plan },
        // The change is invoiced and paid at once. If the card is declined, nothing changes.
        proration_behavior: 'always_invoice',
        payment_behavior: 'error_if_incomplete',
        ...keeping(found),
      };
      await keep(stripe, await bounded(() => once(key, change, (...call) => stripe.subscriptions.update(id, ...call))));
    },
    // These calls need no keys: a subscription has one schedule, and setting the same phases again changes nothing.
    // With a key that was used before, Stripe would repeat its answer about a schedule that was released since.
    async changeAtPeriodEnd({ id, plan }) {
      const stripe = await connect();
      const found = await bounded(() => stripe.subscriptions.retrieve(id));
      const [item] = found.items.data;
      if (item === undefined) return;
      await keep(stripe, found);
      const schedule = await scheduleOf(stripe, found);
      const [phase] = schedule.phases;
      if (phase === undefined) return;
      const { start_date, end_date } = phase;
      const params: Stripe.SubscriptionScheduleUpdateParams = {
        end_behavior: 'release',
        proration_behavior: 'none',
        phases: [
          { items: [{ price: item.price.id, quantity: 1 }], start_date, end_date },
          {
            items: [{ price: prices[plan], quantity: 1 }],
            start_date: end_date,
            duration: { interval: 'month', interval_count: 1 },
            metadata: { vouch_plan: plan },
          },
        ],
      };
      await bounded(() => stripe.subscriptionSchedules.update(schedule.id, params));
    },
    async end({ id }) {
      const stripe = await connect();
      await boundedOr(() => stripe.subscriptions.cancel(id), null);
    },
  };
}

/**
 * Fields that keep a subscription from ending. Stripe accepts only one of the two at a time, and setting the first may
 * clear the other.
 */
const keeping = (found: Stripe.Subscription): Pick<Stripe.SubscriptionUpdateParams, 'cancel_at_period_end' | 'cancel_at'> =>
  found.cancel_at_period_end ? { cancel_at_period_end: false } : found.cancel_at === null ? {} : { cancel_at: '' };

async function keep(stripe: Stripe, found: Stripe.Subscription): Promise<void> {
  let one = found;
  for (let field = 0; field < 2 && endsByItself(one); field += 1) {
    const change = keeping(one);
    one = await bounded(() => stripe.subscriptions.update(one.id, change));
  }
}

/** After a crash, a schedule may exist whose next phase was not set yet. */
const scheduleOf = (stripe: Stripe, { id, schedule }: Stripe.Subscription): Promise<Stripe.SubscriptionSchedule> =>
  bounded(() =>
    schedule === null
      ? stripe.subscriptionSchedules.create({ from_subscription: id })
      : stripe.subscriptionSchedules.retrieve(idOf(schedule)),
  );

export interface StripeOptions {
  /** The address of the API, without a trailing slash. */
  readonly url: string;
  readonly key: string;
  readonly webhookSecret: string;
  readonly prices: Prices;
}

/**
 * The limit of one attempt, in milliseconds. If the connection fails, the attempt is repeated once with the same key.
 */
const ATTEMPT_MS = 8_000;
const MOST = 100;
/** How long a checkout can be paid: the longest time that the provider allows. */
const CHECKOUT_S = 24 * 3_600 - 60;

/**
 * The library is loaded with the first call, because loading takes a while and only operators who sell plans need it.
 */
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

/** The metadata of each subscription name its owner and its plan. */
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
      // An unknown customer is a fault, and does not prove that nothing is paid for.
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
      // The provider also ends the subscriptions of a customer that is deleted.
      await boundedOr(() => stripe.customers.del(customer), null);
    },
    received: (payload, signature, now) => checkSigned(payload, signature, webhookSecret, now),
  };
}

function checkoutFrom({ id, url, expires_at, created }: Stripe.Checkout.Session): BillingCheckout {
  return { id, url: url ?? '', expires_at: instantOf(expires_at ?? created + CHECKOUT_S) };
}
