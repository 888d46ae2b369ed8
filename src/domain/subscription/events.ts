import { z } from 'zod';
import { type Described, defineEvent, defineStream, type EventOf, instant } from '../kernel/define-event.ts';
import type { RecordedOf } from '../kernel/event.ts';

export const paidPlan = z.enum(['byok', 'pro']);
export type PaidPlan = z.output<typeof paidPlan>;

/** How the program learned of the change. */
export const cause = z
  .strictObject({
    kind: z.enum(['webhook', 'read', 'trial']).describe('A signed event of the provider; a read at the provider; the trial.'),
    id: z.string().nullable().describe('The id of the provider’s event; null for the others.'),
  })
  .describe('How the program learned of it.');
export type Cause = Described<typeof cause>;

export const subscriptionId = z.string().min(1).describe('The subscription, by the id that the provider gave it.');
export const pending = z
  .strictObject({ plan: paidPlan, at: instant.describe('From when.') })
  .nullable()
  .describe('The plan that follows; null: none.');
export type Pending = Described<typeof pending>;

export const terms = {
  subscription_id: subscriptionId,
  plan: paidPlan,
  period_end: instant.describe('Until when is paid.'),
  cancel_at_period_end: z.boolean().describe('It ends then.'),
  pending,
};

export const checkout = z.strictObject({
  id: z.string().min(1).describe('The checkout, by the id that the provider gave it.'),
  plan: paidPlan,
  expires_at: instant.describe('Until when it can be paid.'),
});

const SUBSCRIPTION = 'sub_1Q2w3E4r5T6y7U8i';
const BY_WEBHOOK = { kind: 'webhook', id: 'evt_1Q2w3E4r5T6y7U8i' } as const;
const BY_READ = { kind: 'read', id: null } as const;
const BY_TRIAL = { kind: 'trial', id: null } as const;
const TERMS = {
  subscription_id: SUBSCRIPTION,
  plan: 'pro',
  period_end: '2026-12-28T09:12:00.000Z',
  cancel_at_period_end: false,
  pending: null,
} as const;
const common = { since: '0.1.0', history: 'account' } as const;
const silent = { since: '0.1.0', history: null, webhook: false } as const;

const NAMES = { byok: 'BYOK', pro: 'Pro' } as const;
const until = (at: string): string => `until ${at.slice(0, 10)}`;

export const TrialStarted = defineEvent({
  ...common,
  type: 'TrialStarted',
  startsStream: true,
  publicName: 'trial.started',
  label: 'Trial of Pro started',
  meaning: 'The owner started the trial of Pro, which an account has once.',
  data: z.strictObject({ ends_at: instant.describe('14 times 24 hours later.'), cause }),
  example: { data: { ends_at: '2026-12-12T09:12:00.000Z', cause: BY_TRIAL } },
  detail: ({ data }) => `Pro for 14 days, ${until(data.ends_at)}.`,
  changes: ({ ends_at }) => ({ before: { plan: 'free' }, after: { plan: 'pro', trial_ends_at: ends_at } }),
});

export const TrialEnded = defineEvent({
  ...common,
  type: 'TrialEnded',
  publicName: 'trial.ended',
  label: 'Trial of Pro ended',
  meaning: 'The trial is over: its time has passed, the owner ended it, or a plan was bought.',
  data: z.strictObject({ how: z.enum(['expired', 'cancelled', 'bought']).describe('What ended it.'), cause }),
  example: { data: { how: 'expired', cause: BY_TRIAL } },
  detail: ({ data }) => ({ expired: 'Its 14 days are over.', cancelled: 'You ended it.', bought: 'You bought a plan.' })[data.how],
  changes: ({ how }) => (how === 'bought' ? {} : { before: { plan: 'pro' }, after: { plan: 'free' } }),
});

export const SubscriptionActivated = defineEvent({
  ...common,
  type: 'SubscriptionActivated',
  publicName: 'subscription.activated',
  label: 'Plan bought',
  meaning: 'The provider says that a plan is paid for, and it holds from now on.',
  data: z.strictObject({ ...terms, cause }),
  example: { data: { ...TERMS, cause: BY_WEBHOOK } },
  detail: ({ data }) => `${NAMES[data.plan]}, paid ${until(data.period_end)}.`,
  changes: ({ plan, period_end }) => ({ before: { plan: 'free' }, after: { plan, period_end } }),
});

