import { contactSales } from '../../../app/subscription/sales.ts';
import * as calls from '../../../contracts/calls/subscription.ts';
import { type Deps, waitForReadModels } from '../../deps.ts';
import { callerOf } from '../../kernel/principal.ts';
import { json, type Route, route } from '../../kernel/route.ts';

/** Writing to the operator. */
export const salesRoutes = (deps: Deps): readonly Route[] => [
  route(calls.contactSales, {
    async handle({ principal, body, correlationId, newId }) {
      const message = { message: body.message, company: body.company ?? '', seats: body.seats ?? null };
      await waitForReadModels(deps, await contactSales(deps.app, callerOf({ principal, correlationId }), message, newId()));
      return json(202, { message: 'Thank you. We answer by mail.' });
    },
  }),
];
