import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { ByteSource } from '../../contracts/ledger/papers/zip.ts';

/** Reads a file piece by piece while `work` runs. @throws Error with the system's code if it cannot be read */
export async function withFile<T>(path: string, work: (source: ByteSource) => Promise<T>): Promise<T> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    return await work({
      size,
      async read(start, end) {
        const bytes = Buffer.alloc(end - start);
        const { bytesRead } = await file.read(bytes, 0, bytes.length, start);
        return bytes.subarray(0, bytesRead);
      },
    });
  } finally {
    await file.close();
  }
}

/** The SHA-256 of a file, in hex. */
export async function sumOf(path: string): Promise<string> {
  const sum = createHash('sha256');
  for await (const piece of createReadStream(path)) sum.update(piece);
  return sum.digest('hex');
}
