import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Collection } from 'mongodb';
import { StoreUnavailable } from '../../../domain/kernel/event-store.ts';
import type { Below } from '../below.ts';
import { codeOf, DUPLICATE_KEY } from '../errors.ts';

interface Row {
  readonly _id: string;
  readonly by: string;
  /** Milliseconds of the server's time. */
  readonly until: number;
}

/** The same type as in src/app/keyed-mutex.ts, which stores do not import. */
type KeyedMutex = <T>(key: string, work: () => Promise<T>) => Promise<T>;

export interface KeyedMutexOptions {
  readonly mongo: Below;
  readonly keyed: (key: string) => string;
  /** A claim that was not renewed for so long is void: whoever held it is taken to be gone. */
  readonly holdMs?: number;
  /** It is renewed for no longer than this, whatever its work waits for. */
  readonly longestMs?: number;
  readonly patienceMs?: number;
}

const HOLD_MS = 6_000;
const LONGEST_MS = 30_000;
const PATIENCE_MS = 35_000;
/** Between two tries: at first, and at most. */
const FIRST_PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 250;

/**
 * Runs what has the same key one after the other, over all processes, by a claim in `_claims`. It keeps work from
 * being done side by side; it is no fence: what must not be doubled is refused by the stores themselves.
 * @throws StoreUnavailable where the turn does not come
 */
export function openMongoKeyedMutex({ mongo: { db, run }, keyed, ...options }: KeyedMutexOptions): KeyedMutex {
  const { holdMs = HOLD_MS, longestMs = LONGEST_MS, patienceMs = PATIENCE_MS } = options;
  const collection: Collection<Row> = db.collection<Row>('_claims');
  const now = { $toLong: '$$NOW' };

  /** The server's own time decides what is void, so that clocks that differ do no harm. */
  const claim = (id: string, by: string): Promise<boolean> =>
    run(async () => {
      const mine = { _id: '$_id', by: { $literal: by }, until: { $add: [now, holdMs] } };
      const change = [{ $replaceWith: { $cond: [{ $lte: [{ $ifNull: ['$until', 0] }, now] }, mine, '$$ROOT'] } }];
      try {
        const row = await collection.findOneAndUpdate({ _id: id }, change, { upsert: true, returnDocument: 'after' });
        return row?.by === by;
      } catch (error) {
        // Made by another in the same instant.
        if (codeOf(error) === DUPLICATE_KEY) return false;
        throw error;
      }
    });

  /** Until it is ended. A renewal that fails is followed by the next one; none brings back a claim that another has. */
  function keeping(id: string, by: string): () => void {
    const last = performance.now() + longestMs - holdMs;
    const renew = (): void => {
      if (performance.now() > last) return void clearInterval(timer);
      run(() => collection.updateOne({ _id: id, by }, [{ $set: { until: { $add: [now, holdMs] } } }])).catch(() => undefined);
    };
    const timer = setInterval(renew, holdMs / 3).unref();
    return () => clearInterval(timer);
  }

  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const [id, by] = [keyed(key), randomUUID()];
    const until = performance.now() + patienceMs;
    for (let pause = FIRST_PAUSE_MS; !(await claim(id, by)); pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS)) {
      if (performance.now() > until) throw new StoreUnavailable('The same is still under way elsewhere.');
      await delay(pause);
    }
    const end = keeping(id, by);
    try {
      return await work();
    } finally {
      end();
      // One that cannot be let go of runs out by itself.
      await run(() => collection.deleteOne({ _id: id, by })).catch(() => undefined);
    }
  };
}
