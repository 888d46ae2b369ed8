import { LRUCache } from 'lru-cache';
import { Binary, type Collection } from 'mongodb';
import type { Wrapping } from '../../vault/master-key.ts';
import { onlyOnce, type Run } from '../below.ts';
import { type Destroyed, watchDestroyed } from './destroyed.ts';
import type { StoredKey } from './stored-key.ts';

export interface KeyTimes {
  /** Between two looks for what other processes have destroyed. */
  readonly lookMs?: number;
  /** A key that was destroyed elsewhere is forgotten here within so many milliseconds. */
  readonly boundMs?: number;
  /** Milliseconds that never go back. */
  readonly monotonic?: () => number;
}

const LOOK_MS = 2_000;
const BOUND_MS = 5_000;

/**
 * Owners' data keys, each wrapped under the master key, remembered as long as it is known what was destroyed
 * elsewhere: a look every few seconds, and where none has succeeded for `boundMs`, each key is read anew.
 */
export async function dataKeys(collection: Collection<StoredKey>, wrap: Wrapping, run: Run, times: KeyTimes) {
  const { lookMs = LOOK_MS, boundMs = BOUND_MS, monotonic = () => performance.now() } = times;
  await run(() => collection.createIndex({ destroyed: 1 }, { name: 'by_destroyed', sparse: true }));
  const cache = new LRUCache<string, Uint8Array>({ max: 10_000 });
  const listeners: ((owner: string) => void)[] = [];
  let forgotten = 0;
  function forget(owner: string): void {
    forgotten += 1;
    cache.delete(owner);
    for (const listener of listeners) listener(owner);
  }
  const destroyed: Destroyed = await watchDestroyed({ collection, run, forget, everyMs: lookMs, monotonic });
  const current = (): boolean => monotonic() - destroyed.knownAt() < boundMs;

  async function read(owner: string): Promise<Uint8Array | null> {
    const before = forgotten;
    const found = await run(() => collection.findOne({ _id: owner }, { projection: { wrapped: 1 } }));
    const key = found?.wrapped ? wrap.openKey(owner, found.wrapped.buffer) : null;
    if (key === null && cache.has(owner)) forget(owner);
    // What was destroyed while it was read may have been this one.
    else if (key !== null && before === forgotten) cache.set(owner, key);
    return key;
  }

  return {
    create: (owner: string): Promise<void> =>
      run(() =>
        onlyOnce(
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
        // Also where the answer was lost: the key may be gone.
        forget(owner);
      }
    },
    current,
    onDestroyed: (listener: (owner: string) => void) => void listeners.push(listener),
    close: () => destroyed.close(),
  };
}
