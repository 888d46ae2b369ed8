import type { ObjectId } from 'mongodb';
import type { Bucket } from './bucket.ts';

/** So many chunks (1 MiB) are fetched at a time; nothing is held on the server in between. */
const AT_ONCE = 16;

/** Gives a file's next so many bytes, fewer only at its end. */
export function readerOf(bucket: Bucket, id: ObjectId): (length: number) => Promise<Buffer> {
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
