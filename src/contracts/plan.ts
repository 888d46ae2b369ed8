export const PLAN_IDS = ['free', 'byok', 'pro'] as const;
export type PlanId = (typeof PLAN_IDS)[number];
export const PAID_PLAN_IDS = ['pro', 'byok'] as const;
export const PLAN_NAMES = ['Free', 'BYOK', 'Pro'] as const;
export type PlanName = (typeof PLAN_NAMES)[number];

export interface PlanLimits {
  /**
   * Reviews by the small model in a calendar month; null: no limit. On BYOK, null applies only if the owner has a key of
   * their own; otherwise the limit of Free applies.
   */
  readonly ai_mini_monthly: number | null;
  /** Requests to the premium model in a calendar month. */
  readonly ai_premium_monthly: number;
  /** Storage for files, in MiB. */
  readonly storage_mb: number;
  readonly tokens: number;
  readonly webhooks: number;
  /** `advanced`: a second partner, who only judges the tasks that name them. */
  readonly partner: 'basic' | 'advanced';
}

export interface Plan {
  readonly id: PlanId;
  readonly name: PlanName;
  readonly price_cents: number;
  readonly currency: 'USD';
  readonly interval: 'month';
  /** Sentences, in the order of display. */
  readonly features: readonly string[];
  readonly popular: boolean;
  readonly limits: PlanLimits;
}

const PRICED = { currency: 'USD', interval: 'month' } as const;
/** What BYOK and Pro have in common. */
const PAID = { ai_mini_monthly: null, storage_mb: 5_120, tokens: 10, webhooks: 10 } as const;
const PAID_ROOM = '5 GB for files, 10 personal tokens, 10 webhooks';

/**
 * The only catalogue of plans. The landing page, the settings and the server read it. It is plain data, so that the web
 * pages stay small.
 */
export const PLANS: readonly Plan[] = [
  {
    ...PRICED,
    id: 'free',
    name: 'Free',
    price_cents: 0,
    features: [
      'Limited smart email with a mini model, BYOK only',
      '20 mini-model reviews a month, on your own key or ours',
      'Basic partner',
      'Mail and code-hosting integrations',
      '200 MB for files, 2 personal tokens, 1 webhook',
      'Standard support',
    ],
    popular: false,
    limits: { ai_mini_monthly: 20, ai_premium_monthly: 0, storage_mb: 200, tokens: 2, webhooks: 1, partner: 'basic' },
  },
  {
    ...PRICED,
    id: 'byok',
    name: 'BYOK',
    price_cents: 500,
    features: [
      'Your own key for a third-party AI routing service',
      'Unlimited mini-model emails',
      'Basic partner',
      'Mail and code-hosting integrations',
      PAID_ROOM,
      'Standard support',
    ],
    popular: false,
    limits: { ...PAID, ai_premium_monthly: 0, partner: 'basic' },
  },
  {
    ...PRICED,
    id: 'pro',
    name: 'Pro',
    price_cents: 1_000,
    features: [
      'Provider-managed AI',
      'Unlimited mini-model emails',
      '30 premium requests a month',
      'Premium Code Analysis',
      'Advanced Email Review',
      'System Design Feedback',
      'Unlimited AI Assistance (by the mini model)',
      'Advanced partner',
      'All integrations',
      PAID_ROOM,
      'Priority Support',
    ],
    popular: true,
    limits: { ...PAID, ai_premium_monthly: 30, partner: 'advanced' },
  },
];

function planWhere(isWanted: (plan: Plan) => boolean): Plan {
  const found = PLANS.find(isWanted);
  if (found === undefined) throw new Error('The list of plans lacks one.');
  return found;
}
export const planOf = (id: PlanId): Plan => planWhere((each) => each.id === id);
export const planNamed = (name: PlanName): Plan => planWhere((each) => each.name === name);
