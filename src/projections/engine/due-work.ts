import type { JsonObject } from '../../domain/kernel/event.ts';
import type { Stored } from '../../ports/documents.ts';
import type { DueWork } from '../../ports/due-work.ts';
import type { Projection } from './projection.ts';
import type { Views } from './views.ts';

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

/** The first pieces of a queue of due work. */
export interface DueQueue {
  /** Those due at or before the instant that was asked for, in the order in which they must be done. */
  readonly works: readonly DueWork[];
  /**
   * The earliest instant after it at which something is due; null: nothing is. If that is not known, because it was not read or there are as
   * many pieces as were asked for, the instant that was asked for.
   */
  readonly later: string | null;
}

/** The first due documents of one source, at most `limit`. If `later` is false, documents due after `to` are missing. */
async function firstOf(
  { documents, current }: Views,
  name: string,
  limit: number,
  to: string | undefined,
): Promise<{ readonly items: readonly Stored<DueDoc>[]; readonly later: boolean }> {
  if (documents.first && limit <= FEW) return { items: await documents.first<DueDoc>(current(name), 'next', limit), later: true };
  const query = { index: 'next', equals: [], order: 'asc', limit, ...(to !== undefined && { to }) } as const;
  return { items: (await documents.find<DueDoc>(current(name), query)).items, later: to === undefined };
}

/** All sources form one queue. Returns the first due pieces, at most `limit`; with `to`, only those due at or before that instant. */
async function queue(views: Views, sources: readonly AnyDueSource[], limit: number, to?: string): Promise<DueQueue> {
  let isWhole = true;
  const found = await Promise.all(
    sources
      .toSorted((a, b) => a.order - b.order)
      .map(async ({ kind, projection, facts }) => {
        const { items, later } = await firstOf(views, projection.name, limit, to);
        if (!later) isWhole = false;
        return items.flatMap((stored): readonly DueWork[] => {
          const { next_key: next_at } = stored.doc;
          return next_at === null ? [] : [{ kind, next_at, ...facts(stored) }];
        });
      }),
  );
  // A stable sort keeps the order of kinds at the same instant.
  const all = found.flat().sort((a, b) => (a.next_at < b.next_at ? -1 : a.next_at > b.next_at ? 1 : 0));
  const due = to === undefined ? all : all.filter(({ next_at }) => next_at <= to);
  const works = due.slice(0, limit);
  const later = all[due.length]?.next_at ?? null;
  return { works, later: to !== undefined && (!isWhole || works.length === limit) ? to : later };
}

/** The work due at or before the instant, in the order in which it must be done. */
export const dueBefore = async (
  views: Views,
  sources: readonly AnyDueSource[],
  instant: string,
  limit: number,
): Promise<readonly DueWork[]> => (await queue(views, sources, limit, instant)).works;

/** The same, and when more is due after the instant. */
export const dueQueue = (views: Views, sources: readonly AnyDueSource[], instant: string, limit: number): Promise<DueQueue> =>
  queue(views, sources, limit, instant);

export async function nextDue(views: Views, sources: readonly AnyDueSource[]): Promise<string | null> {
  const { works } = await queue(views, sources, 1);
  return works[0]?.next_at ?? null;
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
