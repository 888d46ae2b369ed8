import { z } from 'zod';
import type { Described } from '../kernel/define-event.ts';
import { instant } from '../kernel/event-fields.ts';

export const paidPlan = z.enum(['byok', 'pro']);
export type PaidPlan = z.output<typeof paidPlan>;

/** How the program learned of the change. */
export const cause = z
  .strictObject({
    kind: z.enum(['webhook', 'read', 'trial']).describe('A signed event of the provider; a read at the provider; the trial.'),
    id: z.string().nullable().describe('The id of the provider’s event; null for the others.'),
  })
  .describe('How the program learned of it.');
export type Cause = Described<typeof cause>;

export const subscriptionId = z.string().min(1).describe('The subscription, by the id that the provider gave it.');
export const pending = z
  .strictObject({ plan: paidPlan, at: instant.describe('From when.') })
  .nullable()
  .describe('The plan that follows; null: none.');
export type Pending = Described<typeof pending>;

export const terms = {
  subscription_id: subscriptionId,
  plan: paidPlan,
  period_end: instant.describe('Until when is paid.'),
  cancel_at_period_end: z.boolean().describe('It ends then.'),
  pending,
};

export const checkout = z.strictObject({
  id: z.string().min(1).describe('The checkout, by the id that the provider gave it.'),
  plan: paidPlan,
  expires_at: instant.describe('Until when it can be paid.'),
});
