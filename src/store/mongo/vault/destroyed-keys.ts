import type { Collection } from 'mongodb';
import type { Run } from '../access.ts';
import type { StoredKey } from './stored-key.ts';

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

export async function watchDestroyedKeys({ collection, run, forget, everyMs, monotonic }: WatchOptions): Promise<DestroyedKeys> {
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
