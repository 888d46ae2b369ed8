import * as calls from '../../contracts/calls/day.ts';
import { NO_STREAK } from '../../presenters/routine.ts';
import { account } from '../../projections/account/accounts.ts';
import { ownerStreak, readerOf } from '../../projections/report.ts';
import { routineStreaksOf, routinesOf } from '../../projections/routine/routines.ts';
import { notFound } from '../kernel/problems.ts';
import { type Route, route, tagged } from '../kernel/route.ts';
import type { Deps } from '../routes.ts';

export function streakRoutes({ app }: Deps): readonly Route[] {
  const routines = async (owner: string) => {
    const [found, lengths] = await Promise.all([routinesOf(app.views, owner), routineStreaksOf(app.views, owner), app.opener.ready(owner)]);
    return found.map(({ id, doc }) => ({
      recurring_task_id: id,
      title: app.opener.openNow(owner, doc.title)?.title ?? '',
      ...(lengths.get(id) ?? NO_STREAK),
    }));
  };
  return [
    route(calls.readStreaks, {
      async handle({ principal }) {
        const found = await account(app.views, principal.owner);
        if (!found) throw notFound();
        const [{ current, longest, freezes, today }, each] = await Promise.all([
          ownerStreak(app.views, readerOf(found.doc, app.clock.now())),
          routines(principal.owner),
        ]);
        return { ...tagged({ user: { current, longest, freezes, today }, routines: each }), lasts: 'a_minute' };
      },
    }),
  ];
}
