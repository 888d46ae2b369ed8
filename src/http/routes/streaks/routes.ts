import { account } from '../../../projections/accounts.ts';
import { ownerStreak, readerOf } from '../../../projections/reports.ts';
import { streaks } from '../../contracts/report.ts';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../kernel/problems.ts';
import { type AnyRoute, json, route } from '../../kernel/route.ts';

export function streakRoutes({ app }: Deps): readonly AnyRoute[] {
  return [
    route({
      method: 'GET',
      path: '/api/streaks',
      tag: 'Streaks',
      access: 'user',
      summary: "The owner's streak and those of the routines",
      replies: { 200: { description: 'Streaks', schema: streaks } },
      async handle({ userId }) {
        const found = await account(app.views, userId);
        if (!found) throw notFound();
        const { current, longest, freezes, today } = await ownerStreak(app.views, readerOf(found.doc, app.clock.now()));
        return json(200, { user: { current, longest, freezes, today }, routines: [] });
      },
    }),
  ];
}
