import type { TaskResult } from '../../../app/task/task-send.ts';
import {
  archiveTask,
  deleteChildren,
  deleteTask,
  editTask,
  promiseTask,
  setStatus,
  unarchiveTask,
  undoTask,
} from '../../../app/task/tasks.ts';
import * as calls from '../../../contracts/calls/task.ts';
import { editTaskBody, task } from '../../../contracts/task.ts';
import type { Stored } from '../../../ports/documents.ts';
import { factsOf, presentTask, type TaskFacts, type TaskTexts } from '../../../presenters/task.ts';
import { childrenOf, task as findTask } from '../../../projections/task/task-lists.ts';
import type { TaskDoc } from '../../../projections/task/tasks.ts';
import { type Deps, waitForReadModels } from '../../deps.ts';
import { dryRun } from '../../kernel/dry-run.ts';
import { etag } from '../../kernel/etag.ts';
import { callerOf } from '../../kernel/principal.ts';
import { notFound } from '../../kernel/problems.ts';
import { type Answer, type Call, json, noContent, type Route, route } from '../../kernel/route.ts';
import { byId, idOf } from '../../one-shown.ts';

type UncheckedTaskCall = Omit<Call<unknown, unknown>, 'body'>;

/** 2: a task says its outcome. 3: and whether its record was corrected, and what is asked for as proof. 4: and whether it counts on its owner's word. 5: and which partner judges it. */
const tagOf = (version: number): string => etag(version, 5);
const READ_ONLY = Object.keys(task.shape).filter((name) => !(name in editTaskBody.shape));

/** Reading, making, changing, undoing and archiving one task. */
export function taskRoutes(deps: Deps, texts: TaskTexts): readonly Route[] {
  const { app } = deps;
  const present = async (owner: string, id: string, facts: TaskFacts) => {
    await app.opener.ready(owner);
    return presentTask(app.opener, owner, id, facts);
  };
  const own = async ({ principal, params }: Pick<UncheckedTaskCall, 'principal' | 'params'>): Promise<Stored<TaskDoc> | null> => {
    const found = await byId(params.id, (id) => findTask(app.views, id));
    return found && found.doc.owner === principal.owner && !found.doc.deleted ? found : null;
  };
  const existing = async (call: UncheckedTaskCall): Promise<Stored<TaskDoc>> => {
    const found = await own(call);
    if (found === null) throw notFound();
    return found;
  };
  /** The version that a write asks for with If-Match. If it names several, the one that the task has. */
  const version = async (call: UncheckedTaskCall): Promise<number | null> =>
    call.ifMatch?.versionAmong((await own(call))?.doc.version) ?? null;

  async function changed(
    { principal }: UncheckedTaskCall,
    result: TaskResult,
    status = 200,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    await waitForReadModels(deps, result.position);
    return json(status, await present(principal.owner, result.id, factsOf(result.state)), {
      ETag: tagOf(result.state.version),
      ...headers,
    });
  }

  /** Answers a POST on a task without a body. */
  const act = (call: typeof calls.undoTask | typeof calls.archiveTask | typeof calls.unarchiveTask, work: typeof undoTask) =>
    route(call, {
      handle: async (asked) => changed(asked, await work(app, callerOf(asked), idOf(asked), await version(asked))),
    });

  return [
    route(calls.createTask, {
      dryRun: ({ principal, correlationId }, left) =>
        dryRun(app, (closed) => promiseTask(closed, callerOf({ principal, correlationId }), { title: 'Untitled', ...left })),
      async handle(call) {
        const result = await promiseTask(app, callerOf(call), call.body, call.newId);
        return changed(call, result, 201, { Location: `/api/tasks/${result.id}` });
      },
    }),
    route(calls.readTask, {
      async handle(call) {
        const { id, doc } = await existing(call);
        return json(200, await present(call.principal.owner, id, doc as TaskFacts), { ETag: tagOf(doc.version) });
      },
    }),
    route(calls.editTask, {
      dryRun: ({ principal, correlationId, params }, left) =>
        dryRun(app, (closed) => editTask(closed, callerOf({ principal, correlationId }), params.id ?? '', left)),
      readOnly: {
        names: READ_ONLY,
        current: async (call) => {
          const found = await own(call);
          return found && present(call.principal.owner, found.id, found.doc as TaskFacts);
        },
      },
      handle: async (call) => changed(call, await editTask(app, callerOf(call), idOf(call), call.body, await version(call))),
    }),
    route(calls.deleteTask, {
      async handle(call) {
        const { position } = await deleteTask(app, callerOf(call), idOf(call), await version(call));
        await waitForReadModels(deps, position);
        return noContent();
      },
    }),
    route(calls.setTaskStatus, {
      handle: async (call) => changed(call, await setStatus(app, callerOf(call), idOf(call), call.body, await version(call))),
    }),
    act(calls.undoTask, undoTask),
    act(calls.archiveTask, archiveTask),
    act(calls.unarchiveTask, unarchiveTask),
    route(calls.listChildren, {
      async handle(call) {
        const { id } = await existing(call);
        const children = await texts(call.principal.owner, await childrenOf(app.views, id));
        return { status: 200, body: `[${children.join(',')}]` };
      },
    }),
    route(calls.deleteChildren, {
      async handle(call) {
        const caller = callerOf(call);
        const { deleted, position } = await deleteChildren(app, caller, idOf(call), call.body.children, await version(call));
        await waitForReadModels(deps, position);
        return json(200, { deleted });
      },
    }),
  ];
}
