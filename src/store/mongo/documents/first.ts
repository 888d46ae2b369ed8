import type { JsonObject } from '../../../domain/kernel/json.ts';
import type { Documents, Stored } from '../../../ports/documents.ts';

export interface FirstReads {
  /** The state of each collection's checkpoint, as a text that changes with everything that may change the collection. */
  states(names: readonly string[]): Promise<ReadonlyMap<string, string>>;
  readonly find: Documents['find'];
}

interface Known {
  readonly state: string;
  readonly index: string;
  readonly limit: number;
  readonly items: readonly Stored[];
}

/**
 * Returns the first documents of an index. They are read again only if the collection's state has changed since. The state is read before
 * the documents, and writers change it after them, so cached documents are never older than their state. Simultaneous callers share one
 * query for the states of their collections.
 */
export function createFirst({ states, find }: FirstReads): NonNullable<Documents['first']> {
  const known = new Map<string, Known>();
  let asking: { readonly names: Set<string>; readonly found: Promise<ReadonlyMap<string, string>> } | null = null;

  function stateOf(name: string): Promise<string | undefined> {
    asking ??= share(new Set());
    asking.names.add(name);
    return asking.found.then((found) => found.get(name));
  }

  function share(names: Set<string>) {
    const found = Promise.resolve().then(() => {
      asking = null;
      return states([...names]);
    });
    return { names, found };
  }

  return async <D extends JsonObject>(name: string, index: string, limit: number): Promise<readonly Stored<D>[]> => {
    const state = await stateOf(name);
    const before = known.get(name);
    if (before?.state === state && before?.index === index && before.limit === limit) return before.items as readonly Stored<D>[];
    const { items } = await find<D>(name, { index, equals: [], limit });
    if (state !== undefined) known.set(name, { state, index, limit, items });
    return items;
  };
}
