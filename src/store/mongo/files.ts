import { Binary, type ObjectId } from 'mongodb';
import type { Files } from '../../ports/files.ts';
import type { Keys } from '../../ports/keys.ts';
import { checkName, fileKey, fileKeyForWriting, openPieces, sealPieces } from '../files/sealing.ts';
import type { MongoAccess } from './access.ts';
import { type Bucket, openBucket } from './files/bucket.ts';
import { createChunkReader } from './files/reader.ts';
import { openSequence } from './sequence.ts';

export interface MongoFilesOptions {
  readonly mongo: MongoAccess;
  readonly vault: Pick<Keys, 'key'>;
}

const HOUR_MS = 3_600_000;
/** The number of pieces (1 MiB) in one insert. */
const AT_ONCE = 16;

/**
 * Files in the layout of GridFS, with one encrypted piece in each chunk. A file has the state `writing` until it is
 * complete. A removed or replaced file has the state `dropped` for one hour, for those who have it open. A crash at
 * any point leaves a file in one of these states, and `sweep` removes it.
 */
export async function openMongoFiles({ mongo, vault }: MongoFilesOptions): Promise<Files> {
  const bucket = await openBucket(mongo);
  const nextPlace = await openSequence(mongo, 'files');

  /** Writes everything except the final step that makes it the file of its name. */
  async function put(id: ObjectId, pieces: AsyncIterable<Buffer>): Promise<{ readonly length: number; readonly place: number }> {
    try {
      return { length: await putChunks(bucket, id, pieces), place: await nextPlace() };
    } catch (error) {
      // If this fails, the file is removed by a later sweep.
      await bucket.drop({ _id: id }).catch(() => undefined);
      throw error;
    }
  }

  return {
    async write(owner, name, content) {
      const key = await fileKeyForWriting(vault, owner, name);
      const id = await bucket.begin(owner, name);
      const written = await put(id, sealPieces(key, content));
      // If the answer to this is lost, the file may be in place and complete; otherwise it is swept.
      await bucket.place(id, written.place, written.length);
      await bucket.dropReplaced(owner, name);
    },
    async read(owner, name) {
      const key = await fileKey(vault, owner, name);
      const id = key && (await bucket.find(owner, name));
      return key && id ? { content: openPieces(key, createChunkReader(bucket, id)), close: async () => undefined } : null;
    },
    async remove(owner, name) {
      checkName(name);
      await bucket.drop({ 'metadata.owner': owner, filename: name, 'metadata.state': 'whole' });
    },
    // A file that is still being written can no longer be completed after this.
    forget: (owner) => bucket.drop({ 'metadata.owner': owner, 'metadata.state': { $in: ['writing', 'whole'] } }),
    sweep: () => bucket.sweep(new Date(Date.now() - HOUR_MS)),
  };
}

/** Writes the chunks and gives the file's length in bytes. */
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
