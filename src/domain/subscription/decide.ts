import { DAY, plus } from '../calendar/dates.ts';
import { type Decider, RuleViolation } from '../kernel/decider.ts';
import { type Actor, type Decided, SYSTEM } from '../kernel/event.ts';
import {
  type Cause,
  type PaidPlan,
  type Pending,
  SUBSCRIPTION_CHECK_EVENTS,
  SUBSCRIPTION_EVENTS,
  type SubscriptionChecked,
  type SubscriptionEvent,
} from './events.ts';
import { SALES_EVENTS, type SalesContacted } from './sales-events.ts';
import { evolve, initial, type OpenCheckout, type Running, type SubscriptionState } from './state.ts';

export interface Observed {
  readonly id: string;
  /** Null: the program does not know the price. */
  readonly plan: PaidPlan | null;
  readonly status: 'active' | 'past_due' | 'ended';
  readonly started_at: string;
  readonly period_start: string;
  readonly period_end: string;
  readonly cancel_at_period_end: boolean;
  readonly pending: Pending;
}

/**
 * The result of a read at the provider: every subscription of the customer. The program never makes two reads of one account at once, so
 * this result is the newest. `since`: the time of the provider's event that led to the read; null: no event led to it.
 */
export interface Observe {
  readonly type: 'Observe';
  readonly now: string;
  readonly cause: Cause;
  readonly since: string | null;
  readonly subscriptions: readonly Observed[];
}

/** How long a plan continues after a payment failed. */
const GRACE = 7 * DAY;
const PROVIDER: Actor = { kind: 'provider', id: null };

type Known = Observed & { readonly plan: PaidPlan };

function decideObserved(command: Observe, state: SubscriptionState): Events {
  const { running, duplicates } = state;
  const alive = command.subscriptions
    .filter(({ id, status }) => status !== 'ended' && duplicates[id] === undefined)
    .map((one): Observed => (one.plan === null && one.id === running?.id ? { ...one, plan: running.plan } : one))
    .filter((one): one is Known => one.plan !== null)
    .toSorted((a, b) => (a.started_at < b.started_at || (a.started_at === b.started_at && a.id < b.id) ? -1 : 1));
  const kept = alive.find(({ id }) => id === running?.id) ?? alive[0] ?? null;
  const events: readonly Decided<SubscriptionEvent>[] = [
    ...(running !== null && kept?.id !== running.id ? [ended(running, command)] : []),
    ...(kept === null ? [] : kept.id === running?.id ? differences(kept, running, command) : activated(kept, state, command)),
    ...alive
      .filter((one) => one !== kept)
      .map(({ id }) => ({ type: 'DuplicateSubscriptionFound', data: { subscription_id: id, cause: command.cause } }) as const),
  ];
  return events.map((event) => ({ ...event, by: PROVIDER }));
}

function ended({ id, plan, past_due_until, cancel_at_period_end }: Running, { cause }: Observe): Decided<SubscriptionEvent> {
  const why = past_due_until !== null ? 'unpaid' : cancel_at_period_end ? 'cancelled' : 'provider';
  return { type: 'SubscriptionEnded', data: { subscription_id: id, plan, why, cause } };
}

const termsOf = ({ plan, period_end, cancel_at_period_end, pending }: Known | Running) => ({
  plan,
  period_end,
  cancel_at_period_end,
  pending,
});

function activated(kept: Known, { trial_ends_at }: SubscriptionState, command: Observe): Events {
  const { cause } = command;
  return [
    ...(trial_ends_at === null ? [] : [{ type: 'TrialEnded', data: { how: 'bought', cause } } as const]),
    { type: 'SubscriptionActivated', data: { subscription_id: kept.id, ...termsOf(kept), cause } },
    ...(kept.status === 'past_due' ? [pastDue(kept, command)] : []),
  ];
}

function differences(kept: Known, running: Running, command: Observe): Events {
  const { cause } = command;
  const isPaidAgain = kept.status === 'active' && running.past_due_until !== null;
  const isCancelled = kept.cancel_at_period_end && !running.cancel_at_period_end;
  const isOther =
    kept.plan !== running.plan ||
    !isSamePending(kept.pending, running.pending) ||
    (running.cancel_at_period_end && !kept.cancel_at_period_end) ||
    kept.period_end !== running.period_end;
  const becamePastDue = kept.status === 'past_due' && running.past_due_until === null;
  const changes = isPaidAgain || (isOther && !(isCancelled && kept.plan === running.plan));
  const was = termsOf(running);
  const { past_due_until } = running;
  return [
    ...(changes ? [{ type: 'SubscriptionChanged', data: { subscription_id: kept.id, ...termsOf(kept), was, cause } } as const] : []),
    // A change of the plan records it as paid. If it is not paid, the old grace period continues.
    ...(changes && kept.status === 'past_due' && past_due_until !== null
      ? [{ type: 'SubscriptionPastDue', data: { subscription_id: kept.id, plan: kept.plan, until: past_due_until, cause } } as const]
      : []),
    ...(isCancelled
      ? [
          {
            type: 'SubscriptionCancelled',
            data: { subscription_id: kept.id, plan: kept.plan, ends_at: kept.period_end, cause },
          } as const,
        ]
      : []),
    ...(becamePastDue ? [pastDue(kept, command)] : []),
  ];
}

const isSamePending = (a: Pending, b: Pending): boolean => a?.plan === b?.plan && a?.at === b?.at;

/** The grace period begins with the provider's event, but not before the unpaid period. */
function pastDue({ id, plan, period_start }: Known, { cause, since, now }: Observe): Decided<SubscriptionEvent> {
  const from = since === null || since > now ? now : since < period_start && period_start <= now ? period_start : since;
  return { type: 'SubscriptionPastDue', data: { subscription_id: id, plan, until: plus(from, GRACE), cause } };
}

