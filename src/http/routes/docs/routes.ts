import * as calls from '../../../contracts/calls/docs.ts';
import { contentTag } from '../../kernel/etag.ts';
import { type Route, route } from '../../kernel/route.ts';
import { describeRoutes } from '../../openapi.ts';
import { type Described, renderDocs } from './page.ts';

/** The page contains its own style. It fetches and runs nothing. */
const CSP = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The OpenAPI document and the page that shows it. Both describe these two routes as well, and are made at their first use. */
export function docsRoutes(others: () => readonly Route[], secure: boolean): readonly Route[] {
  let made: ReturnType<typeof make> | undefined;
  const make = () => {
    const routes = others();
    const described = describeRoutes(routes, secure);
    const [json, page] = [JSON.stringify(described), renderDocs(routes, described as Described)];
    return { json, page, tags: { json: contentTag(json), page: contentTag(page) } };
  };
  const documents = () => {
    made ??= make();
    return made;
  };
  return [
    route(calls.readOpenApi, {
      handle: async () => ({ status: 200, headers: { ETag: documents().tags.json }, body: documents().json }),
    }),
    route(calls.readDocsPage, {
      handle: async () => ({
        status: 200,
        headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': CSP, ETag: documents().tags.page },
        body: documents().page,
      }),
    }),
  ];
}
