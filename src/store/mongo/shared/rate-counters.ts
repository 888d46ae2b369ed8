import type { Collection } from 'mongodb';
import { StoreUnavailable } from '../../../domain/kernel/event-store.ts';
import type { RateCounters } from '../../../ports/rate-counters.ts';
import { ignoreDuplicate, type MongoAccess } from '../access.ts';

interface Row {
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
  const collection: Collection<Row> = db.collection<Row>('_tallies');
  await run(() => collection.createIndex({ until: 1 }, { name: 'by_until', expireAfterSeconds: 0 }));

  /** Counts in one atomic step. A new key is created first, by one of the processes that count it at the same moment. */
  async function count(id: string, empty: object, change: object): Promise<Row> {
    const counted = (): Promise<Row | null> =>
      run(() => collection.findOneAndUpdate({ _id: id }, change as never, { returnDocument: 'after' }));
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
