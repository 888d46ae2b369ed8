import { verificationFacts } from '../../app/proof/judges.ts';
import { giveProof, makeAppeal, withdrawProof } from '../../app/proof/proof.ts';
import * as calls from '../../contracts/calls/proof.ts';
import type { Verification } from '../../contracts/proof.ts';
import { DAY, plus } from '../../domain/calendar/dates.ts';
import type { Stored } from '../../ports/documents.ts';
import { presentVerification } from '../../presenters/proof.ts';
import { derivedTag } from '../../presenters/task.ts';
import { decidedTasks, provableTasks, statsOf, waitingTasks } from '../../projections/proof/verification-lists.ts';
import { task as findTask } from '../../projections/task/task-lists.ts';
import type { TaskDoc } from '../../projections/task/tasks.ts';
import { jsonOf, listPage } from '../kernel/list-page.ts';
import { callerOf } from '../kernel/principal.ts';
import { json, type Route, route, tagged } from '../kernel/route.ts';
import { byId, idOf, oneShown } from '../one-shown.ts';
import type { Deps } from '../routes.ts';

const A_PAGE = 50;
/** Open tasks are listed if they are due within this time. */
const SOON = 7 * DAY;
const [FIRST, LAST] = ['1900-01-01', '2100-12-31'];

export function verificationRoutes(deps: Deps): readonly Route[] {
  const { app, pages } = deps;

  async function present(owner: string, tasks: readonly Stored<TaskDoc>[]): Promise<readonly Verification[]> {
    const facts = await verificationFacts(app, owner, tasks);
    return tasks.map((task) => presentVerification(app.opener, task, facts));
  }

  /** A decided verification stays available after its task was deleted. */
  const { read, version, written } = oneShown(deps, async ({ principal, params }) => {
    const found = await byId(params.id, (id) => findTask(app.views, id));
    if (found === null || found.doc.owner !== principal.owner || !hasVerification(found.doc)) return null;
    const [body] = await present(principal.owner, [found]);
    return body ? { body, tag: derivedTag(found.doc.version, body) } : null;
  });

  return [
    route(calls.listPending, {
      handle: async ({ principal: { owner } }) =>
        json(200, await present(owner, await waitingTasks(app.views, owner, plus(app.clock.now(), SOON)))),
    }),
    route(calls.listHistory, {
      async handle(call) {
        const { owner } = call.principal;
        const { state, type } = call.query;
        const filter = { ...(state && { state }), ...(type && { type }) };
        return listPage(pages, call, {
          limit: A_PAGE,
          read: (page) => decidedTasks(app.views, owner, filter, page),
          texts: async (found) => jsonOf(await present(owner, found)),
        });
      },
    }),
    route(calls.readStats, {
      async handle({ principal: { owner }, query: { from = FIRST, to = LAST } }) {
        const found = await provableTasks(app.views, owner, String(from), String(to));
        return tagged(statsOf(found.map(({ doc }) => doc)));
      },
    }),
    route(calls.readVerification, { handle: read }),
    route(calls.giveProof, {
      async handle(call) {
        const id = idOf(call);
        const result = await giveProof(app, callerOf(call), id, call.body.proofData, await version(call), call.newId());
        return written(call, result, 201, { Location: `/api/verifications/${id}` });
      },
    }),
    route(calls.withdrawProof, {
      handle: async (call) => written(call, await withdrawProof(app, callerOf(call), idOf(call), await version(call))),
    }),
    route(calls.makeAppeal, {
      handle: async (call) => written(call, await makeAppeal(app, callerOf(call), idOf(call), call.body, await version(call)), 202),
    }),
  ];
}

/** A task without proof has a verification only if it has an appeal. */
const hasVerification = ({ verification_type, appeal, deleted, decided_at }: TaskDoc): boolean =>
  (verification_type !== 'none' || appeal !== null) && (!deleted || decided_at !== null);
