import { cancelSubscription, resumeSubscription } from '../../../app/subscription/changes.ts';
import { openCheckout, openPortal } from '../../../app/subscription/checkout.ts';
import { invoicesOf } from '../../../app/subscription/invoices.ts';
import { readSubscription } from '../../../app/subscription/reading.ts';
import * as calls from '../../../contracts/calls/subscription.ts';
import type { Invoice, ProviderPage } from '../../../contracts/subscription.ts';
import { type Deps, waitForReadModels } from '../../deps.ts';
import { callerOf } from '../../kernel/principal.ts';
import { json, type Route, route } from '../../kernel/route.ts';
import type { Site } from '../../routes.ts';
import { ownOrigin } from './own-origin.ts';
import { statusAfter } from './status.ts';

/** Buying, cancelling and looking after a plan, all of it at the payment provider. */
export function billingRoutes(deps: Deps, site: Site): readonly Route[] {
  const { app } = deps;
  return [
    route(calls.openCheckout, {
      async handle({ principal, body, correlationId, context }) {
        const opened = await openCheckout(app, callerOf({ principal, correlationId }), body.plan, ownOrigin(context, site));
        await waitForReadModels(deps, opened.position);
        return json(200, { url: opened.url } satisfies ProviderPage);
      },
    }),
    route(calls.readProvider, {
      async handle({ principal, correlationId }) {
        const { position } = await readSubscription(app, callerOf({ principal, correlationId }));
        return statusAfter(deps, principal.owner, position);
      },
    }),
    route(calls.cancelSubscription, {
      async handle({ principal, correlationId }) {
        const { position } = await cancelSubscription(app, callerOf({ principal, correlationId }));
        return statusAfter(deps, principal.owner, position);
      },
    }),
    route(calls.resumeSubscription, {
      async handle({ principal, correlationId }) {
        const { position } = await resumeSubscription(app, callerOf({ principal, correlationId }));
        return statusAfter(deps, principal.owner, position);
      },
    }),
    route(calls.openPortal, {
      handle: async ({ principal, context }) => json(200, await openPortal(app, principal.owner, ownOrigin(context, site))),
    }),
    route(calls.listInvoices, {
      handle: async ({ principal }) => json(200, (await invoicesOf(app, principal.owner)) satisfies readonly Invoice[]),
    }),
  ];
}
