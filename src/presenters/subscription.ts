import { type PlanName, planOf } from '../contracts/plan.ts';
import type { SubscriptionStatus } from '../contracts/subscription.ts';
import { planInForce } from '../domain/subscription/state.ts';
import type { SubscriptionDoc } from '../projections/subscription.ts';

/** The status of a plan at an instant (RFC 3339), as the API sends it. `doc`: null for an account that has had none. */
export function presentStatus(doc: SubscriptionDoc | null, now: string): SubscriptionStatus {
  const { plan, phase } = planInForce(doc, now);
  const running = doc?.running ?? null;
  const hasEnded = doc !== null && (doc.ended || doc.trial_ends_at !== null);
  return {
    isPremium: plan === 'pro',
    status: phase !== null ? 'active' : hasEnded ? 'canceled' : 'none',
    phase,
    plan,
    trial: {
      available: running === null && !(doc?.trial_used ?? false),
      ends_at: phase === 'trial' ? (doc?.trial_ends_at ?? null) : null,
    },
    current_period_end: running?.past_due_until ?? running?.period_end ?? null,
    cancel_at_period_end: running?.cancel_at_period_end ?? false,
    pending: running?.pending ?? null,
  };
}

/** The plan that is paid for, by its name. A trial counts as Free, so that Pro can be bought in it. */
export const paidPlanName = (doc: SubscriptionDoc | null): PlanName => planOf(doc?.running?.plan ?? 'free').name;
