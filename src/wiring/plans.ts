import { planOf } from '../contracts/plan.ts';
import { planInForce } from '../domain/subscription/rules.ts';
import type { Clock } from '../ports/clock.ts';
import type { Plans } from '../ports/plans.ts';
import type { Views } from '../projections/engine/views.ts';
import { storedSubscription } from '../projections/subscription.ts';

/** Plans as the read model of subscriptions has them, with what the catalogue says that they include. */
export const plansFrom = (views: Views, clock: Clock): Plans => ({
  async of(owner) {
    const stored = await storedSubscription(views, owner);
    const { plan, phase } = planInForce(stored?.doc ?? null, clock.now());
    return { plan, phase, premium: plan === 'pro', limits: planOf(plan).limits };
  },
});
