import type { Collection } from 'mongodb';
import type { ClockRecord, SharedClockState } from '../../../ports/clock-record.ts';
import { type Below, onlyOnce } from '../below.ts';

type Row = SharedClockState & { readonly _id: 'clock' };

const ONE = { _id: 'clock' } as const;

/** The clock of development, one document in `_clock`. */
export function openClockRecord({ db, run }: Below): ClockRecord {
  const collection: Collection<Row> = db.collection<Row>('_clock');
  const read = async (): Promise<SharedClockState> => {
    const row = await run(() => collection.findOne(ONE, { projection: { _id: 0 } }));
    if (row === null) throw new Error('There is no clock in the database: it is made at the start.');
    return row;
  };
  return {
    read,
    async begin(state) {
      await run(() => onlyOnce(collection.updateOne(ONE, { $setOnInsert: state }, { upsert: true })));
      return read();
    },
    write: async (stand) => void (await run(() => collection.updateOne(ONE, { $set: stand }))),
    async ask(id, target, seen) {
      const still = seen === null ? { done: null } : { 'done.id': seen };
      const { modifiedCount } = await run(() =>
        collection.updateOne({ ...ONE, asked: null, ...still }, { $set: { asked: { id, target } } }),
      );
      return modifiedCount === 1;
    },
    end: async (id, error) =>
      void (await run(() => collection.updateOne({ ...ONE, 'asked.id': id }, { $set: { asked: null, done: { id, error } } }))),
  };
}
