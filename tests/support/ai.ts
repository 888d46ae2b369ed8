import type { App } from '../../src/app/app.ts';
import { type PlanId, planOf } from '../../src/contracts/plan.ts';
import type { Plans } from '../../src/ports/plans.ts';
import { createAiHelp } from '../../src/providers/ai/help.ts';
import { createReviewer } from '../../src/providers/ai/reviewer.ts';
import { emailReviews } from '../../src/wiring/email-reviews.ts';

export const OPERATORS_KEY = 'sk-operator-0123456789';

export interface AiSetup {
  /** The address of a server that speaks the protocol. */
  readonly url: string;
  /** Null: the operator has none. */
  readonly key?: string | null;
  readonly timeoutMs?: number;
}

/** What an app has of an AI, at this address. Addresses of owners are asked without a guard, so that they can be on loopback. */
export function aiAt({ url, key = OPERATORS_KEY, timeoutMs = 20_000 }: AiSetup) {
  const settings = { url, key, models: { mini: 'test/mini', premium: 'test/premium' }, timeoutMs, guardedFetch: fetch };
  const reviewer = createReviewer({ ...settings, onFallback: () => undefined });
  return { ai: createAiHelp(settings), reviewEmail: emailReviews(reviewer), reviewer } satisfies Partial<App> & { reviewer: unknown };
}

/** Plans that a test sets. Everybody else has Free. */
export function settablePlans(): Plans & { set(owner: string, plan: PlanId): void } {
  const plans = new Map<string, PlanId>();
  return {
    set: (owner, plan) => void plans.set(owner, plan),
    of: async (owner) => {
      const plan = plans.get(owner) ?? 'free';
      return { plan, premium: plan === 'pro', phase: plan === 'free' ? null : 'paid', limits: planOf(plan).limits };
    },
  };
}
