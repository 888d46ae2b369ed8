import { z } from 'zod';

export const PLAN_IDS = ['free', 'byok', 'pro'] as const;
export type PlanId = (typeof PLAN_IDS)[number];
/** The plans that are paid for. */
export const PAID_PLAN_IDS = ['pro', 'byok'] as const;
export type PaidPlanId = (typeof PAID_PLAN_IDS)[number];
export const PLAN_NAMES = ['Free', 'BYOK', 'Pro'] as const;
export type PlanName = (typeof PLAN_NAMES)[number];

const monthly = z.number().int().nullable();

export const planLimits = z.object({
  ai_mini_monthly: monthly.meta({
    description: 'Reviews by the mini model in a calendar month; null: they are not counted. BYOK: with a key of one’s own, else as Free.',
  }),
  ai_premium_monthly: z.number().int().meta({ description: 'Requests to the premium model in a calendar month.' }),
  storage_mb: z.number().int().meta({ description: 'The room for files, in MiB.' }),
  tokens: z.number().int().meta({ description: 'How many personal tokens there may be.' }),
  webhooks: z.number().int().meta({ description: 'How many webhooks there may be.' }),
  partner: z.enum(['basic', 'advanced']).meta({ description: 'advanced: a second partner who only judges tasks that name them.' }),
});
export type PlanLimits = z.infer<typeof planLimits>;

export const plan = z.object({
  id: z.enum(PLAN_IDS),
  name: z.enum(PLAN_NAMES),
  price_cents: z.number().int(),
  currency: z.literal('USD'),
  interval: z.literal('month'),
  features: z.array(z.string()).meta({ description: 'Sentences, in the order in which they are shown.' }),
  popular: z.boolean(),
  limits: planLimits,
});
export type Plan = z.infer<typeof plan>;

const PRICED = { currency: 'USD', interval: 'month' } as const;

/** The catalogue of plans. The landing page, the settings and the server read this one. */
export const PLANS = [
  {
    ...PRICED,
    id: 'free',
    name: 'Free',
    price_cents: 0,
    features: [
      'Limited smart email with a mini model, or with a key of your own: 20 reviews a month',
      'Basic accountability partner',
      'Gmail and GitHub integrations',
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
      'Your own key for OpenRouter, or for any service like it',
      'Unlimited mini-model emails',
      'Basic accountability partner',
      'Gmail and GitHub integrations',
      '5 GB for files, 10 personal tokens, 10 webhooks',
      'Standard support',
    ],
    popular: false,
    limits: { ai_mini_monthly: null, ai_premium_monthly: 0, storage_mb: 5_120, tokens: 10, webhooks: 10, partner: 'basic' },
  },
  {
    ...PRICED,
    id: 'pro',
    name: 'Pro',
    price_cents: 1_000,
    features: [
      'AI managed by us, without a key of your own',
      'Unlimited mini-model emails',
      '30 premium requests a month',
      'Premium Code Analysis',
      'Advanced Email Review',
      'System Design Feedback',
      'Unlimited AI Assistance (with the mini model)',
      'Advanced accountability partner: a second one who judges the tasks that name them',
      'All integrations',
      '5 GB for files, 10 personal tokens, 10 webhooks',
      'Priority Support',
    ],
    popular: true,
    limits: { ai_mini_monthly: null, ai_premium_monthly: 30, storage_mb: 5_120, tokens: 10, webhooks: 10, partner: 'advanced' },
  },
] as const satisfies readonly Plan[];

/** A plan by its id. */
export const planOf = (id: PlanId): Plan => PLANS.find((each) => each.id === id) as Plan;
/** A plan by its name. */
export const planNamed = (name: PlanName): Plan => PLANS.find((each) => each.name === name) as Plan;

/** The days of the free trial of Pro, of 24 hours each. */
export const TRIAL_DAYS = 14;
