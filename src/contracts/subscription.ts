import { z } from 'zod';
import { PAID_PLAN_IDS, PLAN_IDS, PLAN_NAMES, type Plan } from './plan.ts';
import { longText, optionalLine } from './text.ts';
import { instant } from './time.ts';

export const plan: z.ZodType<Plan> = z.object({
  id: z.enum(PLAN_IDS),
  name: z.enum(PLAN_NAMES),
  price_cents: z.number().int(),
  currency: z.literal('USD'),
  interval: z.literal('month'),
  features: z.array(z.string()).meta({ description: 'Sentences, in the order in which they are shown.' }),
  popular: z.boolean(),
  limits: z.object({
    ai_mini_monthly: z.number().int().nullable().meta({
      description:
        'Reviews by the mini model in a calendar month; null: they are not counted (on BYOK with a key of one’s own, else as on Free).',
    }),
    ai_premium_monthly: z.number().int().meta({ description: 'Requests to the premium model in a calendar month.' }),
    storage_mb: z.number().int().meta({ description: 'The room for files, in MiB.' }),
    tokens: z.number().int().meta({ description: 'How many personal tokens there may be.' }),
    webhooks: z.number().int().meta({ description: 'How many webhooks there may be.' }),
    partner: z.enum(['basic', 'advanced']).meta({ description: 'advanced: a second partner, who only judges the tasks that name them.' }),
  }),
});

const SUBSCRIPTION_PHASES = ['trial', 'paid', 'past_due'] as const;

/** Two of its names are in camel case, because the client expects them so. */
export const subscriptionStatus = z.object({
  isPremium: z.boolean().meta({ description: 'The plan is Pro and active: in the trial, while paid, and in the 7 days of past_due.' }),
  status: z.enum(['none', 'active', 'canceled']).meta({ description: 'canceled: a subscription or a trial has ended.' }),
  phase: z.enum(SUBSCRIPTION_PHASES).nullable().meta({ description: 'Null on Free.' }),
  plan: z.enum(PLAN_IDS),
  trial: z.object({
    available: z.boolean().meta({ description: 'It can be started.' }),
    ends_at: instant.nullable().meta({ description: 'When the running trial ends; null: none is running.' }),
  }),
  current_period_end: instant
    .nullable()
    .meta({ description: 'Until when is paid; where it was cancelled, when it ends. past_due: when the plan ends unless it is paid.' }),
  cancel_at_period_end: z.boolean(),
  pending: z
    .object({ plan: z.enum(PLAN_IDS), at: instant })
    .nullable()
    .meta({ description: 'The plan that follows, and when. Resuming takes it back.' }),
});
export type SubscriptionStatus = z.infer<typeof subscriptionStatus>;

export const checkoutBody = z.strictObject({ plan: z.enum(PAID_PLAN_IDS, { error: 'pro or byok.' }).default('pro') });

/** A page of the payment provider, to open in a new tab. */
export const providerPage = z.object({ url: z.string().meta({ format: 'uri' }) });
export type ProviderPage = z.infer<typeof providerPage>;

export const invoice = z.object({
  id: z.string(),
  at: instant,
  amount_cents: z.number().int(),
  currency: z.string().meta({ description: 'ISO 4217, in capitals.' }),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void', 'refunded']),
  url: z.string().nullable().meta({ description: 'Where the provider shows it.' }),
});
export type Invoice = z.infer<typeof invoice>;

/** The paid plan, or Free. During a trial it is Free, so that the owner can still buy Pro. */
export const subscriptionSettings = z.object({ plan: z.enum(PLAN_NAMES) });
export const subscriptionSettingsBody = z.strictObject({ plan: z.enum(PLAN_NAMES, { error: 'Free, BYOK or Pro.' }) });

/** Either the page on which the plan can be bought, or the plan with the instant from which it is valid. */
export const planChange = z.union([providerPage, z.object({ plan: z.enum(PLAN_NAMES), effective_at: instant })]);
export type PlanChange = z.infer<typeof planChange>;

export const contactSalesBody = z.strictObject({
  message: longText(5_000)
    .refine((text) => text.trim() !== '', { error: 'This is required.' })
    .meta({ minLength: 1 }),
  company: optionalLine(200).nullish(),
  seats: z
    .number({ error: 'A whole number.' })
    .int({ error: 'A whole number.' })
    .min(1, { error: 'At least 1.' })
    .max(1_000_000, { error: 'At most 1,000,000.' })
    .nullish(),
});
export type SalesRequest = z.input<typeof contactSalesBody>;
