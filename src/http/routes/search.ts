import { createSearch, type Found } from '../../app/search/search.ts';
import { TOTAL_COUNT } from '../../contracts/call.ts';
import * as calls from '../../contracts/calls/search.ts';
import type { SearchResult } from '../../contracts/search.ts';
import { parseSearch } from '../../contracts/words/search-query.ts';
import { presentTask } from '../../presenters/task.ts';
import { tasksByIds } from '../../projections/task/task-lists.ts';
import { jsonOf, listPage } from '../kernel/list-page.ts';
import { invalid } from '../kernel/problems.ts';
import { type Route, route } from '../kernel/route.ts';
import type { Deps } from '../routes.ts';

const A_PAGE = 50;
/** The greatest page, so that each page is searched once. */
const CHUNK = 200;

function resultOf({ entry, excerpt }: Found): SearchResult {
  const { kind, id, title, status, due_date, archived, tags } = entry;
  return { kind, id, title, excerpt, status, due_date, archived, tags: [...tags] };
}

/** The results, with each archived task whole. */
async function withArchived({ app: { views, opener } }: Deps, owner: string, found: readonly Found[]): Promise<readonly SearchResult[]> {
  const ids = found.flatMap(({ entry }) => (entry.kind === 'task' && entry.archived ? [entry.id] : []));
  const archived = await tasksByIds(views, ids);
  await opener.ready(owner);
  return found.map((one) => {
    const task = archived.get(one.entry.id);
    // The search may not have read the newest change of a task yet.
    return task?.doc.archived && !task.doc.deleted
      ? { ...resultOf(one), task: presentTask(opener, owner, task.id, task.doc) }
      : resultOf(one);
  });
}

export function searchRoutes(deps: Deps): readonly Route[] {
  const { app, pages } = deps;
  const searchIn = createSearch(app);
  return [
    route(calls.search, {
      async handle(call) {
        const read = parseSearch(call.query.q);
        if ('fault' in read) throw invalid({ q: [read.fault] });
        const { owner } = call.principal;
        const isCounted = call.query.count !== undefined;
        let total: number | null = null;
        const answer = await listPage(pages, call, {
          limit: A_PAGE,
          chunk: CHUNK,
          async read(page) {
            const found = await searchIn(owner, read.terms, { ...page, isCounted });
            total ??= found.total;
            return found;
          },
          texts: async (found) => jsonOf(call.query.tasks === undefined ? found.map(resultOf) : await withArchived(deps, owner, found)),
        });
        return total === null ? answer : { ...answer, headers: { ...answer.headers, [TOTAL_COUNT]: String(total) } };
      },
    }),
  ];
}
