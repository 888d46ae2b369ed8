import { ownerZone } from '../../app/caller.ts';
import { moveTimeBox, planTimeBox, removeTimeBox } from '../../app/time-box/time-boxes.ts';
import * as calls from '../../contracts/calls/time-box.ts';
import { moveTimeBoxBody, type TimeBox, timeBox } from '../../contracts/time-box.ts';
import { daysBetween, localDate } from '../../domain/calendar/local.ts';
import { derivedTag } from '../../presenters/task.ts';
import { presentTimeBox } from '../../presenters/time-box.ts';
import { tasksById } from '../../projections/task/task-lists.ts';
import { timeBox as findTimeBox, overlapsAmong, type StoredTimeBox, timeBoxesAround, timeBoxesOf } from '../../projections/time-box.ts';
import { alongWithOthers, unchanged } from '../kernel/faults.ts';
import { dryRun } from '../kernel/idempotency.ts';
import { callerOf } from '../kernel/principal.ts';
import { invalid } from '../kernel/problems.ts';
import { json, noContent, type Route, route } from '../kernel/route.ts';
import { byId, idOf, oneShown } from '../one-shown.ts';
import { type Deps, waitForReadModels } from '../routes.ts';

/** The most dates of a list. */
const MOST_DATES = 62;
/** Stands for the fields that are missing, in such a way that it causes no fault in another field. */
const MISSING = { task_id: '', date: '2100-12-31', time: '23:59', minutes: 480 };
const READ_ONLY = Object.keys(timeBox.shape).filter((name) => !(name in moveTimeBoxBody.shape));

export function timeBoxRoutes(deps: Deps): readonly Route[] {
  const { app } = deps;

  async function present(owner: string, found: readonly StoredTimeBox[]): Promise<readonly TimeBox[]> {
    const [around, titles] = await Promise.all([
      timeBoxesAround(
        app.views,
        owner,
        found.map(({ doc }) => doc),
      ),
      tasksById(
        app.views,
        found.map(({ doc }) => doc.task_id),
      ),
      app.opener.ready(owner),
    ]);
    const overlaps = overlapsAmong(around);
    return found.map((box) => presentTimeBox(app.opener, box, { titles, overlaps }));
  }

  const { current, version, written } = oneShown(deps, async ({ principal: { owner }, params }) => {
    const found = await byId(params.id, (id) => findTimeBox(app.views, id));
    if (found === null || found.doc.owner !== owner || !found.doc.is_planned) return null;
    const [body] = await present(owner, [found]);
    return body ? { body, tag: derivedTag(found.doc.version, body) } : null;
  });

  return [
    route(calls.listTimeBoxes, {
      async handle({ principal: { owner }, query }) {
        const from = query.from ?? localDate(app.clock.now(), await ownerZone(app, owner));
        const to = query.to ?? from;
        if (to < from) throw invalid({ to: ['The range ends before it begins.'] });
        if (daysBetween(from, to) >= MOST_DATES) throw invalid({ to: [`At most ${MOST_DATES} dates at a time.`] });
        return json(200, await present(owner, await timeBoxesOf(app.views, owner, from, to)));
      },
    }),
    route(calls.planTimeBox, {
      faults: [
        alongWithOthers(({ principal, correlationId }, left) => {
          const box = { ...MISSING, ...left };
          return dryRun(app, (closed) => planTimeBox(closed, callerOf({ principal, correlationId }), box));
        }),
      ],
      async handle(call) {
        const planned = await planTimeBox(app, callerOf(call), call.body, call.newId());
        return written(call, planned, 201, { Location: `${calls.planTimeBox.path}/${planned.id}` });
      },
    }),
    route(calls.moveTimeBox, {
      faults: [
        unchanged(READ_ONLY, current),
        alongWithOthers(({ principal, correlationId, params }, left) =>
          dryRun(app, (closed) => moveTimeBox(closed, callerOf({ principal, correlationId }), params.id ?? '', left)),
        ),
      ],
      handle: async (call) => written(call, await moveTimeBox(app, callerOf(call), idOf(call), call.body, await version(call))),
    }),
    route(calls.removeTimeBox, {
      async handle(call) {
        const { position } = await removeTimeBox(app, callerOf(call), idOf(call), await version(call));
        await waitForReadModels(deps, position);
        return noContent();
      },
    }),
  ];
}
