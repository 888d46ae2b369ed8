import type { Collection } from 'mongodb';
import type { StoredSession } from '../../../ports/sessions.ts';
import type { Run } from '../access.ts';

export type SessionRow = Omit<StoredSession, 'id'> & { readonly _id: string };

/** Sessions. They are never cached, so an ended session is ended for every process at once. */
export async function sessions(collection: Collection<SessionRow>, run: Run) {
  await run(() => collection.createIndexes([BY_USER, BY_EXPIRY]));
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

const BY_USER = { name: 'by_user', key: { user_id: 1 } } as const;
const BY_EXPIRY = { name: 'by_expiry', key: { expires_at: 1 } } as const;