export const SubscriptionChanged = defineEvent({
  ...common,
  type: 'SubscriptionChanged',
  publicName: 'subscription.changed',
  label: 'Plan changed',
  meaning: 'The provider says something new: another plan, a new period, a change that is to come, or that everything is paid again.',
  data: z.strictObject({ ...terms, was: z.strictObject(terms).omit({ subscription_id: true }).describe('As it stood before.'), cause }),
  example: {
    data: {
      ...TERMS,
      was: { plan: 'byok', period_end: TERMS.period_end, cancel_at_period_end: false, pending: null },
      cause: BY_READ,
    },
  },
  detail: ({ data }) => {
    if (data.pending !== null) return `${NAMES[data.pending.plan]} follows on ${data.pending.at.slice(0, 10)}.`;
    return `${NAMES[data.plan]}, paid ${until(data.period_end)}.`;
  },
  changes: ({ plan, period_end, cancel_at_period_end, pending, was }) => ({
    before: { ...was },
    after: { plan, period_end, cancel_at_period_end, pending },
  }),
});

export const SubscriptionPastDue = defineEvent({
  ...common,
  type: 'SubscriptionPastDue',
  publicName: 'subscription.past_due',
  label: 'Payment failed',
  meaning: 'The provider could not collect the payment. The plan holds for 7 days from then.',
  data: z.strictObject({
    subscription_id: subscriptionId,
    plan: paidPlan,
    until: instant.describe('Until when the plan holds all the same.'),
    cause,
  }),
  example: { data: { subscription_id: SUBSCRIPTION, plan: 'pro', until: '2027-01-04T09:12:00.000Z', cause: BY_WEBHOOK } },
  detail: ({ data }) => `${NAMES[data.plan]} stays ${until(data.until)}, and ends then unless it is paid.`,
  changes: () => ({ before: { phase: 'paid' }, after: { phase: 'past_due' } }),
});

export const SubscriptionCancelled = defineEvent({
  ...common,
  type: 'SubscriptionCancelled',
  publicName: 'subscription.cancelled',
  label: 'Plan cancelled',
  meaning: 'The plan ends with the period that is paid, unless that is taken back.',
  data: z.strictObject({
    subscription_id: subscriptionId,
    plan: paidPlan,
    ends_at: instant.describe('When it ends.'),
    cause,
  }),
  example: { data: { subscription_id: SUBSCRIPTION, plan: 'pro', ends_at: TERMS.period_end, cause: BY_READ } },
  detail: ({ data }) => `${NAMES[data.plan]} stays ${until(data.ends_at)}.`,
  changes: () => ({ before: { cancel_at_period_end: false }, after: { cancel_at_period_end: true } }),
});

export const SubscriptionEnded = defineEvent({
  ...common,
  type: 'SubscriptionEnded',
  publicName: 'subscription.ended',
  label: 'Plan ended',
  meaning: 'The plan holds no longer, and the account is on Free.',
  data: z.strictObject({
    subscription_id: subscriptionId,
    plan: paidPlan,
    why: z
      .enum(['cancelled', 'unpaid', 'provider', 'deleted'])
      .describe('It was cancelled; it was not paid in 7 days; it was ended at the provider; the account is deleted.'),
    cause,
  }),
  example: { data: { subscription_id: SUBSCRIPTION, plan: 'pro', why: 'cancelled', cause: BY_WEBHOOK } },
  detail: ({ data }) =>
    ({
      cancelled: 'The period that was paid is over.',
      unpaid: 'The payment did not come in 7 days.',
      provider: 'It was ended at the payment provider.',
      deleted: 'The account is deleted.',
    })[data.why],
  changes: ({ plan }) => ({ before: { plan }, after: { plan: 'free' } }),
});

export const DuplicateSubscriptionFound = defineEvent({
  ...common,
  type: 'DuplicateSubscriptionFound',
  publicName: 'subscription.duplicate_found',
  label: 'Paid twice',
  meaning: 'A second checkout was paid while a plan was running. It is ended and refunded at once.',
  data: z.strictObject({ subscription_id: subscriptionId, cause }),
  example: { data: { subscription_id: 'sub_9Z8y7X6w5V4u3T2s', cause: BY_WEBHOOK } },
  detail: () => 'A second checkout was paid while your plan was running. It is ended and refunded.',
});

