import type { JsonObject } from '../../domain/kernel/json.ts';
import type { Documents, Query, Stored } from './documents.ts';
import { yieldToEventLoop } from './pauses.ts';

/** Documents read at a time. On an embedded store nothing else runs in the process while a page is read. */
const CHUNK = 500;

/**
 * Everything that a query gives, page by page. Between two pages other work of the process gets its turn, so that a long
 * list delays nobody by more than a page.
 */
export async function* pagesOf<D extends JsonObject>(
  documents: Documents,
  collection: string,
  query: Omit<Query, 'limit' | 'after'>,
): AsyncGenerator<readonly Stored<D>[]> {
  let after: Query['after'];
  for (;;) {
    const page = await documents.find<D>(collection, { ...query, limit: CHUNK, ...(after && { after }) });
    yield page.items;
    if (page.next === null) return;
    after = page.next;
    await yieldToEventLoop();
  }
}

/** Everything that a query gives, in one list. For lists that are bounded by what one person makes. */
export async function everything<D extends JsonObject>(
  documents: Documents,
  collection: string,
  query: Omit<Query, 'limit' | 'after'>,
): Promise<readonly Stored<D>[]> {
  const items: Stored<D>[] = [];
  for await (const page of pagesOf<D>(documents, collection, query)) items.push(...page);
  return items;
}
