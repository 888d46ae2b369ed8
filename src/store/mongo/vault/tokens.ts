import type { Collection } from 'mongodb';
import type { StoredToken, TokenPurpose } from '../../../ports/link-tokens.ts';
import type { Run } from '../access.ts';

export type TokenRow = Omit<StoredToken, 'token_hash'> & { readonly _id: string };

export const tokenOf = ({ _id, purpose, user_id, expires_at, source }: TokenRow): StoredToken => ({
  token_hash: _id,
  purpose,
  user_id,
  expires_at,
  ...(source !== undefined && { source }),
});

export async function tokens(collection: Collection<TokenRow>, run: Run) {
  await run(() => collection.createIndexes([BY_USER, BY_EXPIRY]));
  const asToken = (row: TokenRow | null): StoredToken | null => row && tokenOf(row);
  return {
    get: (tokenHash: string) => run(async () => asToken(await collection.findOne({ _id: tokenHash }))),
    all: (userId: string, purpose: TokenPurpose) =>
      run(async () => (await collection.find({ user_id: userId, purpose }, { sort: { expires_at: 1, _id: 1 } }).toArray()).map(tokenOf)),
    /** Only one caller gets the token. If the answer is lost for good, the token is used up and nobody has it. */
    take: (tokenHash: string) => run(async () => asToken(await collection.findOneAndDelete({ _id: tokenHash }))),
    put: ({ token_hash, ...rest }: StoredToken) => run(() => collection.replaceOne({ _id: token_hash }, rest, { upsert: true })),
    end: (userId: string, purpose: TokenPurpose) => run(() => collection.deleteMany({ user_id: userId, purpose })),
    forget: (userId: string) => run(() => collection.deleteMany({ user_id: userId })),
    sweep: (now: string) => run(() => collection.deleteMany({ expires_at: { $lte: now } })),
  };
}

const BY_USER = { name: 'by_user', key: { user_id: 1, purpose: 1 } } as const;
const BY_EXPIRY = { name: 'by_expiry', key: { expires_at: 1 } } as const;
