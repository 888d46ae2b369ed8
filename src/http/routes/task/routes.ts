import { z } from 'zod';
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
import type { RefusalCode } from '../../../contracts/refusals.ts';
import { deleteChildrenBody, editTaskBody, newTaskBody, statusBody, task } from '../../../contracts/task.ts';
import { factsOf, presentTask, type TaskFacts, type TaskTexts } from '../../../presenters/task.ts';
import type { Stored } from '../../../projections/engine/documents.ts';
import { childrenOf, task as findTask } from '../../../projections/task/task-lists.ts';
import type { TaskDoc } from '../../../projections/task/tasks.ts';
import { type Deps, waitForReadModels } from '../../deps.ts';
import { jsonBody, optionalJsonBody } from '../../kernel/bodies.ts';
import { dryRun } from '../../kernel/dry-run.ts';
import { etag } from '../../kernel/etag.ts';
import { callerOf } from '../../kernel/principal.ts';
import { notFound } from '../../kernel/problems.ts';
import { type Answer, type AnyRoute, type Call, json, noContent, route } from '../../kernel/route.ts';
import { byId, idOf } from '../../one-shown.ts';

type UncheckedTaskCall = Omit<Call<unknown, unknown>, 'body'>;

const EMPTY = z.strictObject({});
/** 2: a task says its outcome. 3: and whether its record was corrected, and what is asked for as proof. 4: and whether it counts on its owner's word. 5: and which partner judges it. */
const tagOf = (version: number): string => etag(version, 5);
const READ_ONLY = Object.keys(task.shape).filter((name) => !(name in editTaskBody.shape));

/** Reading, making, changing, undoing and archiving one task. */
export function taskRoutes(deps: Deps, texts: TaskTexts): readonly AnyRoute[] {
  const { app } = deps;
  const common = { tag: 'Tasks', access: 'user' } as const;
  const one = { description: 'The task as it now is', schema: task, etag: true } as const;

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

  /** A POST on a task, without a body. */
  const act = (name: string, summary: string, refusals: readonly RefusalCode[], work: typeof undoTask) =>
    route({
      ...common,
      method: 'POST',
      scopes: ['tasks:write'],
      path: `/api/tasks/{id}/${name}`,
      summary,
      body: optionalJsonBody(EMPTY),
      replies: { 200: one },
      refusals: ['not_found', 'precondition_failed', ...refusals],
      handle: async (call) => changed(call, await work(app, callerOf(call), idOf(call), await version(call))),
    });

  return [
    route({
      ...common,
      method: 'POST',
      scopes: ['tasks:write'],
      path: '/api/tasks',
      summary: 'Make a task',
      body: jsonBody(newTaskBody),
      dryRun: ({ principal, correlationId }, left) =>
        dryRun(app, (closed) => promiseTask(closed, callerOf({ principal, correlationId }), { title: 'Untitled', ...left })),
      replies: { 201: { ...one, description: 'Made', location: true } },
      refusals: ['conflict', 'limit_reached', 'premium_required'],
      async handle(call) {
        const result = await promiseTask(app, callerOf(call), call.body, call.newId);
        return changed(call, result, 201, { Location: `/api/tasks/${result.id}` });
      },
    }),
    route({
      ...common,
      method: 'GET',
      scopes: ['tasks:read'],
      path: '/api/tasks/{id}',
      summary: 'One task',
      replies: { 200: { ...one, description: 'The task' } },
      refusals: ['not_found'],
      async handle(call) {
        const { id, doc } = await existing(call);
        return json(200, await present(call.principal.owner, id, doc as TaskFacts), { ETag: tagOf(doc.version) });
      },
    }),
    route({
      ...common,
      method: 'PUT',
      scopes: ['tasks:write'],
      path: '/api/tasks/{id}',
      summary: 'Change a task',
      description: 'Fields left out stay as they are. Read-only ones may come back unchanged.',
      body: jsonBody(editTaskBody),
      dryRun: ({ principal, correlationId, params }, left) =>
        dryRun(app, (closed) => editTask(closed, callerOf({ principal, correlationId }), params.id ?? '', left)),
      readOnly: {
        names: READ_ONLY,
        current: async (call) => {
          const found = await own(call);
          return found && present(call.principal.owner, found.id, found.doc as TaskFacts);
        },
      },
      replies: { 200: one },
      refusals: ['not_found', 'precondition_failed', 'deadline_passed', 'archived', 'conflict', 'already_verified', 'premium_required'],
      handle: async (call) => changed(call, await editTask(app, callerOf(call), idOf(call), call.body, await version(call))),
    }),
    route({
      ...common,
      method: 'DELETE',
      scopes: ['tasks:write'],
      path: '/api/tasks/{id}',
      summary: 'Delete a task, with its children',
      replies: { 204: { description: 'Deleted' } },
      refusals: ['not_found', 'precondition_failed'],
      async handle(call) {
        const { position } = await deleteTask(app, callerOf(call), idOf(call), await version(call));
        await waitForReadModels(deps, position);
        return noContent();
      },
    }),
    route({
      ...common,
      method: 'PATCH',
      scopes: ['tasks:write'],
      path: '/api/tasks/{id}/status',
      summary: 'Set the status of a task',
      body: jsonBody(statusBody),
      replies: { 200: one },
      refusals: ['not_found', 'precondition_failed', 'deadline_passed', 'archived', 'children_open', 'already_verified'],
      handle: async (call) => changed(call, await setStatus(app, callerOf(call), idOf(call), call.body, await version(call))),
    }),
    act(
      'undo',
      "Take back the owner's last change to a task",
      ['nothing_to_undo', 'deadline_passed', 'already_verified', 'limit_reached'],
      undoTask,
    ),
    act('archive', 'Archive a task', ['still_open'], archiveTask),
    act('unarchive', 'Bring a task back from the archive', ['limit_reached'], unarchiveTask),
    route({
      ...common,
      method: 'GET',
      scopes: ['tasks:read'],
      path: '/api/tasks/{id}/children',
      summary: 'The children of a task, oldest first',
      replies: { 200: { description: 'Children', schema: z.array(task) } },
      refusals: ['not_found'],
      async handle(call) {
        const { id } = await existing(call);
        const children = await texts(call.principal.owner, await childrenOf(app.views, id));
        return { status: 200, body: `[${children.join(',')}]` };
      },
    }),
    route({
      ...common,
      method: 'DELETE',
      scopes: ['tasks:write'],
      path: '/api/tasks/{id}/children',
      summary: 'Delete some children of a task: all of those named, or none',
      body: jsonBody(deleteChildrenBody),
      replies: { 200: { description: 'What was deleted', schema: z.object({ deleted: z.array(z.string()) }) } },
      refusals: ['not_found', 'precondition_failed'],
      async handle(call) {
        const caller = callerOf(call);
        const { deleted, position } = await deleteChildren(app, caller, idOf(call), call.body.children, await version(call));
        await waitForReadModels(deps, position);
        return json(200, { deleted });
      },
    }),
  ];
}
