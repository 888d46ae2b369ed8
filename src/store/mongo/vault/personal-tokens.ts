import type { Collection } from 'mongodb';
import type { StoredPersonalToken } from '../../../ports/personal-tokens.ts';
import type { Run } from '../access.ts';

export type PersonalTokenRow = Omit<StoredPersonalToken, 'id'> & { readonly _id: string };

export const personalTokenOf = ({ _id, token_hash, user_id, scopes, expires_at, last_used_at }: PersonalTokenRow): StoredPersonalToken => ({
  id: _id,
  token_hash,
  user_id,
  scopes,
  expires_at,
  last_used_at,
});

export async function personalTokens(collection: Collection<PersonalTokenRow>, run: Run) {
  await run(() => collection.createIndexes([BY_HASH, BY_USER]));
  return {
    get: (tokenHash: string) =>
      run(async () => {
        const row = await collection.findOne({ token_hash: tokenHash });
        return row && personalTokenOf(row);
      }),
    of: (userId: string) =>
      run(async () => (await collection.find({ user_id: userId }, { sort: { _id: 1 } }).toArray()).map(personalTokenOf)),
    put: ({ id, ...rest }: StoredPersonalToken) => run(() => collection.replaceOne({ _id: id }, rest, { upsert: true })),
    use: (id: string, at: string) => run(() => collection.updateOne({ _id: id }, { $set: { last_used_at: at } })),
    remove: (id: string) => run(() => collection.deleteOne({ _id: id })),
    forget: (userId: string) => run(() => collection.deleteMany({ user_id: userId })),
  };
}

const BY_HASH = { name: 'by_hash', key: { token_hash: 1 }, unique: true } as const;
const BY_USER = { name: 'by_user', key: { user_id: 1 } } as const;