export const DuplicateSubscriptionRefunded = defineEvent({
  ...common,
  type: 'DuplicateSubscriptionRefunded',
  publicName: 'subscription.duplicate_refunded',
  label: 'Second payment refunded',
  meaning: 'The subscription that was paid beside the running one has been ended, and its payment refunded.',
  data: z.strictObject({ subscription_id: subscriptionId, cause }),
  example: { data: { subscription_id: 'sub_9Z8y7X6w5V4u3T2s', cause: BY_READ } },
  detail: () => 'The second payment goes back to you in full.',
});

export const PlanPaymentDeclined = defineEvent({
  ...common,
  type: 'PlanPaymentDeclined',
  publicName: 'subscription.payment_declined',
  label: 'Plan not changed',
  meaning: 'The card was declined when the owner changed to a dearer plan. Nothing was changed.',
  data: z.strictObject({ plan: paidPlan, cause }),
  example: { data: { plan: 'pro', cause: BY_READ } },
  detail: ({ data }) => `The card was declined. ${NAMES[data.plan]} was not bought.`,
});

export const BillingCustomerCreated = defineEvent({
  ...silent,
  type: 'BillingCustomerCreated',
  startsStream: true,
  publicName: 'subscription.customer_created',
  label: 'Customer created',
  meaning: 'The provider knows the account as this customer from now on.',
  data: z.strictObject({ customer_id: z.string().min(1).describe('The customer, by the id that the provider gave it.') }),
  example: { data: { customer_id: 'cus_1Q2w3E4r5T6y7U' } },
});

export const CheckoutOpened = defineEvent({
  ...silent,
  type: 'CheckoutOpened',
  publicName: 'subscription.checkout_opened',
  label: 'Checkout opened',
  meaning: 'The provider has opened a page on which a plan can be paid.',
  data: checkout.extend({ number: z.int().describe('The number of the checkout in this account, from 1 on.') }),
  example: { data: { id: 'cs_1Q2w3E4r5T6y7U', plan: 'pro', expires_at: '2026-11-29T09:12:00.000Z', number: 1 } },
});

export const CheckoutClosed = defineEvent({
  ...silent,
  type: 'CheckoutClosed',
  publicName: 'subscription.checkout_closed',
  label: 'Checkout closed',
  meaning: 'The page can be used no longer: it was paid, it has expired, or another took its place.',
  data: checkout.pick({ id: true }),
  example: { data: { id: 'cs_1Q2w3E4r5T6y7U' } },
});

export const SUBSCRIPTION_EVENTS = [
  TrialStarted,
  TrialEnded,
  BillingCustomerCreated,
  CheckoutOpened,
  CheckoutClosed,
  SubscriptionActivated,
  SubscriptionChanged,
  SubscriptionPastDue,
  SubscriptionCancelled,
  SubscriptionEnded,
  DuplicateSubscriptionFound,
  DuplicateSubscriptionRefunded,
  PlanPaymentDeclined,
] as const;
export type SubscriptionEvent = EventOf<(typeof SUBSCRIPTION_EVENTS)[number]>;
export type RecordedSubscriptionEvent = RecordedOf<SubscriptionEvent>;
export const subscriptionStream = defineStream('subscription');

export const SubscriptionChecked = defineEvent({
  type: 'SubscriptionChecked',
  startsStream: true,
  publicName: 'subscription.checked',
  label: 'Plan checked',
  meaning: 'The provider was read for what no webhook told. It happens once a day and at the end of each period while a plan is paid for.',
  since: '0.1.0',
  history: null,
  webhook: false,
  data: z.strictObject({ changed: z.boolean().describe('Whether there was something new.') }),
  example: { data: { changed: false } },
});

export type SubscriptionChecked = EventOf<typeof SubscriptionChecked>;
export const SUBSCRIPTION_CHECK_EVENTS = [SubscriptionChecked] as const;

/** There is one stream for each account and instant at which a check was due, so that the stream of the subscription stays short. */
export const subscriptionChecks = defineStream('subscription_check');
export const subscriptionCheckStream = (userId: string, dueAt: string): string => subscriptionChecks(`${userId}-${dueAt}`);
