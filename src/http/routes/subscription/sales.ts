import { contactSales } from '../../../app/subscription/sales.ts';
import { accountMessage } from '../../../contracts/settings.ts';
import { contactSalesBody } from '../../../contracts/subscription.ts';
import { type Deps, waitForReadModels } from '../../deps.ts';
import { jsonBody } from '../../kernel/bodies.ts';
import { callerOf } from '../../kernel/principal.ts';
import { type AnyRoute, json, route } from '../../kernel/route.ts';
import { TAG } from './status.ts';

/** Writing to the operator. */
export const salesRoutes = (deps: Deps): readonly AnyRoute[] => [
  route({
    method: 'POST',
    path: '/api/contact-sales',
    tag: TAG,
    access: 'user',
    summary: 'Write to us about something that no plan has',
    description: 'It goes to the operator by mail, and the answer comes to your address.',
    body: jsonBody(contactSalesBody),
    replies: { 202: { description: 'On its way', schema: accountMessage } },
    refusals: ['rate_limited'],
    async handle({ principal, body, correlationId, newId }) {
      const message = { message: body.message, company: body.company ?? '', seats: body.seats ?? null };
      await waitForReadModels(deps, await contactSales(deps.app, callerOf({ principal, correlationId }), message, newId()));
      return json(202, { message: 'Thank you. We answer by mail.' });
    },
  }),
];
