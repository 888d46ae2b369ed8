import type { Cursor } from '../../ports/documents.ts';
import { nextLink, type Pages } from './pages.ts';
import type { Answer, Call } from './route.ts';

/** A page has no more bytes than a JSON body that a client may send, unless its first entry alone has more. */
export const PAGE_BYTES = 1024 * 1024;
/** Entries that are read at a time, so that little is read that the page then has no room for. */
const CHUNK = 50;

interface PageOf {
  readonly limit: number;
  readonly after?: Cursor;
}

/** A list that is given in pages. */
export interface List<Item> {
  /** How many entries a page has at most where the call does not say. */
  readonly limit: number;
  readonly read: (page: PageOf) => Promise<{ readonly items: readonly Item[]; readonly next: Cursor | null }>;
  /** The JSON text of each entry. */
  readonly texts: (items: readonly Item[]) => Promise<readonly string[]>;
  /** Default `PAGE_BYTES`. */
  readonly bytes?: number;
  /** Default 50. */
  readonly chunk?: number;
}

export type ListCall = Call<{ readonly limit?: number | undefined; readonly after?: string | undefined }, unknown>;

/**
 * One page of a list, with the link to the next one. A page of long texts ends before it has too many bytes, and then has
 * fewer entries than the limit, at least one.
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
      // Read once more, so that the store says where exactly the page ends.
      const last = await read({ limit: kept, ...at });
      return { texts: [...texts, ...(await textsOf(last.items))], next: last.next };
    }
    texts.push(...more);
    room -= more.reduce((sum, text) => sum + Buffer.byteLength(text) + 1, 0);
    if (found.next === null || texts.length >= limit) return { texts, next: found.next };
    after = found.next;
  }
}

/** How many of the texts fit into so many bytes, with a comma after each. */
function countFitting(texts: readonly string[], room: number): number {
  let left = room;
  const over = texts.findIndex((text) => {
    left -= Buffer.byteLength(text) + 1;
    return left < 0;
  });
  return over === -1 ? texts.length : over;
}

export const jsonOf = (entries: readonly unknown[]): readonly string[] => entries.map((entry) => JSON.stringify(entry));
