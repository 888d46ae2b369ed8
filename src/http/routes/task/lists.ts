import { LRUCache } from 'lru-cache';
import * as calls from '../../../contracts/calls/task.ts';
import { sameTag } from '../../../contracts/words/same-tag.ts';
import type { Page } from '../../../ports/documents.ts';
import type { TaskTexts } from '../../../presenters/task.ts';
import { taskHead } from '../../../projections/task/task-heads.ts';
import { archivedTasks, liveTasks, missedTasks, type PageOf } from '../../../projections/task/task-lists.ts';
import type { TaskDoc } from '../../../projections/task/tasks.ts';
import type { Deps } from '../../deps.ts';
import { type ListCall, listPage, PAGE_BYTES } from '../../kernel/list-page.ts';
import { type Answer, type Route, route } from '../../kernel/route.ts';

const WHOLE_LIST = 1_000;
const A_PAGE = 50;
/** The most bytes of a page of tasks, which can have 1,000 of them: so many fit in, each with a description of a thousand characters. */
const LIST_BYTES = 2 * PAGE_BYTES;
const CHUNK = 250;
/** The greatest size of all cached lists, in bytes. */
const REMEMBERED = 4 * 1_024 * 1_024;

/** A list that was sent, and the owner's newest change that is in it. */
interface CachedList {
  readonly head: string;
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** Lists of tasks. They are registered before `/api/tasks/{id}`, which would take their names for ids. */
export function taskListRoutes({ app, pages }: Deps, texts: TaskTexts): readonly Route[] {
  const cache = new LRUCache<string, CachedList>({ maxSize: REMEMBERED, sizeCalculation: ({ body }) => body.length + 200 });

  /**
   * Gives the cached list if no task of the owner has changed since. The head is read before the list, so that a cached list is
   * never older than its head says.
   */
  async function page(call: ListCall, limit: number, find: (page: PageOf) => Promise<Page<TaskDoc>>): Promise<Answer> {
    const key = `${call.principal.owner} ${call.context.url}`;
    const head = (await taskHead(app.views, call.principal.owner)) ?? '';
    const known = cache.get(key);
    if (known?.head === head) return { status: 200, body: known.body, headers: known.headers };
    // What is remembered under this head must hold it: the two read models need not come together.
    if (head !== '') await app.views.waitForReadModel?.('tasks', head);
    const answer = await listPage(pages, call, {
      ...{ limit, bytes: LIST_BYTES, chunk: CHUNK, read: find },
      texts: (found) => texts(call.principal.owner, found),
    });
    const [body, headers] = [Buffer.from(answer.body ?? ''), answer.headers ?? {}];
    cache.set(key, { head, body, headers });
    return { status: 200, body, headers };
  }

  return [
    route(calls.listTasks, {
      async handle(call) {
        const { status, due_from, due_to, tag } = call.query;
        const filter = { ...(status && { statuses: status }), ...(due_from && { dueFrom: due_from }), ...(due_to && { dueTo: due_to }) };
        if (tag === undefined) return page(call, WHOLE_LIST, (at) => liveTasks(app.views, call.principal.owner, filter, at));
        await app.opener.ready(call.principal.owner);
        const wanted = tag.trim();
        const accept = (doc: TaskDoc): boolean => {
          const tags = doc.tags === null ? undefined : app.opener.openNow(doc.owner, doc.tags)?.tags;
          return Array.isArray(tags) && tags.some((one) => sameTag(one, wanted));
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
