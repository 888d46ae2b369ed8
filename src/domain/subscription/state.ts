import type { PaidPlan, Pending, RecordedSubscriptionEvent } from './events.ts';

export interface Running {
  readonly id: string;
  readonly plan: PaidPlan;
  readonly period_end: string;
  readonly cancel_at_period_end: boolean;
  readonly pending: Pending;
  /** When the grace period after a failed payment ends; null: the plan is paid. */
  readonly past_due_until: string | null;
}

export interface OpenCheckout {
  readonly id: string;
  readonly plan: PaidPlan;
  readonly expires_at: string;
}

export interface SubscriptionState {
  /** When the running trial ends; null: no trial is running. */
  readonly trial_ends_at: string | null;
  readonly trial_used: boolean;
  readonly customer: string | null;
  readonly checkout: OpenCheckout | null;
  /** How many checkouts were opened. */
  readonly checkouts: number;
  readonly running: Running | null;
  /** Subscriptions that the customer paid in addition to the running one, and whether they were refunded. */
  readonly duplicates: Readonly<Record<string, 'found' | 'refunded'>>;
  /** The number of events. Requests to the provider carry it, so that the provider recognizes a repetition. */
  readonly version: number;
}

export const initial: SubscriptionState = {
  trial_ends_at: null,
  trial_used: false,
  customer: null,
  checkout: null,
  checkouts: 0,
  running: null,
  duplicates: {},
  version: 0,
};

export const evolve = (state: SubscriptionState, event: RecordedSubscriptionEvent): SubscriptionState => ({
  ...changed(state, event),
  version: state.version + 1,
});

function changed(state: SubscriptionState, event: RecordedSubscriptionEvent): SubscriptionState {
  switch (event.type) {
    case 'TrialStarted':
      return { ...state, trial_used: true, trial_ends_at: event.data.ends_at };
    case 'TrialEnded':
      return { ...state, trial_ends_at: null };
    case 'BillingCustomerCreated':
      return { ...state, customer: event.data.customer_id };
    case 'CheckoutOpened': {
      const { id, plan, expires_at, number } = event.data;
      return { ...state, checkout: { id, plan, expires_at }, checkouts: number };
    }
    case 'CheckoutClosed':
      return state.checkout?.id === event.data.id ? { ...state, checkout: null } : state;
    case 'SubscriptionActivated':
    case 'SubscriptionChanged': {
      const { subscription_id: id, plan, period_end, cancel_at_period_end, pending } = event.data;
      return { ...state, running: { id, plan, period_end, cancel_at_period_end, pending, past_due_until: null } };
    }
    case 'SubscriptionPastDue':
      return withRunning(state, event.data.subscription_id, { past_due_until: event.data.until });
    case 'SubscriptionCancelled':
      return withRunning(state, event.data.subscription_id, { cancel_at_period_end: true, pending: null, period_end: event.data.ends_at });
    case 'SubscriptionEnded':
      return state.running?.id === event.data.subscription_id ? { ...state, running: null } : state;
    case 'DuplicateSubscriptionFound':
      return { ...state, duplicates: { ...state.duplicates, [event.data.subscription_id]: 'found' } };
    case 'DuplicateSubscriptionRefunded':
      return { ...state, duplicates: { ...state.duplicates, [event.data.subscription_id]: 'refunded' } };
    default:
      return state;
  }
}

const withRunning = (state: SubscriptionState, id: string, change: Partial<Running>): SubscriptionState =>
  state.running?.id === id ? { ...state, running: { ...state.running, ...change } } : state;

export interface PlanFacts {
  readonly trial_ends_at: string | null;
  readonly running: { readonly plan: PaidPlan; readonly past_due_until: string | null } | null;
}

export interface PlanInForce {
  readonly plan: 'free' | PaidPlan;
  /** Null on Free. */
  readonly phase: 'trial' | 'paid' | 'past_due' | null;
}

/**
 * The plan at an instant (RFC 3339). A trial is over after its last instant, even before that is recorded. A paid plan ends only when a
 * read at the provider says so, so that nobody loses it while the provider is down.
 */
export function planInForce(facts: PlanFacts | null, now: string): PlanInForce {
  if (facts?.running) return { plan: facts.running.plan, phase: facts.running.past_due_until === null ? 'paid' : 'past_due' };
  return facts?.trial_ends_at && now < facts.trial_ends_at ? { plan: 'pro', phase: 'trial' } : { plan: 'free', phase: null };
}
