import { sayNothingDue } from '../../app/reminders.ts';
import * as calls from '../../contracts/calls/day.ts';
import { isFree } from '../../projections/day/closings.ts';
import { callerOf } from '../kernel/principal.ts';
import { noContent, type Route, route, tagged } from '../kernel/route.ts';
import { type Deps, waitForReadModels } from '../routes.ts';

export function dayRoutes(deps: Deps): readonly Route[] {
  return [
    route(calls.readNothingDue, {
      async handle({ params: { date = '' }, principal }) {
        return tagged({ date, nothing_due: await isFree(deps.app.views, principal.owner, date) });
      },
    }),
    route(calls.sayNothingDue, {
      async handle({ params, principal, correlationId }) {
        const { position } = await sayNothingDue(deps.app, callerOf({ principal, correlationId }), params.date ?? '');
        await waitForReadModels(deps, position);
        return noContent();
      },
    }),
  ];
}
