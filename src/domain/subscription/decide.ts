import { DAY, plus } from '../calendar/instant.ts';
import { type Decider, RuleViolation } from '../kernel/decider.ts';
import { type Decided, SYSTEM } from '../kernel/event.ts';
import { SUBSCRIPTION_CHECK_EVENTS, type SubscriptionChecked } from './check-events.ts';
import type { Cause, PaidPlan } from './event-data.ts';
import { SUBSCRIPTION_EVENTS, type SubscriptionEvent } from './events.ts';
import { decideObserved, type Observe } from './observe.ts';
import { SALES_EVENTS, type SalesContacted } from './sales-events.ts';
import { evolve, initial, type OpenCheckout, type SubscriptionState } from './state.ts';

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
