import { randomUUID } from 'node:crypto';
import type { Collection, UpdateFilter } from 'mongodb';
import { StoreUnavailable } from '../../domain/kernel/event-store.ts';
import type { ClockRecord, SharedClockState } from '../../ports/clock.ts';
import type { KeyedMutex, RateCounters } from '../../ports/coordination.ts';
import { type LeaseTime, REAL_TIME } from '../leases.ts';
import { ignoreDuplicate, type MongoAccess } from './connect.ts';
import { codeOf, DUPLICATE_KEY } from './errors.ts';

type ClockRow = SharedClockState & { readonly _id: 'clock' };

const CLOCK_ID = { _id: 'clock' } as const;

/** The shared development clock, one document in `_clock`. */
export function openClockRecord({ db, run }: MongoAccess): ClockRecord {
  const collection: Collection<ClockRow> = db.collection<ClockRow>('_clock');
  const read = async (): Promise<SharedClockState> => {
    const row = await run(() => collection.findOne(CLOCK_ID, { projection: { _id: 0 } }));
    if (row === null) throw new Error('There is no clock in the database: it is made at the start.');
    return row;
  };
  return {
    read,
    async initialize(state) {
      await run(() => ignoreDuplicate(collection.updateOne(CLOCK_ID, { $setOnInsert: state }, { upsert: true })));
      return read();
    },
    write: async (stand) => void (await run(() => collection.updateOne(CLOCK_ID, { $set: stand }))),
    async requestMove(id, target, seen) {
      const still = seen === null ? { done: null } : { 'done.id': seen };
      const { modifiedCount } = await run(() =>
        collection.updateOne({ ...CLOCK_ID, asked: null, ...still }, { $set: { asked: { id, target } } }),
      );
      return modifiedCount === 1;
    },
    finishMove: async (id, error) =>
      void (await run(() => collection.updateOne({ ...CLOCK_ID, 'asked.id': id }, { $set: { asked: null, done: { id, error } } }))),
  };
}

interface CounterRow {
  readonly _id: string;
  readonly at?: readonly number[];
  readonly uses?: number;
  /** When the row expires, by real time. */
  readonly until: Date;
}

const MOST_INSTANTS = 128;
const NEW_MS = 60_000;

export interface RateCountersOptions {
  readonly mongo: MongoAccess;
  /** Hashes a key, which may contain an address, so that the stored key reveals nothing. */
  readonly keyed: (key: string) => string;
}

export async function openMongoRateCounters({ mongo: { db, run }, keyed }: RateCountersOptions): Promise<RateCounters> {
  const collection: Collection<CounterRow> = db.collection<CounterRow>('_tallies');
  await run(() => collection.createIndex({ until: 1 }, { name: 'by_until', expireAfterSeconds: 0 }));

  /** Counts in one atomic step. A new key is created first, by one of the processes that count it at the same moment. */
  async function count(id: string, empty: object, change: UpdateFilter<CounterRow>): Promise<CounterRow> {
    const counted = (): Promise<CounterRow | null> =>
      run(() => collection.findOneAndUpdate({ _id: id }, change, { returnDocument: 'after' }));
    const known = await counted();
    if (known !== null) return known;
    await run(() => ignoreDuplicate(collection.insertOne({ _id: id, until: new Date(Date.now() + NEW_MS), ...empty })));
    const row = await counted();
    if (row === null) throw new StoreUnavailable('A count was taken away as it was made.');
    return row;
  }

  return {
    async recent(key, since) {
      const row = await run(() => collection.findOne({ _id: keyed(key) }));
      return (row?.at ?? []).filter((at) => at > since);
    },
    async add(key, at, windowMs) {
      const counted = { $push: { at: { $each: [at], $slice: -MOST_INSTANTS } }, $set: { until: new Date(Date.now() + windowMs) } };
      const row = await count(keyed(key), { at: [] }, counted);
      return (row.at ?? []).filter((each) => each > at - windowMs);
    },
    async spend(key, windowMs) {
      // One document for each window, so that counting is one atomic step. The window is the same for every process.
      const window = Math.floor(Date.now() / windowMs);
      const ends = (window + 1) * windowMs;
      const row = await count(keyed(`${key} ${window}`), { uses: 0 }, { $inc: { uses: 1 }, $set: { until: new Date(ends) } });
      return { uses: row.uses ?? 1, leftMs: ends - Date.now() };
    },
  };
}

interface HoldRow {
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
  /** Replaces the server's clock, in milliseconds. For tests. */
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
  const collection: Collection<HoldRow> = db.collection<HoldRow>('_claims');

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
