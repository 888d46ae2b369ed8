import { choosePlan } from '../../../app/subscription/changes.ts';
import * as calls from '../../../contracts/calls/subscription.ts';
import { planNamed, planOf } from '../../../contracts/plan.ts';
import type { PlanChange } from '../../../contracts/subscription.ts';
import { paidPlanName } from '../../../presenters/subscription.ts';
import { subscriptionOf } from '../../../projections/subscription.ts';
import { type Deps, waitForReadModels } from '../../deps.ts';
import { callerOf } from '../../kernel/principal.ts';
import { json, type Route, route, tagged } from '../../kernel/route.ts';
import type { Site } from '../../routes.ts';
import { ownOrigin } from './own-origin.ts';

/** The plan, as the settings show it and change it. */
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
