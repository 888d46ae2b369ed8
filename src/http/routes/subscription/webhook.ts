import { takeBillingEvent } from '../../../app/subscription/upkeep.ts';
import * as calls from '../../../contracts/calls/subscription.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../kernel/problems.ts';
import { json, type Route, route } from '../../kernel/route.ts';

/** The payment provider's signed events. */
export const billingWebhook = ({ app }: Deps): readonly Route[] => [
  route(calls.takeBillingEvent, {
    async handle({ body, context }) {
      const taken = await takeBillingEvent(app, body, context.get('stripe-signature'));
      if (taken === 'refused') throw new Refusal(400, 'malformed', 'The signature does not fit, or is older than 5 minutes.');
      return json(200, { received: true });
    },
  }),
];
