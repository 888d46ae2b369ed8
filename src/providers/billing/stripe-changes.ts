import type Stripe from 'stripe';
import type { Billing } from '../../ports/billing.ts';
import { idOf, type Prices } from './stripe-answers.ts';
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
    if (found.cancel_at_period_end === cancel) return;
    await bounded(() => stripe.subscriptions.update(id, { cancel_at_period_end: cancel }));
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
        ...(found.cancel_at_period_end && { cancel_at_period_end: false }),
      };
      await bounded(() => stripe.subscriptions.update(id, change, once(key)));
    },
    async changeAtPeriodEnd({ id, plan, key }) {
      const stripe = await connect();
      const found = await bounded(() => stripe.subscriptions.retrieve(id));
      const [item] = found.items.data;
      if (item === undefined) return;
      if (found.cancel_at_period_end) await bounded(() => stripe.subscriptions.update(id, { cancel_at_period_end: false }));
      const schedule = await scheduleOf(stripe, found, key);
      const [phase] = schedule.phases;
      if (phase === undefined) return;
      const { start_date, end_date } = phase;
      await bounded(() =>
        stripe.subscriptionSchedules.update(
          schedule.id,
          {
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
          },
          once(`${key}-phases`),
        ),
      );
    },
    async end({ id }) {
      const stripe = await connect();
      await boundedOr(() => stripe.subscriptions.cancel(id), null);
    },
  };
}

/** After a crash there may be a schedule already that has nothing to follow yet. */
const scheduleOf = (stripe: Stripe, { id, schedule }: Stripe.Subscription, key: string): Promise<Stripe.SubscriptionSchedule> =>
  bounded(() =>
    schedule === null
      ? stripe.subscriptionSchedules.create({ from_subscription: id }, once(key))
      : stripe.subscriptionSchedules.retrieve(idOf(schedule)),
  );
