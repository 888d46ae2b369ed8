import { choosePlan } from '../../../app/subscription/changes.ts';
import { planNamed, planOf } from '../../../contracts/plan.ts';
import { type PlanChange, planChange, subscriptionSettings, subscriptionSettingsBody } from '../../../contracts/subscription.ts';
import { paidPlanName } from '../../../presenters/subscription.ts';
import { subscriptionOf } from '../../../projections/subscription/subscriptions.ts';
import { type Deps, waitForReadModels } from '../../deps.ts';
import { jsonBody } from '../../kernel/bodies.ts';
import { callerOf } from '../../kernel/principal.ts';
import { type AnyRoute, json, route, tagged } from '../../kernel/route.ts';
import type { Site } from '../../routes.ts';
import { ownOrigin } from './own-origin.ts';

/** The plan, as the settings show it and change it. */
export function subscriptionSettingsRoutes(deps: Deps, site: Site): readonly AnyRoute[] {
  const { app } = deps;
  const common = { path: '/api/settings/subscription', tag: 'Settings', access: 'user' } as const;
  return [
    route({
      ...common,
      method: 'GET',
      summary: 'The plan',
      description: 'The plan that is paid for. In a trial it is Free, so that Pro can be bought.',
      replies: { 200: { description: 'The plan', schema: subscriptionSettings, etag: true } },
      handle: async ({ principal }) => tagged({ plan: paidPlanName(await subscriptionOf(app.views, principal.owner)) }),
    }),
    route({
      ...common,
      method: 'POST',
      secrets: ['url'],
      summary: 'Choose a plan',
      description:
        'From Free to a paid plan the answer is the page on which it is bought. To a dearer plan it is changed at once, and the difference is invoiced; to a cheaper one and to Free with the end of the period that is paid.',
      body: jsonBody(subscriptionSettingsBody),
      replies: { 200: { description: 'Where it is bought, or from when it holds', schema: planChange } },
      refusals: ['conflict', 'payment_failed', 'unavailable'],
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
