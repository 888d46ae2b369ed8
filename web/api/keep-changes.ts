import type { Mutation, QueryClient } from '@tanstack/react-query';
import { newKey } from './client.ts';
import { forgetChange, holdPage, type KeptChange, keepChange, leavePage, PAGE } from './kept.ts';
import { type SessionAnswer, sessionKeys } from './session.ts';

/** What a mutation says of a change that is to be kept. */
export type Keepable = Pick<KeptChange, 'family' | 'call' | 'key' | 'words' | 'before'>;

/** The meta of a mutation whose changes this browser keeps until they are answered. */
export const keptAs = <V>(keep: (variables: V) => Keepable) => ({ keep: keep as (variables: unknown) => Keepable });

/** The changes that are written down, by their mutation. */
const kept = new WeakMap<Mutation<unknown, Error, unknown, unknown>, KeptChange>();
const stored = new WeakSet<object>();
/** Whether a change is kept, so that it is not lost with the page. */
export const isStored = (mutation: object): boolean => stored.has(mutation);
/** Says that a mutation sends a change that was kept by an earlier page. */
export const markStored = (mutation: object): void => void stored.add(mutation);

let last = 0;
/** Later than every place that was given before, in this page and, as far as its clock goes, in this browser. */
function nextPlace(): number {
  last = Math.max(last + 1, Date.now() * 1_000);
  return last;
}

/** The writes of one page in their order, so that what is forgotten is not written again. */
let writing: Promise<unknown> = Promise.resolve();
const inOrder = (write: () => Promise<unknown>): void => {
  writing = writing.then(write).catch(() => undefined);
};

/** Writes down each change that says how, when it is made, and forgets it when it was answered. */
export function keepChanges(client: QueryClient, page: EventTarget): void {
  let isLeaving = false;
  // What a closing page hears of its requests says nothing about them.
  page.addEventListener('pagehide', () => {
    isLeaving = true;
  });
  page.addEventListener('pageshow', () => {
    isLeaving = false;
  });

  function begin(mutation: Mutation<unknown, Error, unknown, unknown>, keepable: Keepable, sentAt: number | null): void {
    const owner = client.getQueryData<SessionAnswer>(sessionKeys.all)?.user?.id;
    if (!owner) return;
    const change: KeptChange = { ...keepable, id: newKey(), owner, page: PAGE, order: nextPlace(), sentAt, refused: null };
    kept.set(mutation, change);
    inOrder(async () => {
      // It may have been answered meanwhile.
      if ((await holdPage()) && kept.has(mutation) && (await keepChange(change)) && kept.has(mutation)) stored.add(mutation);
    });
  }
  function sent(mutation: Mutation<unknown, Error, unknown, unknown>): void {
    const change = kept.get(mutation);
    if (!change) return;
    const now = { ...change, sentAt: Date.now() };
    kept.set(mutation, now);
    inOrder(async () => kept.has(mutation) && stored.has(mutation) && (await keepChange(now)));
  }
  function end(mutation: Mutation<unknown, Error, unknown, unknown>): void {
    const change = kept.get(mutation);
    if (!change) return;
    kept.delete(mutation);
    inOrder(async () => {
      await forgetChange(change.id);
      leavePage();
    });
  }

  client.getMutationCache().subscribe((event) => {
    if (event.type !== 'updated' || isLeaving) return;
    const { action, mutation } = event;
    const keep = mutation.meta?.keep as ((variables: unknown) => Keepable) | undefined;
    if (!keep) return;
    if (action.type === 'pending' && !kept.has(mutation)) begin(mutation, keep(action.variables), action.isPaused ? null : Date.now());
    else if (action.type === 'continue') sent(mutation);
    else if (action.type === 'success' || action.type === 'error') end(mutation);
  });
}
