import { type Below, onlyOnce } from './below.ts';

interface PlaceRow {
  readonly _id: string;
  readonly place: number;
}

/** One more than the last, and at least the server's time: where the counter is lost or put back, numbers still grow. */
const NEXT = { $set: { place: { $max: [{ $add: ['$place', 1] }, { $toLong: '$$NOW' }] } } };

/** Gives numbers that grow over all processes, of which one may be left out. Clocks of processes differ, and ids with them. */
export async function openPlaces({ db, run }: Below, name: string): Promise<() => Promise<number>> {
  const places = db.collection<PlaceRow>('_places');
  await run(() => onlyOnce(places.insertOne({ _id: name, place: 0 })));
  return async () => {
    const found = await run(() => places.findOneAndUpdate({ _id: name }, [NEXT], { returnDocument: 'after' }));
    if (found === null) throw new Error(`The counter ${name} is gone from the database.`);
    return found.place;
  };
}
