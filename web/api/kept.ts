import type { Mutation, MutationMeta, QueryClient } from '@tanstack/react-query';
import { clear, createStore, del, entries, set } from 'idb-keyval';
import { newKey } from './client.ts';
import { type SessionAnswer, sessionKeys } from './session.ts';

/**
 * A change that the browser stores until the server answers, so that closing the page does not lose it. It is plain data,
 * because another page, perhaps of a later version of the program, may have to send it.
 */
export interface KeptChange {
  readonly id: string;
  /** The id of the person who made the change. */
  readonly owner: string;
  readonly page: string;
  /** Its position among all changes of this browser. */
  readonly order: number;
  /** Changes of the same family are sent one after the other. */
  readonly family: string;
  readonly call: { readonly name: string; readonly args: Readonly<Record<string, unknown>> };
  /** The idempotency key: if the server received the POST already, it does not execute it again. */
  readonly key: string;
  /** The change in words: 'Complete ‘Run, 5 km’'. */
  readonly words: string;
  /** The task before the change. Null: there was no task, or its state does not matter. */
  readonly before: Readonly<Record<string, unknown>> | null;
  /** The time of the first try, in milliseconds of this browser's clock. Null: it was never sent. */
  readonly sentAt: number | null;
  /** Why it was not carried out, in words. Null: it was not refused. */
  readonly refused: string | null;
  /** Whether it was not carried out because somebody has decided otherwise in the meantime. */
  readonly isConflict: boolean;
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Another version of the program may have written the record. Records that cannot be parsed are ignored. */
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
    // Versions before this one did not write it.
    isConflict: value.isConflict === true,
  };
}

/** One connection for each page, opened on first use. */
let opened: ReturnType<typeof createStore> | null = null;
const store = () => {
  opened ??= createStore('vouch-changes', 'changes');
  return opened;
};
/** Each page holds a Web Lock while it is open. Without these locks two pages could send the same change. */
const isSupported = (): boolean => typeof indexedDB !== 'undefined' && typeof navigator !== 'undefined' && 'locks' in navigator;

/** In the order in which they were made. Empty if the browser does not allow storage. */
export async function keptChanges(): Promise<KeptChange[]> {
  if (!isSupported()) return [];
  const all = await entries<string, unknown>(store()).catch(() => []);
  return all.flatMap(([, value]) => parsed(value) ?? []).sort((a, b) => a.order - b.order);
}
/** Stores or updates a change. False: the browser does not allow it, or there is no room. */
export const keepChange = (change: KeptChange): Promise<boolean> =>
  set(change.id, change, store()).then(
    () => true,
    () => false,
  );
export const forgetChange = (id: string): Promise<void> => del(id, store()).catch(() => undefined);
/** Called when the person signs out. */
export const forgetChanges = (): Promise<void> => (isSupported() ? clear(store()).catch(() => undefined) : Promise.resolve());

/** A random name of this page, unique in this browser. */
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

/**
 * Takes the lock that tells other pages that this page is open and sends its own changes. False: the browser has no such locks.
 */
export function holdPage(): Promise<boolean> {
  holders += 1;
  if (!isSupported()) return Promise.resolve(false);
  held ??= hold();
  return held.isHeld;
}
/** Call it once for each `holdPage`. The last call releases the lock, because browsers may not cache a page that holds one. */
export function leavePage(): void {
  holders -= 1;
  if (holders > 0) return;
  held?.letGo();
  held = null;
}

/**
 * Takes over the changes of a page that was closed, and returns them. While that page is still open, the result is empty. With
 * `wait` it waits until the page closes or the signal aborts.
 */
export const takeOver = (page: string, wait?: AbortSignal): Promise<KeptChange[]> =>
  navigator.locks.request(lockOf(page), wait ? { signal: wait } : { ifAvailable: true }, async (lock) => {
    if (!lock) return [];
    // Another page may have taken them over since the first read.
    const left = (await keptChanges()).filter((change) => change.page === page);
    const taken = left.map((change) => ({ ...change, page: PAGE }));
    await Promise.all(taken.map(keepChange));
    return taken;
  });

const SENT = 'vouch-changes-sent';
/**
 * Tells the other pages of this browser that a stored change was answered, because data that they read earlier does not contain
 * it.
 */
export function tellSent(): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(SENT);
  channel.postMessage(null);
  channel.close();
}
/** Calls `heard` each time a page of this browser has sent a stored change, until `signal` aborts. */
export function onSent(heard: () => void, signal: AbortSignal): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(SENT);
  channel.addEventListener('message', heard, { signal });
  signal.addEventListener('abort', () => channel.close());
}

/** The data that a mutation provides about a change to store. */
export type Keepable = Pick<KeptChange, 'family' | 'call' | 'key' | 'words' | 'before'>;

/** The meta of a mutation whose changes the browser stores until they are answered. */
export const keptAs = <V>(keep: (variables: V) => Keepable) => ({ keep: keep as (variables: unknown) => Keepable });

