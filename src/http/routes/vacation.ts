import { cancelVacation, takeVacation, VACATION_VERSION } from '../../app/vacation.ts';
import * as calls from '../../contracts/calls/vacation.ts';
import { vacationsOf } from '../../projections/vacation.ts';
import { etag } from '../kernel/headers.ts';
import { callerOf } from '../kernel/principal.ts';
import { json, noContent, type Route, route } from '../kernel/route.ts';
import { type Deps, waitForReadModels } from '../routes.ts';

export function vacationRoutes(deps: Deps): readonly Route[] {
  const { app } = deps;
  return [
    route(calls.listVacations, {
      handle: async ({ principal }) =>
        json(
          200,
          (await vacationsOf(app.views, principal.owner)).map(({ id, from, to, created_at }) => ({ id, from, to, created_at })),
        ),
    }),
    route(calls.takeVacation, {
      async handle({ principal, body, newId, correlationId }) {
        const taken = await takeVacation(app, callerOf({ principal, correlationId }), body, newId());
        await waitForReadModels(deps, taken.position);
        const { id, from, to, created_at } = taken.vacation;
        return json(201, { id, from, to, created_at }, { Location: `/api/vacations/${id}`, ETag: etag(VACATION_VERSION) });
      },
    }),
    route(calls.cancelVacation, {
      async handle({ principal, params, ifMatch, correlationId }) {
        const version = ifMatch?.versionAmong(VACATION_VERSION) ?? null;
        const { position } = await cancelVacation(app, callerOf({ principal, correlationId }), params.id ?? '', version);
        await waitForReadModels(deps, position);
        return noContent();
      },
    }),
  ];
}
