import type { Context } from 'koa';
import { cancelSubscription, choosePlan, contactSales, resumeSubscription, startTrial } from '../../app/subscription/changes.ts';
import { openCheckout, openPortal } from '../../app/subscription/checkout.ts';
import { invoicesOf, readSubscription } from '../../app/subscription/reading.ts';
import { takeBillingEvent } from '../../app/subscription/upkeep.ts';
import * as calls from '../../contracts/calls/subscription.ts';
import { PLANS, planNamed, planOf } from '../../contracts/plan.ts';
import type { Invoice, PlanChange, ProviderPage } from '../../contracts/subscription.ts';
import { paidPlanName, presentStatus } from '../../presenters/subscription.ts';
import { subscriptionOf } from '../../projections/subscription.ts';
import { callerOf } from '../kernel/principal.ts';
import { Refusal } from '../kernel/problems.ts';
import { type Answer, json, type Route, route, tagged } from '../kernel/route.ts';
import { type Deps, type Site, waitForReadModels } from '../routes.ts';

/** Includes the writes up to this position. */
async function statusAfter(deps: Deps, owner: string, position: string | null): Promise<Answer> {
  const { app } = deps;
  await waitForReadModels(deps, position);
  return json(200, presentStatus(await subscriptionOf(app.views, owner), app.clock.now()));
}

export const statusRoutes = (deps: Deps): readonly Route[] => [
  route(calls.listPlans, {
    handle: async () => tagged(PLANS),
  }),
  route(calls.readStatus, {
    handle: async ({ principal }) => tagged(presentStatus(await subscriptionOf(deps.app.views, principal.owner), deps.app.clock.now())),
  }),
  route(calls.startTrial, {
    async handle({ principal, correlationId }) {
      const { position } = await startTrial(deps.app, callerOf({ principal, correlationId }));
      return statusAfter(deps, principal.owner, position);
    },
  }),
];

/** The host was checked before: it is one of the program's own. */
const ownOrigin = ({ host }: Pick<Context, 'host'>, { secure }: Site): string => `${secure ? 'https' : 'http'}://${host}`;

/** All of these calls use the payment provider. */
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

export function subscriptionSettingsRoutes(deps: Deps, site: Site): readonly Route[] {
  const { app } = deps;
  return [
    route(calls.readPlan, {
      handle: async ({ principal }) => tagged({ plan: paidPlanName(await subscriptionOf(app.views, principal.owner)) }),
    }),
    route(calls.choosePlan, {
      async handle({ principal, body, correlationId, context }) {
        const chosen = await choosePlan(app, callerOf({ principal, correlationId }), planNamed(body.plan).id, ownOrigin(context, site));
        await waitForReadModels(deps, chosen.position);
        const change: PlanChange =
          'url' in chosen ? { url: chosen.url } : { plan: planOf(chosen.plan).name, effective_at: chosen.effective_at };
        return json(200, change);
      },
    }),
  ];
}

export const salesRoutes = (deps: Deps): readonly Route[] => [
  route(calls.contactSales, {
    async handle({ principal, body, correlationId, newId }) {
      const message = { message: body.message, company: body.company ?? '', seats: body.seats ?? null };
      await waitForReadModels(deps, await contactSales(deps.app, callerOf({ principal, correlationId }), message, newId()));
      return json(202, { message: 'Thank you. We answer by mail.' });
    },
  }),
];

export const billingWebhook = ({ app }: Deps): readonly Route[] => [
  route(calls.takeBillingEvent, {
    async handle({ body, context }) {
      const taken = await takeBillingEvent(app, body, context.get('stripe-signature'));
      if (taken === 'refused') throw new Refusal(400, 'malformed', 'The signature does not fit, or is older than 5 minutes.');
      return json(200, { received: true });
    },
  }),
];