export const keepOf = (meta: MutationMeta | undefined) => meta?.keep as ((variables: unknown) => Keepable) | undefined;

const kept = new WeakMap<Mutation<unknown, Error, unknown, unknown>, KeptChange>();
const stored = new WeakSet<object>();
/** Whether the change is stored and survives the end of the page. */
export const isStored = (mutation: object): boolean => stored.has(mutation);

/** Changes of this page that the browser could not store. Another set after each change. */
let unstored: ReadonlySet<object> = new Set();
const unstoredListeners = new Set<() => void>();
function setUnstored(mutation: object, isUnstored: boolean): void {
  if (unstored.has(mutation) === isUnstored) return;
  unstored = isUnstored ? new Set([...unstored, mutation]) : new Set([...unstored].filter((one) => one !== mutation));
  for (const notify of unstoredListeners) notify();
}
/** How many changes would be lost with this page, because the browser has no room for them or allows no storage. */
export const countUnstored = (): number => unstored.size;
/** Calls `notify` when the number has changed. Returns a function that unsubscribes. */
export function onUnstored(notify: () => void): () => void {
  unstoredListeners.add(notify);
  return () => void unstoredListeners.delete(notify);
}
/** Marks a mutation that sends a change which an earlier page stored. */
export const markStored = (mutation: object): void => void stored.add(mutation);

/** Somebody has decided otherwise about what a change is about. The message says what was and what is. */
export class DecidedElsewhere extends Error {
  override readonly name = 'DecidedElsewhere';
}

const refusedListeners = new Set<(change: KeptChange) => void>();
/** Calls `heard` with each change of this page that somebody has decided otherwise. Returns a function that unsubscribes. */
export function onDecidedElsewhere(heard: (change: KeptChange) => void): () => void {
  refusedListeners.add(heard);
  return () => void refusedListeners.delete(heard);
}

let last = 0;
/** Always larger than earlier positions of this page, and, as far as its clock is right, of this browser. */
function nextPlace(): number {
  last = Math.max(last + 1, Date.now() * 1_000);
  return last;
}

/** Writes run one after the other, so that a deleted change is not written again. */
let writing: Promise<unknown> = Promise.resolve();
const inOrder = (write: () => Promise<unknown>): void => {
  writing = writing.then(write).catch(() => undefined);
};

/** Stores each change that has `keptAs` when it is made, and deletes it when it was answered. */
export function keepChanges(client: QueryClient, page: EventTarget): void {
  let isLeaving = false;
  // The browser aborts requests when a page closes, so their errors say nothing about the change.
  page.addEventListener('pagehide', () => {
    isLeaving = true;
  });
  page.addEventListener('pageshow', () => {
    isLeaving = false;
  });

  function begin(mutation: Mutation<unknown, Error, unknown, unknown>, keepable: Keepable, sentAt: number | null): void {
    const owner = client.getQueryData<SessionAnswer>(sessionKeys.all)?.user?.id;
    if (!owner) return;
    const change: KeptChange = {
      ...keepable,
      id: newKey(),
      owner,
      page: PAGE,
      order: nextPlace(),
      sentAt,
      refused: null,
      isConflict: false,
    };
    kept.set(mutation, change);
    inOrder(async () => {
      const isKept = (await holdPage()) && kept.has(mutation) && (await keepChange(change));
      // The answer may have arrived in the meantime.
      if (!kept.has(mutation)) return;
      if (isKept) stored.add(mutation);
      else setUnstored(mutation, true);
    });
  }
  function sent(mutation: Mutation<unknown, Error, unknown, unknown>): void {
    const change = kept.get(mutation);
    if (!change) return;
    const now = { ...change, sentAt: Date.now() };
    kept.set(mutation, now);
    inOrder(async () => kept.has(mutation) && stored.has(mutation) && (await keepChange(now)));
  }
  function end(mutation: Mutation<unknown, Error, unknown, unknown>, error: Error | null): void {
    const change = kept.get(mutation);
    if (!change) return;
    kept.delete(mutation);
    setUnstored(mutation, false);
    // The person decides what becomes of it, perhaps on a later page.
    const open = error instanceof DecidedElsewhere ? { ...change, refused: error.message, isConflict: true } : null;
    for (const tell of refusedListeners) if (open) tell(open);
    inOrder(async () => {
      await (open ? keepChange(open) : forgetChange(change.id));
      leavePage();
    });
  }

  client.getMutationCache().subscribe((event) => {
    if (event.type !== 'updated' || isLeaving) return;
    const { action, mutation } = event;
    const keep = keepOf(mutation.meta);
    if (!keep) return;
    if (action.type === 'pending' && !kept.has(mutation)) begin(mutation, keep(action.variables), action.isPaused ? null : Date.now());
    else if (action.type === 'continue') sent(mutation);
    else if (action.type === 'success') end(mutation, null);
    else if (action.type === 'error') end(mutation, action.error);
  });
}
