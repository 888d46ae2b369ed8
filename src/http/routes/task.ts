import { LRUCache } from 'lru-cache';
import { promiseAgain } from '../../app/task/again.ts';
import { placeTask } from '../../app/task/place.ts';
import type { TaskResult } from '../../app/task/task-send.ts';
import {
  archiveTask,
  deleteChildren,
  deleteTask,
  editTask,
  promiseTask,
  setStatus,
  unarchiveTask,
  undoTask,
} from '../../app/task/tasks.ts';
import * as calls from '../../contracts/calls/task.ts';
import { editTaskBody, task } from '../../contracts/task.ts';
import { sameTag } from '../../contracts/words/spelling.ts';
import type { Page, Stored } from '../../ports/documents.ts';
import { factsOf, presentTask, TASK_SHAPE, type TaskFacts, type TaskTexts } from '../../presenters/task.ts';
import {
  archivedTasks,
  childrenOf,
  task as findTask,
  type LiveFilter,
  liveTasks,
  missedTasks,
  type PageOf,
} from '../../projections/task/task-lists.ts';
import { type TaskDoc, taskHead } from '../../projections/task/tasks.ts';
import { alongWithOthers, unchanged } from '../kernel/faults.ts';
import { etag, pageTag } from '../kernel/headers.ts';
import { dryRun } from '../kernel/idempotency.ts';
import { type ListCall, listPage, PAGE_BYTES } from '../kernel/list-page.ts';
import { callerOf } from '../kernel/principal.ts';
import { notFound } from '../kernel/problems.ts';
import { type Answer, type Call, json, noContent, type Route, route } from '../kernel/route.ts';
import { byId, idOf } from '../one-shown.ts';
import { type Deps, waitForReadModels } from '../routes.ts';

type UncheckedTaskCall = Omit<Call<unknown, unknown>, 'body'>;

const tagOf = (version: number): string => etag(version, TASK_SHAPE);
const READ_ONLY = Object.keys(task.shape).filter((name) => !(name in editTaskBody.shape));

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
  /** The version in If-Match. If the header lists several, the one that the task has. */
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

  const made = (call: UncheckedTaskCall, result: TaskResult): Promise<Answer> =>
    changed(call, result, 201, { Location: `/api/tasks/${result.id}` });

  const act = (call: typeof calls.undoTask | typeof calls.archiveTask | typeof calls.unarchiveTask, work: typeof undoTask) =>
    route(call, {
      handle: async (asked) => changed(asked, await work(app, callerOf(asked), idOf(asked), await version(asked))),
    });

  return [
    route(calls.createTask, {
      faults: [
        alongWithOthers(({ principal, correlationId }, left) =>
          dryRun(app, (closed) => promiseTask(closed, callerOf({ principal, correlationId }), { title: 'Untitled', ...left })),
        ),
      ],
      async handle(call) {
        return made(call, await promiseTask(app, callerOf(call), call.body, call.newId));
      },
    }),
    route(calls.readTask, {
      async handle(call) {
        const { id, doc } = await existing(call);
        return json(200, await present(call.principal.owner, id, doc), { ETag: tagOf(doc.version) });
      },
    }),
    route(calls.editTask, {
      faults: [
        unchanged(READ_ONLY, async (call) => {
          const found = await own(call);
          return found && present(call.principal.owner, found.id, found.doc);
        }),
        alongWithOthers(({ principal, correlationId, params }, left) =>
          dryRun(app, (closed) => editTask(closed, callerOf({ principal, correlationId }), params.id ?? '', left)),
        ),
      ],
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
    route(calls.promiseAgain, {
      faults: [
        alongWithOthers(async ({ principal, correlationId, params }, left) => {
          if (!('due_date' in left)) return {};
          const due = { due_date: '', due_time: null, ...left };
          return dryRun(app, (closed) => promiseAgain(closed, callerOf({ principal, correlationId }), params.id ?? '', due));
        }),
      ],
      async handle(call) {
        const options = { newId: call.newId, ifMatch: await version(call) };
        return made(call, await promiseAgain(app, callerOf(call), idOf(call), call.body, options));
      },
    }),
    route(calls.placeTask, {
      async handle(call) {
        const placement = { before: call.body.before, ifMatch: await version(call) };
        return changed(call, await placeTask(app, callerOf(call), idOf(call), placement));
      },
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

const WHOLE_LIST = 1_000;
const A_PAGE = 50;
/**
 * The size limit of a page of tasks. A page may have 1,000 tasks, which fit with descriptions of a thousand characters each.
 */
const LIST_BYTES = 2 * PAGE_BYTES;
const CHUNK = 250;
/** In bytes. */
const REMEMBERED = 4 * 1_024 * 1_024;

/** A sent list, and the owner's newest change that it contains. */
interface CachedList {
  readonly head: string;
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** Registered before `/api/tasks/{id}`, which would take their names for ids. */
export function taskListRoutes({ app, pages }: Deps, texts: TaskTexts): readonly Route[] {
  const cache = new LRUCache<string, CachedList>({ maxSize: REMEMBERED, sizeCalculation: ({ body }) => body.length + 200 });

  /**
   * Returns the cached list if no task of the owner has changed since. The head is read before the list, so that a cached list
   * is never older than its head.
   */
  async function page(call: ListCall, limit: number, find: (page: PageOf) => Promise<Page<TaskDoc>>): Promise<Answer> {
    const key = `${call.principal.owner} ${call.context.url}`;
    const head = (await taskHead(app.views, call.principal.owner)) ?? '';
    const known = cache.get(key);
    if (known?.head === head) return { status: 200, body: known.body, headers: known.headers, lasts: 'until_change' };
    // The cached list must contain the change of its head, and the two read models may be at different positions.
    if (head !== '') await app.views.waitForReadModel?.('tasks', head);
    const answer = await listPage(pages, call, {
      ...{ limit, bytes: LIST_BYTES, chunk: CHUNK, read: find },
      texts: (found) => texts(call.principal.owner, found),
    });
    const body = Buffer.from(answer.body ?? '');
    const headers = { ...answer.headers, ETag: pageTag(body, answer.headers?.Link) };
    cache.set(key, { head, body, headers });
    return { status: 200, body, headers, lasts: 'until_change' };
  }

  return [
    route(calls.listTasks, {
      async handle(call) {
        const { status, due_from, due_to, tag, sort } = call.query;
        const filter: LiveFilter = {
          ...(status && { statuses: status }),
          ...(due_from && { dueFrom: due_from }),
          ...(due_to && { dueTo: due_to }),
          ...(sort && { sort }),
        };
        if (tag === undefined) return page(call, WHOLE_LIST, (at) => liveTasks(app.views, call.principal.owner, filter, at));
        await app.opener.ready(call.principal.owner);
        const wanted = tag.trim();
        const accept = (doc: TaskDoc): boolean => {
          const tags = app.opener.openNow(doc.owner, doc.tags)?.tags ?? [];
          return tags.some((one) => sameTag(one, wanted));
        };
        return page(call, WHOLE_LIST, (at) => liveTasks(app.views, call.principal.owner, { ...filter, accept }, at));
      },
    }),
    route(calls.listMissedTasks, {
      handle: (call) => page(call, A_PAGE, (at) => missedTasks(app.views, call.principal.owner, at)),
    }),
    route(calls.listArchivedTasks, {
      handle: (call) => page(call, A_PAGE, (at) => archivedTasks(app.views, call.principal.owner, at)),
    }),
  ];
}
