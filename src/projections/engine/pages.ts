import type { JsonObject } from '../../domain/kernel/json.ts';
import type { Documents, Query, Stored } from '../../ports/documents.ts';
import { yieldToEventLoop } from './pauses.ts';

/** Documents read at a time. With an embedded store nothing else runs in the process while a page is read. */
const CHUNK = 500;

/** All results of a query, page by page. Between two pages the process can do other work, so a long list delays it by at most one page. */
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

/** All results of a query in one list. Use it only for lists whose length one person limits. */
export async function everything<D extends JsonObject>(
  documents: Documents,
  collection: string,
  query: Omit<Query, 'limit' | 'after'>,
): Promise<readonly Stored<D>[]> {
  const items: Stored<D>[] = [];
  for await (const page of pagesOf<D>(documents, collection, query)) items.push(...page);
  return items;
}
