import type { Stored, WholeCollections } from '../ports/documents.ts';

const PAGE = 500;

/** All documents of a collection in the order of their ids, one page in memory. */
export async function* allDocuments(store: WholeCollections, collection: string): AsyncGenerator<Stored> {
  let after: string | null = null;
  for (;;) {
    const page: readonly Stored[] = await store.scan(collection, after, PAGE);
    yield* page;
    after = page.at(-1)?.id ?? null;
    if (page.length < PAGE) return;
  }
}

/** The stores order ids as UTF-8, in which characters beyond the first 65,536 stand elsewhere than in UTF-16. */
const compareIds = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** The documents of two stores side by side, by their ids. One that only one store has stands alone. */
export async function* pairsOf(
  first: WholeCollections,
  second: WholeCollections,
  collection: string,
): AsyncGenerator<readonly [Stored | undefined, Stored | undefined]> {
  const [ones, others] = [allDocuments(first, collection), allDocuments(second, collection)];
  const next = async (from: AsyncGenerator<Stored>): Promise<Stored | undefined> => (await from.next()).value ?? undefined;
  let [one, other] = [await next(ones), await next(others)];
  while (one !== undefined || other !== undefined) {
    const order = one === undefined ? 1 : other === undefined ? -1 : compareIds(one.id, other.id);
    yield [order <= 0 ? one : undefined, order >= 0 ? other : undefined];
    if (order <= 0) one = await next(ones);
    if (order >= 0) other = await next(others);
  }
}
