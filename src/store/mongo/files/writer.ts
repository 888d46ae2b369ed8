import { Binary, type ObjectId } from 'mongodb';
import { SEALED_PIECE } from '../../files/sealing.ts';
import type { Bucket } from './bucket.ts';

/** The number of chunks (1 MiB) in one insert. */
const AT_ONCE = 16;

/** Writes the chunks and returns their total length in bytes. If that fails, the file is dropped. */
export async function putChunks(bucket: Bucket, id: ObjectId, sealed: AsyncIterable<Buffer>): Promise<number> {
  try {
    let length = 0;
    let n = 0;
    for await (const some of inChunks(sealed)) {
      await bucket.put(
        id,
        some.map((data, index) => ({ n: n + index, data: new Binary(data) })),
      );
      n += some.length;
      length += some.reduce((sum, chunk) => sum + chunk.length, 0);
    }
    return length;
  } catch (error) {
    // If this fails, the file is removed by a later sweep.
    await bucket.drop({ _id: id }).catch(() => undefined);
    throw error;
  }
}

/** Cuts the bytes into chunks of equal size, as GridFS requires, and returns several of them at a time. */
async function* inChunks(sealed: AsyncIterable<Buffer>): AsyncGenerator<readonly Buffer[]> {
  let chunks: Buffer[] = [];
  let waiting: Buffer[] = [];
  let size = 0;
  for await (const some of sealed) {
    waiting.push(some);
    size += some.length;
    if (size < SEALED_PIECE) continue;
    const bytes = Buffer.concat(waiting);
    const whole = size - (size % SEALED_PIECE);
    for (let at = 0; at < whole; at += SEALED_PIECE) chunks.push(bytes.subarray(at, at + SEALED_PIECE));
    waiting = whole === size ? [] : [bytes.subarray(whole)];
    size -= whole;
    if (chunks.length < AT_ONCE) continue;
    yield chunks;
    chunks = [];
  }
  if (size > 0) chunks.push(Buffer.concat(waiting));
  if (chunks.length > 0) yield chunks;
}
