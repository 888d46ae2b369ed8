import type { PaidPlan } from './event-data.ts';

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
