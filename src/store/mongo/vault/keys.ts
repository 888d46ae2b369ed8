import { LRUCache } from 'lru-cache';
import { Binary, type Collection } from 'mongodb';
import type { Wrapping } from '../../vault/master-key.ts';
import { ignoreDuplicate, type Run } from '../access.ts';
import { type DestroyedKeys, watchDestroyedKeys } from './destroyed-keys.ts';
import type { StoredKey } from './stored-key.ts';

export interface KeyTimes {
  /** The pause between two reads of the keys that other processes have destroyed, in milliseconds. */
  readonly lookMs?: number;
  /** A key that another process destroyed is dropped from the cache within this many milliseconds. */
  readonly boundMs?: number;
  /** A monotonic clock, in milliseconds. */
  readonly monotonic?: () => number;
}

const LOOK_MS = 2_000;
const BOUND_MS = 5_000;

/**
 * Owners' data keys, each encrypted with the master key. They are cached as long as the process knows which keys others have destroyed,
 * which it reads every few seconds. If no such read has succeeded for `boundMs`, each key is read again.
 */
export async function dataKeys(collection: Collection<StoredKey>, wrap: Wrapping, run: Run, times: KeyTimes) {
  const { lookMs = LOOK_MS, boundMs = BOUND_MS, monotonic = () => performance.now() } = times;
  await run(() => collection.createIndex({ destroyed: 1 }, { name: 'by_destroyed', sparse: true }));
  const cache = new LRUCache<string, Uint8Array>({ maxSize: 10_000, sizeCalculation: () => 1 });
  const listeners: ((owner: string) => void)[] = [];
  let forgotten = 0;
  function forget(owner: string): void {
    forgotten += 1;
    cache.delete(owner);
    for (const listener of listeners) listener(owner);
  }
  const destroyed: DestroyedKeys = await watchDestroyedKeys({ collection, run, forget, everyMs: lookMs, monotonic });
  const current = (): boolean => monotonic() - destroyed.knownAt() < boundMs;

  async function read(owner: string): Promise<Uint8Array | null> {
    const before = forgotten;
    const found = await run(() => collection.findOne({ _id: owner }, { projection: { wrapped: 1 } }));
    const key = found?.wrapped ? wrap.openKey(owner, found.wrapped.buffer) : null;
    if (key === null && cache.has(owner)) forget(owner);
    // If a key was destroyed during the read, it may have been this one.
    else if (key !== null && before === forgotten) cache.set(owner, key);
    return key;
  }

  return {
    create: (owner: string): Promise<void> =>
      run(() =>
        ignoreDuplicate(
          collection.updateOne(
            { _id: owner, wrapped: { $exists: false } },
            { $set: { wrapped: new Binary(wrap.newKey(owner)) } },
            { upsert: true },
          ),
        ),
      ),
    key: async (owner: string): Promise<Uint8Array | null> => (current() && cache.get(owner)) || read(owner),
    async destroy(owner: string): Promise<void> {
      try {
        const found = await run(() =>
          collection.findOneAndUpdate(
            { _id: owner, wrapped: { $exists: true } },
            { $unset: { wrapped: 1 }, $currentDate: { destroyed: true } },
            { returnDocument: 'after', projection: { destroyed: 1 } },
          ),
        );
        if (found) destroyed.note(found);
      } finally {
        // Also if the answer was lost, because the key may be destroyed.
        forget(owner);
      }
    },
    current,
    onDestroyed: (listener: (owner: string) => void) => void listeners.push(listener),
    close: () => destroyed.close(),
  };
}
