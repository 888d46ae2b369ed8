import { clear, createStore, entries, promisifyRequest } from 'idb-keyval';

/** The name of the record that holds the keys. */
export const KEYS = 'keys';

/** What the sealed answers need of the browser's database. */
export interface Storage {
  /** All records, that of the keys too. */
  all(): Promise<readonly (readonly [string, unknown])[]>;
  /** Stores `made` as the keys if there are none. Returns the stored ones. */
  keysOr(made: unknown): Promise<unknown>;
  /**
   * Writes and deletes records, all or none, if `isOwn` accepts the stored keys. False: it does not, so another page has destroyed or
   * replaced them.
   */
  write(isOwn: (keys: unknown) => boolean, puts: ReadonlyMap<string, unknown>, gone: readonly string[]): Promise<boolean>;
  clear(): Promise<void>;
}

/** One connection for each page, opened on first use. */
let opened: ReturnType<typeof createStore> | null = null;
const store = () => {
  opened ??= createStore('vouch-last-read', 'answers');
  return opened;
};

/** Null: the browser has no database here, or no cryptography, which it has only on secure origins. */
export function browserStorage(): Storage | null {
  if (typeof indexedDB === 'undefined' || typeof crypto === 'undefined' || crypto.subtle === undefined) return null;
  return {
    all: () => entries<string, unknown>(store()),
    keysOr: (made) =>
      store()('readwrite', async (records) => {
        const found: unknown = await promisifyRequest(records.get(KEYS));
        if (found !== undefined) return found;
        records.put(made, KEYS);
        await promisifyRequest(records.transaction);
        return made;
      }),
    write: (isOwn, puts, gone) =>
      store()('readwrite', async (records) => {
        if (!isOwn(await promisifyRequest<unknown>(records.get(KEYS)))) return false;
        for (const [name, record] of puts) records.put(record, name);
        for (const name of gone) records.delete(name);
        await promisifyRequest(records.transaction);
        return true;
      }),
    clear: () => clear(store()),
  };
}

/** Destroys the keys and everything that was sealed with them. Never rejects, and can be repeated. */
export async function forgetLastRead(): Promise<void> {
  // Also where the browser has no cryptography, because a page at the same address may have had it.
  if (typeof indexedDB !== 'undefined') await clear(store()).catch(() => undefined);
}
