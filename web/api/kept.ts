import type { Mutation, QueryClient } from '@tanstack/react-query';
import { clear, createStore, del, entries, set } from 'idb-keyval';
import { newKey } from './client.ts';
import { type SessionAnswer, sessionKeys } from './session.ts';

/**
 * A change that this browser keeps until it was answered, so that it is not lost when the page is closed. It is plain data, so
 * that another page can send it, also one of a later version of the program.
 */
export interface KeptChange {
  readonly id: string;
  /** The id of the person who decided it. */
  readonly owner: string;
  /** The page that sends it. */
  readonly page: string;
  /** The place in the order in which changes were made. */
  readonly order: number;
  /** Changes of one family are sent one after the other. */
  readonly family: string;
  /** The name of the call, and what it is called with. */
  readonly call: { readonly name: string; readonly args: Readonly<Record<string, unknown>> };
  /** The idempotency key, so that a POST that arrived already is not carried out again. */
  readonly key: string;
  /** What was to be done, in words: 'Complete ‘Run, 5 km’'. */
  readonly words: string;
  /** How the task stood when it was decided. Null: there was none, or it does not matter. */
  readonly before: Readonly<Record<string, unknown>> | null;
  /** When it was first sent, in milliseconds of this browser's clock. Null: never. */
  readonly sentAt: number | null;
  /** Why it was refused, in words. Null: it was not. */
  readonly refused: string | null;
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** What the database contains may have been written by another version. What cannot be read is no change. */
function parsed(value: unknown): KeptChange | null {
  if (!isObject(value) || !isObject(value.call)) return null;
  const { id, owner, page, order, family, call, key, words, before, sentAt, refused } = value;
  if (![id, owner, page, family, key, words, call.name].every(isText) || typeof order !== 'number' || !isObject(call.args)) return null;
  return {
    ...({ id, owner, page, order, family, key, words } as KeptChange),
    call: { name: call.name as string, args: call.args },
    before: isObject(before) ? before : null,
    sentAt: typeof sentAt === 'number' ? sentAt : null,
    refused: isText(refused) ? refused : null,
  };
}

/** One connection for the page. It is opened when the first change is kept or looked for. */
let opened: ReturnType<typeof createStore> | null = null;
const store = () => {
  opened ??= createStore('vouch-changes', 'changes');
  return opened;
};
/** Pages tell each other by Web Locks that they are still there. Without them two pages might send the same change. */
const isSupported = (): boolean => typeof indexedDB !== 'undefined' && typeof navigator !== 'undefined' && 'locks' in navigator;

/** All changes that are kept in this browser, in their order. None where the browser keeps nothing. */
export async function keptChanges(): Promise<KeptChange[]> {
  if (!isSupported()) return [];
  const all = await entries<string, unknown>(store()).catch(() => []);
  return all.flatMap(([, value]) => parsed(value) ?? []).sort((a, b) => a.order - b.order);
}
/** Keeps a change, or what has changed of it. False: the browser does not allow it, or there is no room. */
export const keepChange = (change: KeptChange): Promise<boolean> =>
  set(change.id, change, store()).then(
    () => true,
    () => false,
  );
export const forgetChange = (id: string): Promise<void> => del(id, store()).catch(() => undefined);
/** Forgets everything, when the person signs out. */
export const forgetChanges = (): Promise<void> => (isSupported() ? clear(store()).catch(() => undefined) : Promise.resolve());

/** The name of this page among those of this browser. */
export const PAGE = typeof crypto === 'undefined' ? '' : crypto.getRandomValues(new Uint32Array(4)).join('-');
const lockOf = (page: string): string => `vouch-page ${page}`;
let held: { readonly isHeld: Promise<boolean>; readonly letGo: () => void } | null = null;
let holders = 0;

function hold(): NonNullable<typeof held> {
  const [got, released] = [Promise.withResolvers<boolean>(), Promise.withResolvers<void>()];
  navigator.locks
    .request(lockOf(PAGE), () => {
      got.resolve(true);
      return released.promise;
    })
    .catch(() => got.resolve(false));
  return { isHeld: got.promise, letGo: released.resolve };
}

/** Lets other pages know that this one is there, and sends its changes itself. False: the browser cannot do that. */
export function holdPage(): Promise<boolean> {
  holders += 1;
  if (!isSupported()) return Promise.resolve(false);
  held ??= hold();
  return held.isHeld;
}
/** Called once for each `holdPage`. At the last the lock is given back, since browsers may not cache a page that holds one. */
export function leavePage(): void {
  holders -= 1;
  if (holders > 0) return;
  held?.letGo();
  held = null;
}

/**
 * Takes over what a page has left that is no longer there, and gives what was taken. While that page is still there it gives
 * nothing, or waits until it is closed or `wait` is aborted.
 */
export const takeOver = (page: string, wait?: AbortSignal): Promise<KeptChange[]> =>
  navigator.locks.request(lockOf(page), wait ? { signal: wait } : { ifAvailable: true }, async (lock) => {
    if (!lock) return [];
    // Another page may have taken them over since they were looked up.
    const left = (await keptChanges()).filter((change) => change.page === page);
    const taken = left.map((change) => ({ ...change, page: PAGE }));
    await Promise.all(taken.map(keepChange));
    return taken;
  });

const SENT = 'vouch-changes-sent';
/** Tells the pages of this browser that a kept change was answered, since those that have read before do not show it. */
export function tellSent(): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(SENT);
  channel.postMessage(null);
  channel.close();
}
/** Calls back when a page of this browser has sent a kept change, until `signal` is aborted. */
export function onSent(heard: () => void, signal: AbortSignal): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(SENT);
  channel.addEventListener('message', heard, { signal });
  signal.addEventListener('abort', () => channel.close());
}

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
