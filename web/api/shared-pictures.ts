import { clear, createStore, del, entries, set } from 'idb-keyval';
import { readStored, storeInBrowser } from '../lib/browser-storage.ts';

/** What another program of the device shared to Vouch together with pictures. The service worker keeps it until the person has decided what it is for. */
export interface SharedPictures {
  readonly title: string;
  readonly text: string;
  readonly url: string;
  readonly files: readonly File[];
  /** When it was shared, in milliseconds of this browser's clock. */
  readonly at: number;
}

/** Like files of a proof that was not sent. */
const DAY_MS = 86_400_000;
/** Marks in the browser's storage that pictures are kept, so that a screen knows it without opening the database. */
const MARK = 'vouch-shared';
let opened: ReturnType<typeof createStore> | null = null;
const store = () => {
  opened ??= createStore('vouch-shared', 'pictures');
  return opened;
};

/** @throws DOMException if there is no room, or the browser does not allow it */
export const keepSharedPictures = (shared: SharedPictures): Promise<void> => set(`${shared.at} ${crypto.randomUUID()}`, shared, store());

/** Oldest first. What is older than a day is deleted. Empty if the browser does not allow storage. */
export async function sharedPictures(now: number): Promise<SharedPictures[]> {
  const all = await entries<string, SharedPictures>(store()).catch(() => []);
  const old = all.filter(([, { at }]) => now - at > DAY_MS);
  for (const [name] of old) await del(name, store()).catch(() => undefined);
  const fresh = all.filter((one) => !old.includes(one)).map(([, shared]) => shared);
  storeInBrowser(MARK, fresh.length > 0);
  return fresh.sort((a, b) => a.at - b.at);
}

/** Whether pictures were shared for which nobody has decided yet. */
export const areSharedPicturesLeft = (): boolean => readStored(MARK) === true;

/** Called when the person has decided, and when they sign out. */
export async function forgetSharedPictures(): Promise<void> {
  storeInBrowser(MARK, false);
  if (typeof indexedDB === 'undefined') return;
  await clear(store()).catch(() => undefined);
}
