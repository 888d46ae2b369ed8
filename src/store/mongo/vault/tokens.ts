import type { Collection } from 'mongodb';
import type { StoredToken, TokenPurpose } from '../../../ports/link-tokens.ts';
import type { Run } from '../access.ts';

export type TokenRow = Omit<StoredToken, 'token_hash'> & { readonly _id: string };

/** Single-use tokens, by their hash. */
export async function tokens(collection: Collection<TokenRow>, run: Run) {
  await run(() => collection.createIndexes([BY_USER, BY_EXPIRY]));
  const asToken = (row: TokenRow | null): StoredToken | null =>
    row && { token_hash: row._id, purpose: row.purpose, user_id: row.user_id, expires_at: row.expires_at };
  return {
    get: (tokenHash: string) => run(async () => asToken(await collection.findOne({ _id: tokenHash }))),
    /** Only one caller gets the token. If the answer is lost for good, the token is used up and nobody has it. */
    take: (tokenHash: string) => run(async () => asToken(await collection.findOneAndDelete({ _id: tokenHash }))),
    put: ({ token_hash, purpose, user_id, expires_at }: StoredToken) =>
      run(() => collection.replaceOne({ _id: token_hash }, { purpose, user_id, expires_at }, { upsert: true })),
    end: (userId: string, purpose: TokenPurpose) => run(() => collection.deleteMany({ user_id: userId, purpose })),
    forget: (userId: string) => run(() => collection.deleteMany({ user_id: userId })),
    sweep: (now: string) => run(() => collection.deleteMany({ expires_at: { $lte: now } })),
  };
}

const BY_USER = { name: 'by_user', key: { user_id: 1, purpose: 1 } } as const;
const BY_EXPIRY = { name: 'by_expiry', key: { expires_at: 1 } } as const;