export type SubscriptionCommand =
  | { readonly type: 'StartTrial'; readonly now: string }
  | { readonly type: 'CancelTrial'; readonly now: string }
  /** Records that the trial is over, if it is. */
  | { readonly type: 'EndTrial'; readonly now: string }
  | { readonly type: 'NoteCustomer'; readonly customer: string }
  | { readonly type: 'NoteCheckout'; readonly checkout: OpenCheckout }
  | { readonly type: 'NoteCheckoutClosed'; readonly id: string }
  | Observe
  | { readonly type: 'NoteRefunded'; readonly subscription_id: string; readonly cause: Cause }
  | { readonly type: 'NoteDeclined'; readonly plan: PaidPlan; readonly cause: Cause }
  /** The account is deleted, and the provider has deleted the customer. */
  | { readonly type: 'NoteForgotten'; readonly cause: Cause };

/** The trial lasts 14 times 24 hours of elapsed time, even if the clocks change. */
const TRIAL = 14 * DAY;
const BY_TRIAL: Cause = { kind: 'trial', id: null };

export const subscriptionDecider: Decider<SubscriptionState, SubscriptionCommand, SubscriptionEvent> = {
  events: SUBSCRIPTION_EVENTS,
  initial,
  evolve,
  decide,
};

/** Records a check of the provider once for each instant at which one was due. The command says whether there was something new. */
export const checkDecider: Decider<boolean, boolean, SubscriptionChecked> = {
  events: SUBSCRIPTION_CHECK_EVENTS,
  initial: false,
  evolve: () => true,
  decide: (changed, isNoted) => (isNoted ? [] : [{ type: 'SubscriptionChecked', data: { changed } }]),
};

/** A message to the operator. `company`: empty if the sender named none. */
export interface SalesMessage {
  readonly message: string;
  readonly company: string;
  readonly seats: number | null;
}

export const salesDecider: Decider<boolean, SalesMessage, SalesContacted> = {
  events: SALES_EVENTS,
  initial: false,
  evolve: () => true,
  decide: ({ seats, ...texts }, isNoted) => (isNoted ? [] : [{ type: 'SalesContacted', data: { seats }, private: texts }]),
};

type Events = readonly Decided<SubscriptionEvent>[];

/** Changes that elapsed time makes come first, at their own instants. */
function decide(command: SubscriptionCommand, state: SubscriptionState): Events {
  const over = 'now' in command ? endOfTrial(state, command.now) : [];
  return [...over, ...decideNow(command, over.length > 0 ? { ...state, trial_ends_at: null } : state)];
}

function decideNow(command: SubscriptionCommand, state: SubscriptionState): Events {
  switch (command.type) {
    case 'StartTrial':
      return startTrial(command.now, state);
    case 'CancelTrial':
      if (state.trial_ends_at === null) throw new RuleViolation('conflict', 'There is nothing to cancel.');
      return [{ type: 'TrialEnded', data: { how: 'cancelled', cause: BY_TRIAL } }];
    case 'EndTrial':
      return [];
    case 'NoteCustomer':
      return state.customer === null ? [{ type: 'BillingCustomerCreated', data: { customer_id: command.customer } }] : [];
    case 'NoteCheckout':
      return noteCheckout(command.checkout, state);
    case 'NoteCheckoutClosed':
      return state.checkout?.id === command.id ? [{ type: 'CheckoutClosed', data: { id: command.id } }] : [];
    case 'Observe':
      return decideObserved(command, state);
    case 'NoteRefunded':
      return state.duplicates[command.subscription_id] === 'found'
        ? [{ type: 'DuplicateSubscriptionRefunded', data: { subscription_id: command.subscription_id, cause: command.cause }, by: SYSTEM }]
        : [];
    case 'NoteDeclined':
      return [{ type: 'PlanPaymentDeclined', data: { plan: command.plan, cause: command.cause } }];
    case 'NoteForgotten':
      return forgotten(command.cause, state);
  }
}

function endOfTrial({ trial_ends_at: at }: SubscriptionState, now: string): Events {
  return at !== null && at <= now ? [{ type: 'TrialEnded', data: { how: 'expired', cause: BY_TRIAL }, at, by: SYSTEM }] : [];
}

function startTrial(now: string, { running, trial_used }: SubscriptionState): Events {
  if (running !== null) throw new RuleViolation('conflict', 'You have a plan already. The trial is for accounts on Free.');
  if (trial_used) throw new RuleViolation('trial_used', 'This account has had its trial. There is one for each account.');
  return [{ type: 'TrialStarted', data: { ends_at: plus(now, TRIAL), cause: BY_TRIAL } }];
}

function noteCheckout({ id, plan, expires_at }: OpenCheckout, { checkout, checkouts }: SubscriptionState): Events {
  if (checkout?.id === id) return [];
  const closed: Events = checkout === null ? [] : [{ type: 'CheckoutClosed', data: { id: checkout.id } }];
  return [...closed, { type: 'CheckoutOpened', data: { id, plan, expires_at, number: checkouts + 1 } }];
}

function forgotten(cause: Cause, { running, checkout, trial_ends_at }: SubscriptionState): Events {
  return [
    ...(trial_ends_at === null ? [] : [{ type: 'TrialEnded', data: { how: 'cancelled', cause: BY_TRIAL } } as const]),
    ...(checkout === null ? [] : [{ type: 'CheckoutClosed', data: { id: checkout.id } } as const]),
    ...(running === null
      ? []
      : [{ type: 'SubscriptionEnded', data: { subscription_id: running.id, plan: running.plan, why: 'deleted', cause } } as const]),
  ];
}
