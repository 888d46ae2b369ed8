import type { OpenFile, ReceivedUpload } from '../../ports/files.ts';
import { addressOf, findContent, type OwnerKey } from './contents.ts';
import { damaged, type FileKey, openPieces, plainSize, type SealedPieces } from './sealing.ts';

export interface OpenBytes extends SealedPieces {
  close(): Promise<void>;
}

/**
 * A file by its name.
 * @throws StoreUnavailable if it is damaged
 */
export const openedFile = (key: FileKey, bytes: OpenBytes): Promise<OpenFile> =>
  closingOnError(bytes, async () => opened(key, bytes, plainSize(bytes.length), () => bytes.close()));

/**
 * A content by its address.
 * @throws StoreUnavailable if it is damaged, or not the content of this address
 */
export const openedContent = (of: OwnerKey, bytes: OpenBytes, address: string): Promise<OpenFile> =>
  closingOnError(bytes, async () => {
    const received = await readEnd(of, bytes);
    if (received.address !== address) throw damaged();
    return received;
  });

/**
 * A content that has no address yet.
 * @throws StoreUnavailable if it is damaged
 */
export const openedUpload = (of: OwnerKey, bytes: OpenBytes): Promise<ReceivedUpload> => closingOnError(bytes, () => readEnd(of, bytes));

async function readEnd(of: OwnerKey, bytes: OpenBytes): Promise<ReceivedUpload> {
  const { file, pieces, size, sha256 } = await findContent(of, bytes);
  return { ...opened(file, pieces, size, () => bytes.close()), sha256, address: addressOf(of, sha256) };
}

function opened(file: FileKey, pieces: SealedPieces, size: number, close: () => Promise<void>): OpenFile {
  async function* whole(): AsyncGenerator<Uint8Array> {
    try {
      yield* openPieces(file, pieces, 0, size);
    } finally {
      await close();
    }
  }
  return { size, content: whole(), range: (from, to) => openPieces(file, pieces, from, to), close };
}

async function closingOnError<T>(bytes: OpenBytes, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    await bytes.close();
    throw error;
  }
}

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
