import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

const BYTES = 16;
/** Random bytes are drawn for many ids at once, because one draw costs more than all the rest. */
const pool = Buffer.alloc(BYTES * 256);
let used = pool.length;

function random(): Uint8Array {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += BYTES;
  return pool.subarray(used - BYTES, used);
}

const LARGEST_START = 2 ** 30;
let last = 0;
let place = 0;

/** Creates a UUID of version 7. Each one is greater than the one before, even within one millisecond. */
export function newId(): string {
  const now = Date.now();
  const bytes = random();
  if (now > last) {
    last = now;
    place = Buffer.from(bytes.buffer, bytes.byteOffset, BYTES).readUInt32BE(4) % LARGEST_START;
  } else place += 1;
  return v7({ random: bytes, msecs: last, seq: place });
}
