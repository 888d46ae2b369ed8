import type { Collection } from 'mongodb';
import type { ClockRecord, SharedClockState } from '../../../ports/clock-record.ts';
import { ignoreDuplicate, type MongoAccess } from '../access.ts';

type Row = SharedClockState & { readonly _id: 'clock' };

const CLOCK_ID = { _id: 'clock' } as const;

/** The shared development clock, one document in `_clock`. */
export function openClockRecord({ db, run }: MongoAccess): ClockRecord {
  const collection: Collection<Row> = db.collection<Row>('_clock');
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
