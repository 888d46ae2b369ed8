import { setTimeout as delay } from 'node:timers/promises';
import type { JsonObject, Position } from '../../domain/kernel/event.ts';
import type { Documents, Query, Stored } from '../../ports/documents.ts';
import { type AnyProjection, collectionName } from './projection.ts';

export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export class InterruptiblePause {
  #end: () => void = () => undefined;

  begin(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#end = () => resolve(clearTimeout(timer));
    });
  }

  end(): void {
    this.#end();
  }
}

export interface OwnTime {
  /** Milliseconds that never go back. */
  monotonic(): number;
  /** Resolves after that time, or when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export const OWN_TIME: OwnTime = {
  monotonic: () => performance.now(),
  sleep: (ms, signal) => delay(ms, undefined, { signal }).catch(() => undefined),
};

export const backOff = (attempt: number, signal: AbortSignal): Promise<void> =>
  OWN_TIME.sleep(Math.min(100 * 2 ** (attempt - 1), 5_000), signal);

/** What every query reads from. The runner creates it; tests use `currentViews`. */
export interface Views {
  readonly documents: Documents;
  /** The collection that serves a projection now: that of an older version while a new one is being built. */
  readonly current: (projection: string) => string;
  /**
   * Present if read models are folded independently of each other: resolves once this one includes the position.
   * @throws StoreUnavailable
   */
  readonly waitForReadModel?: (projection: string, position: Position) => Promise<void>;
  /**
   * Present if read models are folded independently of each other: resolves once this one shows everything that is in the log now. For
   * something that was not found although it must exist.
   * @throws StoreUnavailable
   */
  readonly untilCurrent?: (projection: string) => Promise<void>;
}

/**
 * Views of the versions of these projections.
 * @throws RangeError for any other name
 */
export function currentViews(documents: Documents, projections: readonly AnyProjection[]): Views {
  const names = new Map(projections.map((projection) => [projection.name, collectionName(projection)]));
  return { documents, current: (name) => nameIn(names, name) };
}

export function nameIn(names: ReadonlyMap<string, string>, projection: string): string {
  const name = names.get(projection);
  if (name === undefined) throw new RangeError(`There is no read model '${projection}'. There are: ${[...names.keys()].join(', ')}.`);
  return name;
}

/** Turns an interface into an object type that counts as JSON. */
export type Plain<T> = { readonly [K in keyof T]: T[K] };

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
