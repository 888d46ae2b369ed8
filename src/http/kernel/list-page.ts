import { timingSafeEqual } from 'node:crypto';
import type { Cursor } from '../../ports/documents.ts';
import type { KeyedHashes } from '../../ports/secrets.ts';
import { invalid } from './problems.ts';
import type { Answer, Call } from './route.ts';

export interface Pages {
  /**
   * Undefined if the query has none.
   * @throws Refusal 422 if this program has not made the cursor for this list
   */
  readonly cursor: (after: string | undefined, scope: string) => Cursor | undefined;
  /** The `Link` header to the next page. */
  readonly link: (next: Cursor, scope: string, path: string, query: URLSearchParams) => string;
}

/** Cursors are signed and bound to the list and its reader; `scope` names both. */
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
      // The signature proves that `link` has written this text.
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

/** Empty on the last page. */
export function nextLink(
  pages: Pages,
  { context, principal }: Pick<Call<unknown, unknown>, 'context' | 'principal'>,
  next: Cursor | null,
): Record<string, string> {
  if (next === null) return {};
  return { Link: pages.link(next, `${principal.owner} ${context.path}`, context.path, new URLSearchParams(context.querystring)) };
}

/** A page has at most as many bytes as a JSON body that a client may send, unless its first entry alone is larger. */
export const PAGE_BYTES = 1024 * 1024;
/** Entries are read in portions, so that few are read that do not fit on the page. */
const CHUNK = 50;

interface PageOf {
  readonly limit: number;
  readonly after?: Cursor;
}

export interface List<Item> {
  /** The number of entries on a page if the call does not ask for another one. */
  readonly limit: number;
  /** `isCut`: the page ends here although it is not full, because reading on would take too long. */
  readonly read: (page: PageOf) => Promise<{ readonly items: readonly Item[]; readonly next: Cursor | null; readonly isCut?: boolean }>;
  /** The JSON text of each entry. */
  readonly texts: (items: readonly Item[]) => Promise<readonly string[]>;
  /** Default `PAGE_BYTES`. */
  readonly bytes?: number;
  /** Default 50. */
  readonly chunk?: number;
}

export type ListCall = Call<{ readonly limit?: number | undefined; readonly after?: string | undefined }, unknown>;

/**
 * Returns a page with the link to the next one. A page of long texts is limited by bytes, and then has fewer entries than the
 * limit, but at least one.
 */
export async function listPage<Item>(pages: Pages, call: ListCall, list: List<Item>): Promise<Answer> {
  const after = pages.cursor(call.query.after, `${call.principal.owner} ${call.context.path}`);
  const { texts, next } = await readPage(list, call.query.limit ?? list.limit, after);
  return { status: 200, body: `[${texts.join(',')}]`, headers: nextLink(pages, call, next) };
}

async function readPage<Item>({ read, texts: textsOf, bytes = PAGE_BYTES, chunk = CHUNK }: List<Item>, limit: number, from?: Cursor) {
  const texts: string[] = [];
  let room = bytes;
  for (let after = from; ; ) {
    const at = after && { after };
    const found = await read({ limit: Math.min(chunk, limit - texts.length), ...at });
    const more = await textsOf(found.items);
    const fitting = countFitting(more, room);
    if (fitting < more.length) {
      const kept = texts.length === 0 ? Math.max(fitting, 1) : fitting;
      if (kept === 0) return { texts, next: after ?? null };
      // Reads again with the final length, because only the store knows the cursor of that end.
      const last = await read({ limit: kept, ...at });
      return { texts: [...texts, ...(await textsOf(last.items))], next: last.next };
    }
    texts.push(...more);
    room -= more.reduce((sum, text) => sum + Buffer.byteLength(text) + 1, 0);
    if (found.next === null || found.isCut || texts.length >= limit) return { texts, next: found.next };
    after = found.next;
  }
}

/** The number of texts that fit into `room` bytes, with a comma after each. */
function countFitting(texts: readonly string[], room: number): number {
  let left = room;
  const over = texts.findIndex((text) => {
    left -= Buffer.byteLength(text) + 1;
    return left < 0;
  });
  return over === -1 ? texts.length : over;
}

export const jsonOf = (entries: readonly unknown[]): readonly string[] => entries.map((entry) => JSON.stringify(entry));
