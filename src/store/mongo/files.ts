import { Binary, type ObjectId } from 'mongodb';
import type { Files } from '../../ports/files.ts';
import type { Keys } from '../../ports/keys.ts';
import { checkName, fileKey, sealed, unsealed, writingKey } from '../files/sealing.ts';
import type { Below } from './below.ts';
import { type Bucket, bucketOf } from './files/bucket.ts';
import { readerOf } from './files/reader.ts';
import { openPlaces } from './places.ts';

export interface MongoFilesOptions {
  readonly mongo: Below;
  readonly vault: Pick<Keys, 'key'>;
}

const HOUR_MS = 3_600_000;
/** So many pieces (1 MiB) go in one insert. */
const AT_ONCE = 16;

/**
 * Files as GridFS lays them out, a sealed piece a chunk. What is written lies there as `writing` until it is whole
 * and takes its place; what is removed or replaced lies there as `dropped` for whoever has it open, for an hour.
 * A process that is cut off anywhere leaves one or the other, which `sweep` removes.
 */
export async function openMongoFiles({ mongo, vault }: MongoFilesOptions): Promise<Files> {
  const bucket = await bucketOf(mongo);
  const nextPlace = await openPlaces(mongo, 'files');

  /** All but taking the place. */
  async function put(id: ObjectId, pieces: AsyncIterable<Buffer>): Promise<{ readonly length: number; readonly place: number }> {
    try {
      return { length: await putChunks(bucket, id, pieces), place: await nextPlace() };
    } catch (error) {
      // What fails here is swept.
      await bucket.drop({ _id: id }).catch(() => undefined);
      throw error;
    }
  }

  return {
    async write(owner, name, content) {
      const key = await writingKey(vault, owner, name);
      const id = await bucket.begin(owner, name);
      const written = await put(id, sealed(key, content));
      // Where the answer to this is lost it may be in its place, whole; else it is swept.
      await bucket.place(id, written.place, written.length);
      await bucket.dropReplaced(owner, name);
    },
    async read(owner, name) {
      const key = await fileKey(vault, owner, name);
      const id = key && (await bucket.find(owner, name));
      return key && id ? { content: unsealed(key, readerOf(bucket, id)), close: async () => undefined } : null;
    },
    async remove(owner, name) {
      checkName(name);
      await bucket.drop({ 'metadata.owner': owner, filename: name, 'metadata.state': 'whole' });
    },
    // One that is being written can take no place any more.
    forget: (owner) => bucket.drop({ 'metadata.owner': owner, 'metadata.state': { $in: ['writing', 'whole'] } }),
    sweep: () => bucket.sweep(new Date(Date.now() - HOUR_MS)),
  };
}

/** Gives the file's length in bytes. */
async function putChunks(bucket: Bucket, id: ObjectId, pieces: AsyncIterable<Buffer>): Promise<number> {
  let length = 0;
  let n = 0;
  let waiting: { readonly n: number; readonly data: Binary }[] = [];
  for await (const piece of pieces) {
    waiting.push({ n, data: new Binary(piece) });
    n += 1;
    length += piece.length;
    if (waiting.length < AT_ONCE) continue;
    await bucket.put(id, waiting);
    waiting = [];
  }
  if (waiting.length > 0) await bucket.put(id, waiting);
  return length;
}
