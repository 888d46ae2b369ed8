import type { ObjectId } from 'mongodb';
import { checkAddress, checkUpload } from '../../files/contents.ts';
import type { MongoAccess } from '../connect.ts';
import { codeOf, DUPLICATE_KEY } from '../errors.ts';
import { type Bucket, type FileRow, SINCE } from './bucket.ts';

export interface ContentsOptions {
  readonly mongo: MongoAccess;
  readonly bucket: Bucket;
}

/** Contents with their users. Each step changes one document, so that several processes may do them at once. */
export function createContents({ mongo: { run }, bucket: { files } }: ContentsOptions) {
  const whole = (owner: string, address: string) => ({ 'metadata.owner': owner, filename: address, 'metadata.state': 'whole' }) as const;

  /** Adds a user to an existing content; null if it does not exist. */
  const join = (owner: string, address: string, user: string): Promise<Pick<FileRow, '_id'> | null> =>
    run(() => files.findOneAndUpdate(whole(owner, address), { $addToSet: { 'metadata.users': user } }, { projection: { _id: 1 } }));

  /**
   * Makes a part the content of its address, which needs no place, as an owner has a content only once. False: another part became it
   * first, or the part no longer exists.
   */
  async function become(owner: string, address: string, user: string, part: ObjectId): Promise<boolean> {
    const set = { filename: address, 'metadata.state': 'whole', 'metadata.address': address, 'metadata.users': [user] } as const;
    try {
      const those = { _id: part, 'metadata.owner': owner, 'metadata.state': 'part' } as const;
      const { matchedCount } = await run(() => files.updateOne(those, { $set: set, ...SINCE }));
      return matchedCount > 0;
    } catch (error) {
      if (codeOf(error) !== DUPLICATE_KEY) throw error;
      return false;
    }
  }

  return {
    /** The content if it has this user. `upload` and `at` are those of the part that it was before. */
    of: async (owner: string, address: string, user: string): Promise<Pick<FileRow['metadata'], 'upload' | 'at'> | null> => {
      const those = { ...whole(owner, address), 'metadata.users': user };
      return (await run(() => files.findOne(those, { projection: { 'metadata.upload': 1, 'metadata.at': 1 } })))?.metadata ?? null;
    },
    /**
     * Adds a user to the content. If there is no content yet, the part becomes it. Returns the id of the content's file; null if the part
     * no longer exists.
     */
    async add(owner: string, address: string, user: string, part: ObjectId): Promise<ObjectId | null> {
      checkAddress(address);
      // Usually the content is new. If it is not, the unique index over addresses refuses a second one.
      if (await become(owner, address, user, part)) return part;
      return (await join(owner, address, user))?._id ?? null;
    },
    async release(owner: string, address: string, user: string): Promise<void> {
      checkAddress(address);
      checkUpload(user);
      // One step, so that a crash cannot leave a content without users.
      await run(() => files.updateOne({ ...whole(owner, address), 'metadata.users': user }, withoutUser(user)));
    },
  };
}

export type Contents = ReturnType<typeof createContents>;

const withoutUser = (user: string) => {
  const isLast = { $eq: ['$metadata.users', []] };
  const dropped = { $cond: [isLast, 'dropped', '$metadata.state'] };
  const since = { $cond: [isLast, '$$NOW', '$metadata.since'] };
  return [
    { $set: { 'metadata.users': { $setDifference: ['$metadata.users', [{ $literal: user }]] } } },
    { $set: { 'metadata.state': dropped, 'metadata.since': since } },
  ];
};
