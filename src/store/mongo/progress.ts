import type { Collection } from 'mongodb';
import type { SharedProgress } from '../../ports/coordination.ts';
import type { MongoAccess } from './connect.ts';

interface ProgressRow {
  readonly _id: string;
  readonly share: number;
  /** When it is forgotten, by real time. */
  readonly until: Date;
}

const TTL_MS = 60_000;

/** How far the work of all processes is, one document each in `_progress`. */
export async function openMongoProgress({ db, run }: MongoAccess): Promise<SharedProgress> {
  const collection: Collection<ProgressRow> = db.collection<ProgressRow>('_progress');
  await run(() => collection.createIndex({ until: 1 }, { name: 'by_until', expireAfterSeconds: 0 }));
  return {
    async note(id, share) {
      const until = new Date(Date.now() + TTL_MS);
      await run(() => collection.updateOne({ _id: id }, { $set: { share, until } }, { upsert: true }));
    },
    async of(id) {
      const row = await run(() => collection.findOne({ _id: id, until: { $gt: new Date() } }));
      return row?.share ?? null;
    },
    async end(id) {
      await run(() => collection.deleteOne({ _id: id }));
    },
  };
}
