import type { ObjectId } from 'mongodb';
import type { Bucket } from './bucket.ts';

/** The number of chunks (1 MiB) that are fetched at a time. Nothing is kept on the server in between. */
const AT_ONCE = 16;

/** Creates a function that gives the next `length` bytes of a file, fewer only at its end. */
export function createChunkReader(bucket: Bucket, id: ObjectId): (length: number) => Promise<Buffer> {
  let bytes = Buffer.alloc(0);
  let next = 0;
  let ended = false;
  async function fetch(): Promise<void> {
    const chunks = await bucket.read(id, next, AT_ONCE);
    bytes = Buffer.concat([bytes, ...chunks.map(({ data }) => data.buffer)]);
    next = (chunks.at(-1)?.n ?? next) + 1;
    ended = chunks.length < AT_ONCE;
  }
  return async (length) => {
    while (bytes.length < length && !ended) await fetch();
    const taken = bytes.subarray(0, length);
    bytes = bytes.subarray(length);
    return taken;
  };
}
