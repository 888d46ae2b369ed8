import { z } from 'zod';
import { cancelSubscription, resumeSubscription } from '../../../app/subscription/changes.ts';
import { openCheckout, openPortal } from '../../../app/subscription/checkout.ts';
import { invoicesOf } from '../../../app/subscription/invoices.ts';
import { readSubscription } from '../../../app/subscription/reading.ts';
import { checkoutBody, type Invoice, invoice, type ProviderPage, providerPage } from '../../../contracts/subscription.ts';
import { type Deps, waitForReadModels } from '../../deps.ts';
import { optionalJsonBody } from '../../kernel/bodies.ts';
import { callerOf } from '../../kernel/principal.ts';
import { type AnyRoute, json, route } from '../../kernel/route.ts';
import type { Site } from '../../routes.ts';
import { ownOrigin } from './own-origin.ts';
import { STATUS, statusAfter, TAG } from './status.ts';

const PAGE = { description: 'A page of the payment provider', schema: providerPage } as const;

/** Buying, cancelling and looking after a plan, all of it at the payment provider. */
export function billingRoutes(deps: Deps, site: Site): readonly AnyRoute[] {
  const { app } = deps;
  const common = { tag: TAG, access: 'user' } as const;
  return [
    route({
      ...common,
      method: 'POST',
      path: '/api/subscriptions/checkout-session',
      secrets: ['url'],
      summary: 'Open the page on which a plan is bought',
      description: 'Two calls at once give the same page.',
      body: optionalJsonBody(checkoutBody),
      replies: { 200: PAGE },
      refusals: ['conflict', 'unavailable'],
      async handle({ principal, body, correlationId, context }) {
        const opened = await openCheckout(app, callerOf({ principal, correlationId }), body.plan, ownOrigin(context, site));
        await waitForReadModels(deps, opened.position);
        return json(200, { url: opened.url } satisfies ProviderPage);
      },
    }),
    route({
      ...common,
      method: 'POST',
      path: '/api/subscriptions/update-status',
      summary: 'Read the plan at the payment provider',
      description: 'A body is not looked at: what a client says about its plan changes nothing.',
      replies: { 200: STATUS },
      refusals: ['unavailable'],
      async handle({ principal, correlationId }) {
        const { position } = await readSubscription(app, callerOf({ principal, correlationId }));
        return statusAfter(deps, principal.owner, position);
      },
    }),
    route({
      ...common,
      method: 'POST',
      path: '/api/subscriptions/cancel',
      summary: 'Cancel the plan with the end of its period, or end the trial at once',
      replies: { 200: STATUS },
      refusals: ['conflict', 'unavailable'],
      async handle({ principal, correlationId }) {
        const { position } = await cancelSubscription(app, callerOf({ principal, correlationId }));
        return statusAfter(deps, principal.owner, position);
      },
    }),
    route({
      ...common,
      method: 'POST',
      path: '/api/subscriptions/resume',
      summary: 'Take back a cancellation, or the plan that was to follow',
      replies: { 200: STATUS },
      refusals: ['conflict', 'unavailable'],
      async handle({ principal, correlationId }) {
        const { position } = await resumeSubscription(app, callerOf({ principal, correlationId }));
        return statusAfter(deps, principal.owner, position);
      },
    }),
    route({
      ...common,
      method: 'POST',
      path: '/api/subscriptions/portal-session',
      secrets: ['url'],
      summary: 'Open the page with what was paid, and with the card',
      replies: { 200: PAGE },
      refusals: ['conflict', 'unavailable'],
      handle: async ({ principal, context }) => json(200, await openPortal(app, principal.owner, ownOrigin(context, site))),
    }),
    route({
      ...common,
      method: 'GET',
      path: '/api/subscriptions/invoices',
      summary: 'The invoices, newest first',
      replies: { 200: { description: 'Invoices', schema: z.array(invoice) } },
      refusals: ['unavailable'],
      handle: async ({ principal }) => json(200, (await invoicesOf(app, principal.owner)) satisfies readonly Invoice[]),
    }),
  ];
}
