import { z } from 'zod';
import { startTrial } from '../../../app/subscription/trial.ts';
import { PLANS } from '../../../contracts/plan.ts';
import { plan, subscriptionStatus } from '../../../contracts/subscription.ts';
import { presentStatus } from '../../../presenters/subscription.ts';
import { subscriptionOf } from '../../../projections/subscription/subscriptions.ts';
import { type Deps, waitForReadModels } from '../../deps.ts';
import { callerOf } from '../../kernel/principal.ts';
import { type Answer, type AnyRoute, json, route, tagged } from '../../kernel/route.ts';

export const TAG = 'Subscriptions';
export const STATUS = { description: 'The plan and its state', schema: subscriptionStatus } as const;

/** The status of an owner's plan, as it is after what was written up to the position. */
export async function statusAfter(deps: Deps, owner: string, position: string | null): Promise<Answer> {
  const { app } = deps;
  await waitForReadModels(deps, position);
  return json(200, presentStatus(await subscriptionOf(app.views, owner), app.clock.now()));
}

/** The catalogue, the plan of an owner, and the trial. */
export const statusRoutes = (deps: Deps): readonly AnyRoute[] => [
  route({
    method: 'GET',
    path: '/api/subscriptions/plans',
    tag: TAG,
    access: 'anyone',
    summary: 'The catalogue of plans',
    replies: { 200: { description: 'The plans', schema: z.array(plan), etag: true } },
    handle: async () => tagged(PLANS),
  }),
  route({
    method: 'GET',
    path: '/api/subscriptions/status',
    tag: TAG,
    access: 'user',
    summary: 'The plan, and whether it is paid, on trial or past due',
    replies: { 200: { ...STATUS, etag: true } },
    handle: async ({ principal }) => tagged(presentStatus(await subscriptionOf(deps.app.views, principal.owner), deps.app.clock.now())),
  }),
  route({
    method: 'POST',
    path: '/api/subscriptions/trial',
    tag: TAG,
    access: 'user',
    summary: 'Start the trial of Pro: 14 days, once for each account, without a card',
    replies: { 200: STATUS },
    refusals: ['trial_used', 'conflict'],
    async handle({ principal, correlationId }) {
      const { position } = await startTrial(deps.app, callerOf({ principal, correlationId }));
      return statusAfter(deps, principal.owner, position);
    },
  }),
];
