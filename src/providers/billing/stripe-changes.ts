import type Stripe from 'stripe';
import type { Billing } from '../../ports/billing.ts';
import { endsByItself, idOf, type Prices } from './stripe-answers.ts';
import { bounded, boundedOr, once } from './stripe-calls.ts';

type Changes = Pick<Billing, 'cancelAtPeriodEnd' | 'resume' | 'changeNow' | 'changeAtPeriodEnd' | 'end'>;

/** Changes of a subscription. Reading it first makes each of them repeatable. */
export function stripeChanges(connect: () => Promise<Stripe>, prices: Prices): Changes {
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
        // Invoiced and paid at once; where the card is declined, nothing is changed.
        proration_behavior: 'always_invoice',
        payment_behavior: 'error_if_incomplete',
        ...keeping(found),
      };
      await keep(stripe, await bounded(() => once(key, change, (...call) => stripe.subscriptions.update(id, ...call))));
    },
    // Without keys: a subscription has one schedule, and to give it the same phases again changes nothing. Under a key that was used
    // before, Stripe would repeat the answer about a schedule that was released since.
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

/** What takes back that a subscription ends by itself. Stripe takes one of the two fields at a time; the first one may clear the other. */
const keeping = (found: Stripe.Subscription): Pick<Stripe.SubscriptionUpdateParams, 'cancel_at_period_end' | 'cancel_at'> =>
  found.cancel_at_period_end ? { cancel_at_period_end: false } : found.cancel_at === null ? {} : { cancel_at: '' };

async function keep(stripe: Stripe, found: Stripe.Subscription): Promise<void> {
  let one = found;
  for (let field = 0; field < 2 && endsByItself(one); field += 1) {
    const change = keeping(one);
    one = await bounded(() => stripe.subscriptions.update(one.id, change));
  }
}

/** After a crash there may be a schedule already that has nothing to follow yet. */
const scheduleOf = (stripe: Stripe, { id, schedule }: Stripe.Subscription): Promise<Stripe.SubscriptionSchedule> =>
  bounded(() =>
    schedule === null
      ? stripe.subscriptionSchedules.create({ from_subscription: id })
      : stripe.subscriptionSchedules.retrieve(idOf(schedule)),
  );
