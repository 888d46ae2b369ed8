import type { JsonObject } from '../../domain/kernel/json.ts';
import type { Cursor, Documents, Query, Stored } from './documents.ts';

const CHUNK = 500;

/** Everything that a query gives, read page by page. For lists that are bounded by what one person makes. */
export async function everything<D extends JsonObject>(
  documents: Documents,
  collection: string,
  query: Omit<Query, 'limit' | 'after'>,
): Promise<readonly Stored<D>[]> {
  const items: Stored<D>[] = [];
  let after: Cursor | undefined;
  for (;;) {
    const page = await documents.find<D>(collection, { ...query, limit: CHUNK, ...(after && { after }) });
    items.push(...page.items);
    if (page.next === null) return items;
    after = page.next;
  }
}
