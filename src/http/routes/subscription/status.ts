import { startTrial } from '../../../app/subscription/trial.ts';
import * as calls from '../../../contracts/calls/subscription.ts';
import { PLANS } from '../../../contracts/plan.ts';
import { presentStatus } from '../../../presenters/subscription.ts';
import { subscriptionOf } from '../../../projections/subscription.ts';
import { type Deps, waitForReadModels } from '../../deps.ts';
import { callerOf } from '../../kernel/principal.ts';
import { type Answer, json, type Route, route, tagged } from '../../kernel/route.ts';

/** The status of an owner's plan, as it is after what was written up to the position. */
export async function statusAfter(deps: Deps, owner: string, position: string | null): Promise<Answer> {
  const { app } = deps;
  await waitForReadModels(deps, position);
  return json(200, presentStatus(await subscriptionOf(app.views, owner), app.clock.now()));
}

/** The catalogue, the plan of an owner, and the trial. */
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
