import type { Collection } from 'mongodb';
import type { StoredPersonalToken, StoredSession, StoredToken, TokenPurpose } from '../../../ports/tokens.ts';
import type { Run } from '../connect.ts';

export type TokenRow = Omit<StoredToken, 'token_hash'> & { readonly _id: string };

export const tokenOf = ({ _id, purpose, user_id, expires_at, source }: TokenRow): StoredToken => ({
  token_hash: _id,
  purpose,
  user_id,
  expires_at,
  ...(source !== undefined && { source }),
});

export async function tokens(collection: Collection<TokenRow>, run: Run) {
  await run(() => collection.createIndexes([TOKENS_BY_USER, TOKENS_BY_EXPIRY]));
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

const TOKENS_BY_USER = { name: 'by_user', key: { user_id: 1, purpose: 1 } } as const;
const TOKENS_BY_EXPIRY = { name: 'by_expiry', key: { expires_at: 1 } } as const;

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
  await run(() => collection.createIndexes([BY_HASH, PERSONAL_BY_USER]));
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
const PERSONAL_BY_USER = { name: 'by_user', key: { user_id: 1 } } as const;

export type SessionRow = Omit<StoredSession, 'id'> & { readonly _id: string };

/** Sessions. They are never cached, so an ended session is ended for every process at once. */
export async function sessions(collection: Collection<SessionRow>, run: Run) {
  await run(() => collection.createIndexes([SESSIONS_BY_USER, SESSIONS_BY_EXPIRY]));
  return {
    get: (id: string): Promise<StoredSession | null> =>
      run(async () => {
        const row = await collection.findOne({ _id: id });
        return row && { id, user_id: row.user_id, created_at: row.created_at, expires_at: row.expires_at };
      }),
    put: ({ id, user_id, created_at, expires_at }: StoredSession) =>
      run(() => collection.replaceOne({ _id: id }, { user_id, created_at, expires_at }, { upsert: true })),
    renew: (id: string, expires_at: string): Promise<boolean> =>
      run(async () => (await collection.updateOne({ _id: id }, { $set: { expires_at } })).matchedCount > 0),
    end: (id: string) => run(() => collection.deleteOne({ _id: id })),
    endAll: (userId: string, but?: string) =>
      run(() => collection.deleteMany({ user_id: userId, ...(but !== undefined && { _id: { $ne: but } }) })),
    sweep: (now: string) => run(() => collection.deleteMany({ expires_at: { $lte: now } })),
  };
}

const SESSIONS_BY_USER = { name: 'by_user', key: { user_id: 1 } } as const;
const SESSIONS_BY_EXPIRY = { name: 'by_expiry', key: { expires_at: 1 } } as const;
