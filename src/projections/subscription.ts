import { DAY, plus } from '../domain/calendar/dates.ts';
import type { Recorded } from '../domain/kernel/event.ts';
import {
  BillingCustomerCreated,
  CheckoutClosed,
  CheckoutOpened,
  DuplicateSubscriptionFound,
  DuplicateSubscriptionRefunded,
  type PaidPlan,
  type Pending,
  SubscriptionActivated,
  SubscriptionCancelled,
  SubscriptionChanged,
  SubscriptionChecked,
  SubscriptionEnded,
  SubscriptionPastDue,
  subscriptionChecks,
  subscriptionStream,
  TrialEnded,
  TrialStarted,
} from '../domain/subscription/events.ts';
import type { Stored } from '../ports/documents.ts';
import { folds, on, type Projection } from './engine/projection.ts';
import type { Views } from './engine/views.ts';

type RunningDoc = {
  readonly id: string;
  readonly plan: PaidPlan;
  readonly period_end: string;
  readonly cancel_at_period_end: boolean;
  readonly pending: Pending;
  readonly past_due_until: string | null;
};

/** By owner: the trial, the paid plan, and what the program must ask the provider. */
export type SubscriptionDoc = {
  readonly owner: string;
  readonly trial_used: boolean;
  /** Null: no trial is running. */
  readonly trial_ends_at: string | null;
  readonly customer: string | null;
  readonly running: RunningDoc | null;
  readonly ended: boolean;
  /** Until when the open checkout can be paid; null: none is open. */
  readonly checkout_until: string | null;
  /** Subscriptions that must be ended and refunded. */
  readonly duplicates: readonly string[];
  /** When the provider was last read; null: never. */
  readonly read_at: string | null;
  /** When the trial ends, or when the provider must be read next. */
  readonly next_key: string | null;
};

const fresh = (owner: string): SubscriptionDoc => ({
  owner,
  trial_used: false,
  trial_ends_at: null,
  customer: null,
  running: null,
  ended: false,
  checkout_until: null,
  duplicates: [],
  read_at: null,
  next_key: null,
});

/** The program reads the provider once a day, in case a webhook was lost. */
const READ_AGAIN = DAY;

/** At the end of a period the program reads the provider at once. */
function nextRead({ period_end }: RunningDoc, read_at: string): string {
  const tomorrow = plus(read_at, READ_AGAIN);
  return read_at < period_end && period_end < tomorrow ? period_end : tomorrow;
}

function nextOf({ trial_ends_at, running, checkout_until, duplicates, read_at }: SubscriptionDoc): string | null {
  const instants = [
    trial_ends_at,
    duplicates.length > 0 ? read_at : null,
    running?.past_due_until ?? null,
    running !== null && read_at !== null ? nextRead(running, read_at) : null,
    checkout_until,
  ].filter((each) => each !== null);
  return instants.reduce<string | null>((least, each) => (least === null || each < least ? each : least), null);
}

const change =
  <Event extends Recorded>(of: (doc: SubscriptionDoc, event: Event) => Partial<SubscriptionDoc>) =>
  (doc: SubscriptionDoc | null, event: Event, owner: string): SubscriptionDoc => {
    const known = doc ?? fresh(owner);
    const next = { ...known, ...of(known, event) };
    return { ...next, next_key: nextOf(next) };
  };

const runningChange = (doc: SubscriptionDoc, id: string, change: Partial<RunningDoc>): Partial<SubscriptionDoc> =>
  doc.running?.id === id ? { running: { ...doc.running, ...change } } : {};

const isOurs = (stream: string): boolean => subscriptionStream.has(stream) || subscriptionChecks.has(stream);

export const subscriptions: Projection<SubscriptionDoc> = {
  name: 'subscriptions',
  version: 1,
  indexes: [
    { name: 'next', fields: ['next_key'], sparse: true },
    { name: 'customer', fields: ['customer'], sparse: true },
  ],
  ids: ({ stream, metadata }) => (isOurs(stream) && metadata.owner !== null ? [metadata.owner] : []),
  on: folds(
    on(
      TrialStarted,
      change((_, { data }) => ({ trial_used: true, trial_ends_at: data.ends_at, ended: false })),
    ),
    on(
      TrialEnded,
      change((_, { data }) => ({ trial_ends_at: null, ended: data.how !== 'bought' })),
    ),
    on(
      BillingCustomerCreated,
      change((_, { data }) => ({ customer: data.customer_id })),
    ),
    on(
      CheckoutOpened,
      change((_, { data }) => ({ checkout_until: data.expires_at })),
    ),
    on(
      CheckoutClosed,
      change(() => ({ checkout_until: null })),
    ),
    on(
      [SubscriptionActivated, SubscriptionChanged],
      change((_, { data, metadata }) => {
        const { subscription_id: id, plan, period_end, cancel_at_period_end, pending } = data;
        return {
          running: { id, plan, period_end, cancel_at_period_end, pending, past_due_until: null },
          ended: false,
          read_at: metadata.at,
        };
      }),
    ),
    on(
      SubscriptionPastDue,
      change((doc, { data, metadata }) => ({
        ...runningChange(doc, data.subscription_id, { past_due_until: data.until }),
        read_at: metadata.at,
      })),
    ),
    on(
      SubscriptionCancelled,
      change((doc, { data, metadata }) => ({
        ...runningChange(doc, data.subscription_id, { cancel_at_period_end: true, pending: null, period_end: data.ends_at }),
        read_at: metadata.at,
      })),
    ),
    on(
      SubscriptionEnded,
      change((doc, { data }) => (doc.running?.id === data.subscription_id ? { running: null, ended: true } : {})),
    ),
    on(
      DuplicateSubscriptionFound,
      change((doc, { data, metadata }) => ({ duplicates: [...doc.duplicates, data.subscription_id], read_at: metadata.at })),
    ),
    on(
      DuplicateSubscriptionRefunded,
      change((doc, { data }) => ({ duplicates: doc.duplicates.filter((id) => id !== data.subscription_id) })),
    ),
    on(
      SubscriptionChecked,
      change((_, { metadata }) => ({ read_at: metadata.at })),
    ),
  ),
};

/** The stored trial and plan of an owner; null: there never was one. Many calls read it, so this adds nothing to the read. */
export const storedSubscription = (views: Views, owner: string): Promise<Stored<SubscriptionDoc> | null> =>
  views.documents.get<SubscriptionDoc>(views.current(subscriptions.name), owner);

export async function subscriptionOf(views: Views, owner: string): Promise<SubscriptionDoc | null> {
  return (await storedSubscription(views, owner))?.doc ?? null;
}

export async function ownerOfCustomer(views: Views, customer: string): Promise<string | null> {
  const query = { index: 'customer', equals: [customer], order: 'asc', limit: 1 } as const;
  const [found]: readonly Stored<SubscriptionDoc>[] = (
    await views.documents.find<SubscriptionDoc>(views.current(subscriptions.name), query)
  ).items;
  return found?.doc.owner ?? null;
}
