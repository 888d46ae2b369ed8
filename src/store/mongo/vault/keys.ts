import { LRUCache } from 'lru-cache';
import { Binary, type Collection } from 'mongodb';
import type { Wrapping } from '../../vault/master-key.ts';
import { ignoreDuplicate, type Run } from '../connect.ts';

/** The document of a key. It stays, without the key, when the key is destroyed, so that every process learns of it. */
export interface StoredKey {
  readonly _id: string;
  readonly wrapped?: Binary;
  /** When the key was destroyed, by the server's clock. */
  readonly destroyed?: Date;
}

export interface WatchOptions {
  readonly collection: Collection<StoredKey>;
  readonly run: Run;
  /** Called once for each key that any process destroys. */
  readonly forget: (owner: string) => void;
  readonly everyMs: number;
  readonly monotonic: () => number;
}

export interface DestroyedKeys {
  /** All keys whose destruction was acknowledged before this moment of the monotonic clock have been dropped from the cache. */
  knownAt(): number;
  /** Remembers a key that this process has destroyed and dropped itself. */
  note(key: StoredKey): void;
  close(): void;
}

/** How far back each read goes, because writes may become visible out of order, and the clock of a new primary may be slow. */
const OVERLAP_MS = 120_000;

async function watchDestroyedKeys({ collection, run, forget, everyMs, monotonic }: WatchOptions): Promise<DestroyedKeys> {
  const seen = new Map<string, number>();
  let knownAt = monotonic();
  const newest = await run(() => collection.findOne({ destroyed: { $exists: true } }, { ...ONLY_WHEN, sort: { destroyed: -1 } }));
  let since = nextLookFrom([newest ?? { _id: '' }]);
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  function note({ _id, destroyed }: StoredKey): boolean {
    const at = destroyed?.getTime() ?? 0;
    if (seen.get(_id) === at) return false;
    seen.set(_id, at);
    return true;
  }

  async function look(): Promise<void> {
    const startedAt = monotonic();
    const destroyedKeys = await run(() => collection.find({ destroyed: { $gt: since } }, ONLY_WHEN).toArray());
    for (const key of destroyedKeys) if (note(key)) forget(key._id);
    since = nextLookFrom(destroyedKeys, since);
    for (const [owner, at] of seen) if (at <= since.getTime()) seen.delete(owner);
    knownAt = startedAt;
  }

  function lookLater(): void {
    timer = setTimeout(() => {
      // After failed reads here, keys are read from the database again, and that read reports the problem.
      void look()
        .catch(() => undefined)
        .then(() => closed || lookLater());
    }, everyMs).unref();
  }

  lookLater();
  return {
    knownAt: () => knownAt,
    note,
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}

const ONLY_WHEN = { projection: { destroyed: 1 } } as const;

/** The instant from which the next read starts, never before `least`. */
const nextLookFrom = (keys: readonly StoredKey[], least = new Date(0)): Date =>
  new Date(Math.max(least.getTime(), ...keys.map(({ destroyed }) => (destroyed?.getTime() ?? 0) - OVERLAP_MS)));

export interface KeyTimes {
  /** The pause between two reads of the keys that other processes have destroyed, in milliseconds. */
  readonly lookMs?: number;
  /** A key that another process destroyed is dropped from the cache within this many milliseconds. */
  readonly boundMs?: number;
  /** A monotonic clock, in milliseconds. */
  readonly monotonic?: () => number;
}

const LOOK_MS = 3_000;
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
    async create(owner: string): Promise<void> {
      const wrapped = { $set: { wrapped: new Binary(wrap.newKey(owner)) } };
      await run(() => ignoreDuplicate(collection.updateOne({ _id: owner, wrapped: { $exists: false } }, wrapped, { upsert: true })));
    },
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
    owners: ({ limit, after = '' }: { readonly limit: number; readonly after?: string }): Promise<readonly string[]> =>
      run(async () => {
        const rows = collection.find(
          { _id: { $gt: after }, wrapped: { $exists: true } },
          { sort: { _id: 1 }, limit, projection: { _id: 1 } },
        );
        return (await rows.toArray()).map(({ _id }) => _id);
      }),
    current,
    onDestroyed: (listener: (owner: string) => void) => void listeners.push(listener),
    close: () => destroyed.close(),
  };
}
