import type { JsonObject } from '../../domain/kernel/json.ts';
import type { Stored } from './documents.ts';
import type { Projection } from './projection.ts';
import type { Views } from './views.ts';

/** One piece of work that is to be done at an instant. `kind` and `id` identify it. */
export interface DueWork {
  readonly kind: string;
  /** The instant, RFC 3339 with milliseconds. */
  readonly next_at: string;
  /** Null: it belongs to no owner. */
  readonly owner: string | null;
  readonly id: string;
}

/** The facts about a piece of work that its document gives, beside its kind and its instant. */
export type DueFacts = Omit<DueWork, 'kind' | 'next_at'>;

/** The documents of a read model that holds due work: `next_key` is the instant, null where nothing is to be done. */
export type DueDoc = { readonly next_key: string | null };

/**
 * A read model that holds due work of one kind, with a sparse index `next` over `next_key`. At the same instant the
 * kinds come in the order of their numbers.
 */
export interface DueSource<D extends DueDoc & JsonObject, Facts extends DueFacts> {
  readonly kind: string;
  readonly order: number;
  readonly projection: Projection<D>;
  readonly facts: (stored: Stored<D>) => Facts;
}

// biome-ignore lint/suspicious/noExplicitAny: sources of different documents share one list
export type AnyDueSource = Pick<DueSource<any, any>, 'kind' | 'order' | 'projection' | 'facts'>;

/** Up to so many pieces are looked for among the first of each source, which a driver may know without a query. */
const FEW = 20;

/** Of one source what is due first, at most `limit` documents; those after `to` may be left out. */
async function firstOf({ documents, current }: Views, name: string, limit: number, to: string | undefined): Promise<readonly Stored[]> {
  if (documents.first && limit <= FEW) return documents.first(current(name), 'next', limit);
  return (await documents.find(current(name), { index: 'next', equals: [], order: 'asc', limit, ...(to !== undefined && { to }) })).items;
}

/** All sources are one queue: what is due first, at most `limit` pieces; with `to`, those due at or before that instant. */
async function queue(views: Views, sources: readonly AnyDueSource[], limit: number, to?: string): Promise<readonly DueWork[]> {
  const found = await Promise.all(
    sources
      .toSorted((a, b) => a.order - b.order)
      .map(async ({ kind, projection, facts }) => {
        const due = (await firstOf(views, projection.name, limit, to)).map((stored) => ({
          stored,
          next_at: (stored.doc as DueDoc).next_key as string,
        }));
        const inTime = due.filter(({ next_at }) => to === undefined || next_at <= to);
        return inTime.map(({ stored, next_at }): DueWork => ({ kind, next_at, ...facts(stored) }));
      }),
  );
  // a stable sort keeps the order of kinds at the same instant
  return found
    .flat()
    .sort((a, b) => (a.next_at < b.next_at ? -1 : a.next_at > b.next_at ? 1 : 0))
    .slice(0, limit);
}

/** What is due at or before the instant, in the order in which it is to be done. */
export const dueBefore = (views: Views, sources: readonly AnyDueSource[], instant: string, limit: number): Promise<readonly DueWork[]> =>
  queue(views, sources, limit, instant);

/** The next instant at which something is due, or null. */
export async function nextDue(views: Views, sources: readonly AnyDueSource[]): Promise<string | null> {
  const [first] = await queue(views, sources, 1);
  return first?.next_at ?? null;
}

/** How much of each kind is due at or before the instant, up to 1,000 a kind, in the order of the kinds. */
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
