import type { Collection } from 'mongodb';
import type { Run } from '../below.ts';
import type { StoredKey } from './stored-key.ts';

export interface Watched {
  readonly collection: Collection<StoredKey>;
  readonly run: Run;
  /** Called once for each key that any process destroys. */
  readonly forget: (owner: string) => void;
  readonly everyMs: number;
  readonly monotonic: () => number;
}

export interface Destroyed {
  /** All that was destroyed, and acknowledged, before this moment of the monotonic clock is forgotten. */
  knownAt(): number;
  /** One that this process has destroyed itself, and forgets. */
  note(key: StoredKey): void;
  close(): void;
}

/** Looked back for: a write may be seen later than one that came after it, and a new primary's clock may be behind. */
const OVERLAP_MS = 120_000;

/** Looks again and again for keys that were destroyed. */
export async function watchDestroyed({ collection, run, forget, everyMs, monotonic }: Watched): Promise<Destroyed> {
  const seen = new Map<string, number>();
  let knownAt = monotonic();
  const newest = await run(() => collection.findOne({ destroyed: { $exists: true } }, { ...ONLY_WHEN, sort: { destroyed: -1 } }));
  let since = lookedBack([newest ?? { _id: '' }]);
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
    const gone = await run(() => collection.find({ destroyed: { $gt: since } }, ONLY_WHEN).toArray());
    for (const key of gone) if (note(key)) forget(key._id);
    since = lookedBack(gone, since);
    for (const [owner, at] of seen) if (at <= since.getTime()) seen.delete(owner);
    knownAt = startedAt;
  }

  function lookLater(): void {
    timer = setTimeout(() => {
      // A look that fails makes keys be read anew after a while, which tells what is the matter.
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

/** From where the next look goes, never further back than `least`. */
const lookedBack = (keys: readonly StoredKey[], least = new Date(0)): Date =>
  new Date(Math.max(least.getTime(), ...keys.map(({ destroyed }) => (destroyed?.getTime() ?? 0) - OVERLAP_MS)));
