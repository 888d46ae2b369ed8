import type { Collection } from 'mongodb';
import type { KeyedMutex, OpenConnections } from '../../ports/coordination.ts';
import type { MongoAccess } from './connect.ts';

interface ConnectionRow {
  readonly _id: string;
  readonly key: string;
  /** When it counts no more, by real time, unless it is renewed before. */
  readonly until: Date;
}

export interface OpenConnectionsOptions {
  readonly mongo: MongoAccess;
  /** Hashes a key, which names a person, so that the stored key reveals nothing. */
  readonly keyed: (key: string) => string;
  /** Over all processes, so that two that open a connection at once do not both take the last place. */
  readonly mutex: KeyedMutex;
  /** Real time in milliseconds. */
  readonly now?: () => number;
}

const TTL_MS = 60_000;

/** The open connections of all processes, one document each in `_connections`. */
export async function openMongoConnections(options: OpenConnectionsOptions): Promise<OpenConnections> {
  const { mongo, keyed, mutex, now = Date.now } = options;
  const { db, run } = mongo;
  const collection: Collection<ConnectionRow> = db.collection<ConnectionRow>('_connections');
  await run(() => collection.createIndex({ until: 1 }, { name: 'by_until', expireAfterSeconds: 0 }));
  await run(() => collection.createIndex({ key: 1 }, { name: 'by_key' }));
  const until = (): Date => new Date(now() + TTL_MS);

  return {
    open: (name, id, most) =>
      mutex(`connections of ${name}`, async () => {
        const key = keyed(name);
        const alive = { key, until: { $gt: new Date(now()) } };
        if ((await run(() => collection.countDocuments(alive, { limit: most }))) >= most) return false;
        await run(() => collection.updateOne({ _id: id }, { $set: { key, until: until() } }, { upsert: true }));
        return true;
      }),
    async renew(ids) {
      if (ids.length > 0) await run(() => collection.updateMany({ _id: { $in: [...ids] } }, { $set: { until: until() } }));
    },
    async close(_name, id) {
      await run(() => collection.deleteOne({ _id: id }));
    },
  };
}
