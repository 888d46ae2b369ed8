import type { JsonObject } from '../../domain/kernel/event.ts';
import type { Stored } from '../../ports/documents.ts';
import type { Projection } from './projection.ts';
import type { Views } from './views.ts';

export interface DueWork {
  readonly kind: string;
  /** The instant, RFC 3339 with milliseconds. */
  readonly next_at: string;
  /** Null: it belongs to no owner. */
  readonly owner: string | null;
  readonly id: string;
}

export type DueFacts = Omit<DueWork, 'kind' | 'next_at'>;

/** The documents of a read model with due work. `next_key` is the instant; null if nothing is due. */
export type DueDoc = { readonly next_key: string | null };

/**
 * A read model with due work of one kind. It has a sparse index `next` over `next_key`. At the same instant the kinds run in the order of
 * their numbers.
 */
export interface DueSource<D extends DueDoc & JsonObject, Facts extends DueFacts> {
  readonly kind: string;
  readonly order: number;
  readonly projection: Projection<D>;
  readonly facts: (stored: Stored<D>) => Facts;
}

// biome-ignore lint/suspicious/noExplicitAny: sources of different documents share one list
export type AnyDueSource = Pick<DueSource<any, any>, 'kind' | 'order' | 'projection' | 'facts'>;

/** Up to this number, the first pieces of each source are read with `first`, because a driver may have them in its cache. */
const FEW = 20;

/** The first due documents of one source, at most `limit`. Documents due after `to` may be missing. */
async function firstOf(
  { documents, current }: Views,
  name: string,
  limit: number,
  to: string | undefined,
): Promise<readonly Stored<DueDoc>[]> {
  if (documents.first && limit <= FEW) return documents.first<DueDoc>(current(name), 'next', limit);
  return (await documents.find<DueDoc>(current(name), { index: 'next', equals: [], order: 'asc', limit, ...(to !== undefined && { to }) }))
    .items;
}

/** All sources form one queue. Returns the first due pieces, at most `limit`; with `to`, only those due at or before that instant. */
async function queue(views: Views, sources: readonly AnyDueSource[], limit: number, to?: string): Promise<readonly DueWork[]> {
  const found = await Promise.all(
    sources
      .toSorted((a, b) => a.order - b.order)
      .map(async ({ kind, projection, facts }) => {
        const due = await firstOf(views, projection.name, limit, to);
        return due.flatMap((stored): readonly DueWork[] => {
          const { next_key: next_at } = stored.doc;
          return next_at === null || (to !== undefined && next_at > to) ? [] : [{ kind, next_at, ...facts(stored) }];
        });
      }),
  );
  // A stable sort keeps the order of kinds at the same instant.
  return found
    .flat()
    .sort((a, b) => (a.next_at < b.next_at ? -1 : a.next_at > b.next_at ? 1 : 0))
    .slice(0, limit);
}

/** The work due at or before the instant, in the order in which it must be done. */
export const dueBefore = (views: Views, sources: readonly AnyDueSource[], instant: string, limit: number): Promise<readonly DueWork[]> =>
  queue(views, sources, limit, instant);

export async function nextDue(views: Views, sources: readonly AnyDueSource[]): Promise<string | null> {
  const [first] = await queue(views, sources, 1);
  return first?.next_at ?? null;
}

/** How many pieces of each kind are due at or before the instant, up to 1,000 for each kind, in the order of the kinds. */
export async function countDue(
  views: Views,
  sources: readonly AnyDueSource[],
  instant: string,
): Promise<readonly { readonly kind: string; readonly count: number }[]> {
  return Promise.all(
    sources
      .toSorted((a, b) => a.order - b.order)
      .map(async ({ kind, projection }) => ({
        kind,
        count: await views.documents.count(views.current(projection.name), { index: 'next', equals: [], to: instant }),
      })),
  );
}
