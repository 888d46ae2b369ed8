import { findContent, type OwnerKey } from './contents.ts';
import type { OpenBytes } from './opened.ts';
import { damaged, openPieces } from './sealing.ts';

/**
 * The contents of parts, one after the other.
 * @throws StoreUnavailable if one is missing or damaged
 */
export async function* joined<T>(
  key: OwnerKey,
  parts: readonly T[],
  open: (part: T) => Promise<OpenBytes | null>,
): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    const bytes = await open(part);
    if (bytes === null) throw damaged();
    try {
      const { file, pieces, size } = await findContent(key, bytes);
      yield* openPieces(file, pieces, 0, size);
    } finally {
      await bytes.close();
    }
  }
}
