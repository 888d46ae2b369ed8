import { randomUUID } from 'node:crypto';
import type { Collection } from 'mongodb';
import { StoreUnavailable } from '../../../domain/kernel/event-store.ts';
import type { KeyedMutex } from '../../../ports/keyed-mutex.ts';
import { type LeaseTime, REAL_TIME } from '../../leases.ts';
import type { MongoAccess } from '../access.ts';
import { codeOf, DUPLICATE_KEY } from '../errors.ts';

interface Row {
  readonly _id: string;
  readonly by: string;
  /** When the claim expires, in milliseconds of the server's clock. */
  readonly until: number;
}

export interface KeyedMutexOptions {
  readonly mongo: MongoAccess;
  readonly keyed: (key: string) => string;
  /** A claim that was not renewed for this time is void, because its holder is assumed to be dead. */
  readonly holdMs?: number;
  /** A claim is renewed for at most this time, however long its work takes. */
  readonly longestMs?: number;
  readonly patienceMs?: number;
  readonly time?: LeaseTime;
  /** Stands for the server's clock, in milliseconds. For tests. */
  readonly fixed?: () => number;
}

const HOLD_MS = 6_000;
const LONGEST_MS = 30_000;
const PATIENCE_MS = 35_000;
/** The pause between two tries: the first one, and the longest. */
const FIRST_PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 250;

/**
 * Runs work with the same key one piece after the other, over all processes, by a claim in `_claims`. It only prevents parallel work and is
 * no fence: the stores themselves must refuse whatever may not happen twice.
 * @throws StoreUnavailable if other work with this key does not end in time
 */
export function openMongoKeyedMutex({ mongo: { db, run }, keyed, ...options }: KeyedMutexOptions): KeyedMutex {
  const { holdMs = HOLD_MS, longestMs = LONGEST_MS, patienceMs = PATIENCE_MS, time = REAL_TIME, fixed } = options;
  const collection: Collection<Row> = db.collection<Row>('_claims');

  /** The server's clock decides whether a claim is void, so differing process clocks do no harm. */
  const serverTime = () => ({ $toLong: fixed ? { $literal: fixed() } : '$$NOW' });

  const claim = (id: string, by: string): Promise<boolean> =>
    run(async () => {
      const now = serverTime();
      const mine = { _id: '$_id', by: { $literal: by }, until: { $add: [now, holdMs] } };
      const change = [{ $replaceWith: { $cond: [{ $lte: [{ $ifNull: ['$until', 0] }, now] }, mine, '$$ROOT'] } }];
      try {
        const row = await collection.findOneAndUpdate({ _id: id }, change, { upsert: true, returnDocument: 'after' });
        return row?.by === by;
      } catch (error) {
        // Another process created it at the same moment.
        if (codeOf(error) === DUPLICATE_KEY) return false;
        throw error;
      }
    });

  /**
   * Renews the claim until the signal aborts. A failed renewal is followed by the next one; no renewal takes back a
   * claim that another process has.
   */
  async function keep(id: string, by: string, ended: AbortSignal): Promise<void> {
    const last = time.monotonic() + longestMs - holdMs;
    await time.sleep(holdMs / 3, ended);
    while (!ended.aborted && time.monotonic() <= last) {
      const until = { $add: [serverTime(), holdMs] };
      run(() => collection.updateOne({ _id: id, by }, [{ $set: { until } }])).catch(() => undefined);
      await time.sleep(holdMs / 3, ended);
    }
  }

  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const [id, by] = [keyed(key), randomUUID()];
    const until = time.monotonic() + patienceMs;
    const ended = new AbortController();
    for (let pause = FIRST_PAUSE_MS; !(await claim(id, by)); pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS)) {
      if (time.monotonic() >= until) throw new StoreUnavailable('The same is still under way elsewhere.');
      await time.sleep(pause, ended.signal);
    }
    void keep(id, by, ended.signal);
    try {
      return await work();
    } finally {
      ended.abort();
      // A claim that cannot be released expires by itself.
      await run(() => collection.deleteOne({ _id: id, by })).catch(() => undefined);
    }
  };
}
