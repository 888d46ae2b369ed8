import type { OpenBytes } from '../../files/opened.ts';
import { SEALED_PIECE } from '../../files/sealing.ts';
import type { Bucket, FoundFile } from './bucket.ts';

/** Opens the bytes of a file. Nothing is kept on the server between two reads. */
export const openChunks = (bucket: Bucket, { _id, length }: FoundFile): OpenBytes => ({
  length,
  async read(from, count) {
    const first = Math.floor(from / SEALED_PIECE);
    const beyond = Math.ceil((from + count) / SEALED_PIECE);
    const chunks = await bucket.read(_id, first, beyond - first);
    const start = from - first * SEALED_PIECE;
    return Buffer.concat(chunks.map(({ data }) => data.buffer)).subarray(start, start + count);
  },
  close: async () => undefined,
});
