import { z } from 'zod';
import { userCaller } from '../../../app/caller.ts';
import { sayNothingDue } from '../../../app/rhythm.ts';
import { localDate } from '../../contracts/time.ts';
import { type Deps, seen } from '../../deps.ts';
import { invalid } from '../../kernel/problems.ts';
import { type AnyRoute, noContent, route } from '../../kernel/route.ts';

const EMPTY = z.strictObject({});

export function dayRoutes(deps: Deps): readonly AnyRoute[] {
  return [
    route({
      method: 'POST',
      path: '/api/days/{date}/nothing-due',
      tag: 'Days',
      access: 'user',
      summary: "'Nothing due today': the day counts as filled, and its reminder does not come",
      description: 'For today and the 14 days after it, in the zone of the owner. The second time changes nothing.',
      body: EMPTY,
      bodyOptional: true,
      replies: { 204: { description: 'Noted' } },
      refusals: ['deadline_passed'],
      async handle({ params, userId, correlationId }) {
        const date = localDate.safeParse(params.date);
        if (!date.success) throw invalid({ date: [...new Set(date.error.issues.map(({ message }) => message))] });
        const { position } = await sayNothingDue(deps.app, userCaller(userId, correlationId), date.data);
        await seen(deps, position);
        return noContent();
      },
    }),
  ];
}
