import type { Collection } from 'mongodb';
import type { StoredPlace } from '../../../ports/secrets.ts';
import type { Run } from '../connect.ts';

export type PlaceRow = StoredPlace & {
  /** The recipient and the delivery's id. */
  readonly _id: string;
  readonly recipient: string;
};

export const placeRow = (recipient: string, { id, kind, at, expires_at }: StoredPlace): PlaceRow => ({
  _id: `${recipient} ${id}`,
  recipient,
  id,
  kind,
  at,
  expires_at,
});

export async function places(collection: Collection<PlaceRow>, run: Run) {
  await run(() => collection.createIndexes([BY_RECIPIENT, BY_EXPIRY]));
  return {
    of: (recipient: string): Promise<readonly StoredPlace[]> =>
      run(async () => {
        const rows = await collection.find({ recipient }).toArray();
        return rows.map(({ id, kind, at, expires_at }) => ({ id, kind, at, expires_at }));
      }),
    put: (recipient: string, place: StoredPlace) => {
      const { _id, ...row } = placeRow(recipient, place);
      return run(() => collection.replaceOne({ _id }, row, { upsert: true }));
    },
    sweep: (now: string) => run(() => collection.deleteMany({ expires_at: { $lte: now } })),
  };
}

const BY_RECIPIENT = { name: 'by_recipient', key: { recipient: 1 } } as const;
const BY_EXPIRY = { name: 'by_expiry', key: { expires_at: 1 } } as const;
