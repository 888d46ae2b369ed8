import { timingSafeEqual } from 'node:crypto';
import type { Cursor } from '../../ports/documents.ts';
import type { KeyedHashes } from '../../ports/keyed-hashes.ts';
import { invalid } from './problems.ts';
import type { Call } from './route.ts';

export interface Pages {
  /** The cursor in the query, if there is one. @throws Refusal 422 if this program has not made it for this list */
  readonly cursor: (after: string | undefined, scope: string) => Cursor | undefined;
  /** The `Link` header to the next page. */
  readonly link: (next: Cursor, scope: string, path: string, query: URLSearchParams) => string;
}

/** Makes and reads cursors. They are signed and bound to the list and its reader; `scope` names both. */
export function createPages(hashes: KeyedHashes): Pages {
  const sign = (scope: string, text: string): string => hashes.keyed('page', `${scope}\n${text}`).slice(0, 24);
  return {
    cursor(after, scope) {
      if (after === undefined) return undefined;
      const [text = '', mark = ''] = after.split('.');
      const expected = Buffer.from(sign(scope, text));
      const given = Buffer.from(mark);
      if (given.length !== expected.length || !timingSafeEqual(given, expected))
        throw invalid({ after: ['This is no page of ours. Begin again without it.'] });
      return JSON.parse(Buffer.from(text, 'base64url').toString()) as Cursor;
    },
    link(next, scope, path, query) {
      const text = Buffer.from(JSON.stringify(next)).toString('base64url');
      const rest = new URLSearchParams(query);
      rest.set('after', `${text}.${sign(scope, text)}`);
      return `<${path}?${rest}>; rel="next"`;
    },
  };
}

/** The header with the link to the next page; none on the last page. */
export function nextLink(
  pages: Pages,
  { context, principal }: Pick<Call<unknown, unknown>, 'context' | 'principal'>,
  next: Cursor | null,
): Record<string, string> {
  if (next === null) return {};
  return { Link: pages.link(next, `${principal.owner} ${context.path}`, context.path, new URLSearchParams(context.querystring)) };
}
