import { ownerZone } from '../../app/caller.ts';
import * as calls from '../../contracts/calls/next.ts';
import { presentNext } from '../../presenters/next.ts';
import { nextTasks } from '../../projections/task/next-tasks.ts';
import { workUnderWay } from '../../projections/task/under-way.ts';
import { type Route, route, tagged } from '../kernel/route.ts';
import type { Deps } from '../routes.ts';

/** The first task, and four that come after it. */
const OFFERED = 5;

export function nextRoutes({ app }: Deps): readonly Route[] {
  return [
    route(calls.readNext, {
      async handle({ principal: { owner } }) {
        const moment = { now: app.clock.now(), zone: await ownerZone(app, owner) };
        const underWay = await workUnderWay(app.views, owner, moment.now);
        const offered = await nextTasks(app.views, owner, moment, underWay, OFFERED);
        await app.opener.ready(owner);
        return tagged(presentNext(app.opener, owner, offered, moment));
      },
    }),
  ];
}
