import { z } from 'zod';
import { takeBillingEvent } from '../../../app/subscription/upkeep.ts';
import type { Deps } from '../../deps.ts';
import { rawBody } from '../../kernel/bodies.ts';
import { Refusal } from '../../kernel/problems.ts';
import { type AnyRoute, json, route } from '../../kernel/route.ts';
import { TAG } from './status.ts';

const MAX_BYTES = 1_048_576;

/** The payment provider's signed events. */
export const billingWebhook = ({ app }: Deps): readonly AnyRoute[] => [
  route({
    method: 'POST',
    path: '/api/webhooks/stripe',
    tag: TAG,
    access: 'anyone',
    summary: 'Signed events of the payment provider',
    description:
      'What an event says is not believed: the provider is read. So events may be repeated, unknown and out of order. If the provider cannot be read, the answer is 503, and the event comes again.',
    headers: z.object({ 'stripe-signature': z.string().meta({ description: 'As the provider signs: `t=…,v1=…`.' }) }),
    body: rawBody({ maxBytes: MAX_BYTES, media: ['application/json'] }),
    replies: { 200: { description: 'Taken', schema: z.object({ received: z.literal(true) }) } },
    refusals: ['malformed', 'unavailable'],
    async handle({ body, context }) {
      const taken = await takeBillingEvent(app, body, context.get('stripe-signature'));
      if (taken === 'refused') throw new Refusal(400, 'malformed', 'The signature does not fit, or is older than 5 minutes.');
      return json(200, { received: true });
    },
  }),
];
