import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { PageUnreadable } from './refusals.ts';

/** Text shrinks to a tenth, rarely to a thirtieth. What shrinks more was made to fill a memory. */
const MOST_RATIO = 100;
/** Below this a ratio tells nothing, in bytes. */
const FREE = 64 * 1024;

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};
/** The compressions that are asked for, as a header. */
export const ENCODINGS = 'gzip, deflate, br';

/**
 * The whole body, decompressed. What arrives and what it unpacks to are bounded by `most` bytes each, and how much it grows by
 * unpacking is bounded too; reading ends as soon as a bound is passed.
 * @throws PageUnreadable
 */
export async function readBody(body: Readable, encoding: string, most: number): Promise<Buffer> {
  const decoder = decoderOf(encoding);
  const chunks: Buffer[] = [];
  let received = 0;
  let size = 0;
  async function* counted(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      received += chunk.length;
      if (received > most) throw tooLarge(most);
      yield chunk;
    }
  }
  async function collect(source: AsyncIterable<Buffer>): Promise<void> {
    for await (const chunk of source) {
      size += chunk.length;
      if (size > most) throw tooLarge(most);
      if (size > FREE && size > received * MOST_RATIO)
        throw new PageUnreadable(`The page unpacks to more than ${MOST_RATIO} times its size, so it was not read.`);
      chunks.push(chunk);
    }
  }
  if (decoder === null) await pipeline(body, counted, collect);
  else await pipeline(body, counted, decoder, collect);
  return Buffer.concat(chunks, size);
}

export const tooLarge = (most: number): PageUnreadable =>
  new PageUnreadable(`The page is larger than ${Math.floor(most / 1024)} kB, so it was not read.`);

/** @throws PageUnreadable for a compression that was not asked for, or more than one around another */
function decoderOf(encoding: string): Transform | null {
  const name = encoding.trim().toLowerCase();
  if (name === '' || name === 'identity') return null;
  const create = Object.hasOwn(DECODERS, name) ? DECODERS[name] : undefined;
  if (create === undefined) throw new PageUnreadable('The page is compressed in a way that was not asked for.');
  return create();
}
