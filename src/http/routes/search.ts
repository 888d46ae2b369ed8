import { createSearch, type Found } from '../../app/search/search.ts';
import * as calls from '../../contracts/calls/search.ts';
import type { SearchResult } from '../../contracts/search.ts';
import { parseSearch } from '../../contracts/words/search-query.ts';
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

export function searchRoutes({ app, pages }: Deps): readonly Route[] {
  const searchIn = createSearch(app);
  return [
    route(calls.search, {
      async handle(call) {
        const read = parseSearch(call.query.q);
        if ('fault' in read) throw invalid({ q: [read.fault] });
        return listPage(pages, call, {
          limit: A_PAGE,
          chunk: CHUNK,
          read: (page) => searchIn(call.principal.owner, read.terms, page),
          texts: async (found) => jsonOf(found.map(resultOf)),
        });
      },
    }),
  ];
}
