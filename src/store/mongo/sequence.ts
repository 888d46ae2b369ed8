import { ignoreDuplicate, type MongoAccess } from './connect.ts';

interface PlaceRow {
  readonly _id: string;
  readonly place: number;
}

/** The next number: one more than the last, and at least the server's time, so that numbers still grow if the counter is lost or reset. */
const NEXT = { $set: { place: { $max: [{ $add: ['$place', 1] }, { $toLong: '$$NOW' }] } } };

/**
 * Opens a sequence of numbers that grow over all processes; a number may be skipped. Process clocks differ, and so do
 * ids that are made from them.
 */
export async function openSequence({ db, run }: MongoAccess, name: string): Promise<() => Promise<number>> {
  const places = db.collection<PlaceRow>('_places');
  await run(() => ignoreDuplicate(places.insertOne({ _id: name, place: 0 })));
  return async () => {
    const found = await run(() => places.findOneAndUpdate({ _id: name }, [NEXT], { returnDocument: 'after' }));
    if (found === null) throw new Error(`The counter ${name} is gone from the database.`);
    return found.place;
  };
}
