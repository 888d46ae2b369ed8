import { type BatchResult, changeTasks } from '../../app/bulk/bulk.ts';
import { undoBatch } from '../../app/bulk/undo.ts';
import * as calls from '../../contracts/calls/bulk.ts';
import { MAX_ID } from '../../contracts/query.ts';
import { asItWas, presentTask } from '../../presenters/task.ts';
import { callerOf } from '../kernel/principal.ts';
import { notFound } from '../kernel/problems.ts';
import { json, type Route, route } from '../kernel/route.ts';
import { type Deps, waitForReadModels } from '../routes.ts';

export function bulkRoutes(deps: Deps): readonly Route[] {
  const { app } = deps;
  const shown = async (owner: string, { done, refused, position }: BatchResult) => {
    await waitForReadModels(deps, position);
    await app.opener.ready(owner);
    return { done: done.map(({ id, state }) => presentTask(app.opener, owner, id, asItWas(state))), refused };
  };
  return [
    route(calls.changeTasks, {
      async handle(call) {
        const { ids, change } = call.body;
        const result = await changeTasks(app, callerOf(call), ids, change, call.newId);
        return json(200, { batch_id: result.batchId, ...(await shown(call.principal.owner, result)) });
      },
    }),
    route(calls.undoBatch, {
      async handle(call) {
        const id = call.params.batch_id ?? '';
        if (id.length > MAX_ID) throw notFound();
        return json(200, await shown(call.principal.owner, await undoBatch(app, callerOf(call), id)));
      },
    }),
  ];
}
