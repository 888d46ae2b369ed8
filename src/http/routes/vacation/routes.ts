import { z } from 'zod';
import { cancelVacation, takeVacation, VACATION_VERSION } from '../../../app/vacation/vacations.ts';
import { vacation, vacationBody } from '../../../contracts/routine.ts';
import { vacationsOf } from '../../../projections/vacation/vacations.ts';
import { type Deps, waitForReadModels } from '../../deps.ts';
import { jsonBody } from '../../kernel/bodies.ts';
import { etag } from '../../kernel/etag.ts';
import { callerOf } from '../../kernel/principal.ts';
import { type AnyRoute, json, noContent, route } from '../../kernel/route.ts';

export function vacationRoutes(deps: Deps): readonly AnyRoute[] {
  const { app } = deps;
  const common = { tag: 'Vacations', access: 'user' } as const;
  return [
    route({
      ...common,
      method: 'GET',
      scopes: ['tasks:read'],
      path: '/api/vacations',
      summary: 'The vacations, by their first day',
      replies: { 200: { description: 'Vacations', schema: z.array(vacation) } },
      handle: async ({ principal }) =>
        json(
          200,
          (await vacationsOf(app.views, principal.owner)).map(({ id, from, to, created_at }) => ({ id, from, to, created_at })),
        ),
    }),
    route({
      ...common,
      method: 'POST',
      scopes: ['tasks:write'],
      path: '/api/vacations',
      summary: 'Take a vacation: routines are skipped on its days, and streaks stand',
      body: jsonBody(vacationBody),
      replies: { 201: { description: 'Taken', schema: vacation, etag: true, location: true } },
      refusals: ['conflict', 'limit_reached'],
      async handle({ principal, body, newId, correlationId }) {
        const taken = await takeVacation(app, callerOf({ principal, correlationId }), body, newId());
        await waitForReadModels(deps, taken.position);
        const { id, from, to, created_at } = taken.vacation;
        return json(201, { id, from, to, created_at }, { Location: `/api/vacations/${id}`, ETag: etag(VACATION_VERSION) });
      },
    }),
    route({
      ...common,
      method: 'DELETE',
      scopes: ['tasks:write'],
      path: '/api/vacations/{id}',
      summary: 'Call a vacation off; what is not due yet comes back',
      replies: { 204: { description: 'Called off' } },
      refusals: ['not_found', 'precondition_failed'],
      async handle({ principal, params, ifMatch, correlationId }) {
        const version = ifMatch?.versionAmong(VACATION_VERSION) ?? null;
        const { position } = await cancelVacation(app, callerOf({ principal, correlationId }), params.id ?? '', version);
        await waitForReadModels(deps, position);
        return noContent();
      },
    }),
  ];
}
