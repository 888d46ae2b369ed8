import { z } from 'zod';
import { sayNothingDue } from '../../../app/reminders/reminders.ts';
import { nothingDue } from '../../../contracts/day.ts';
import { localDate } from '../../../contracts/time.ts';
import { isFree } from '../../../projections/day/free-days.ts';
import { type Deps, waitForReadModels } from '../../deps.ts';
import { optionalJsonBody } from '../../kernel/bodies.ts';
import { callerOf } from '../../kernel/principal.ts';
import { type AnyRoute, noContent, route, tagged } from '../../kernel/route.ts';

const EMPTY = z.strictObject({});
const PARAMS = z.object({ date: localDate });
const PATH = '/api/days/{date}/nothing-due';

export function dayRoutes(deps: Deps): readonly AnyRoute[] {
  const common = { path: PATH, params: PARAMS, tag: 'Days', access: 'user' } as const;
  return [
    route({
      ...common,
      method: 'GET',
      scopes: ['tasks:read'],
      summary: "Whether 'Nothing due today' was said of a day",
      description: 'Of the latest 31 days of which it was said; of older ones: false.',
      replies: { 200: { description: 'The day', schema: nothingDue, etag: true } },
      async handle({ params: { date = '' }, principal }) {
        return tagged({ date, nothing_due: await isFree(deps.app.views, principal.owner, date) });
      },
    }),
    route({
      ...common,
      method: 'POST',
      scopes: ['tasks:write'],
      summary: "'Nothing due today': the day counts as filled, and its reminder does not come",
      description: 'For today and the 14 days after it, in the zone of the owner. The second time changes nothing.',
      body: optionalJsonBody(EMPTY),
      replies: { 204: { description: 'Noted' } },
      refusals: ['deadline_passed'],
      async handle({ params, principal, correlationId }) {
        const { position } = await sayNothingDue(deps.app, callerOf({ principal, correlationId }), params.date ?? '');
        await waitForReadModels(deps, position);
        return noContent();
      },
    }),
  ];
}
