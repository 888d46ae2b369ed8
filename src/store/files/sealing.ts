import { StoreUnavailable } from '../../domain/kernel/event-store.ts';
import type { Keys } from '../../ports/keys.ts';
import { decrypt, encrypt, SEAL_BYTES } from '../aes-gcm.ts';

/**
 * The size of a piece, in bytes. A file is a sequence of pieces. Each is encrypted separately and bound to its
 * position, so that no piece can be removed or moved.
 */
const PIECE = 64 * 1024;
const HEAD = 4;
const LAST = 0x8000_0000;
/** The size of each encrypted piece, in bytes; the last one may be smaller. */
export const SEALED_PIECE = HEAD + PIECE + SEAL_BYTES;

/** The key of a file, with its owner and name. */
export interface FileKey {
  readonly key: Uint8Array;
  readonly owner: string;
  readonly name: string;
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9.-]{0,99}$/;

/** The key of a file; null if the owner's key was destroyed. @throws TypeError for an invalid file name */
export async function fileKey(vault: Pick<Keys, 'key'>, owner: string, name: string): Promise<FileKey | null> {
  checkName(name);
  const key = await vault.key(owner);
  return key && { key, owner, name };
}

/** The same for writing. @throws StoreUnavailable if the key was destroyed */
export async function fileKeyForWriting(vault: Pick<Keys, 'key'>, owner: string, name: string): Promise<FileKey> {
  const found = await fileKey(vault, owner, name);
  if (found === null) throw new StoreUnavailable('The owner of this file is gone.');
  return found;
}

export function checkName(name: string): void {
  if (!NAME.test(name)) throw new TypeError(`No file can be named ${name}.`);
}

const boundTo = ({ owner, name }: FileKey, index: number, last: boolean): string => `${owner}/${name}/${index}${last ? '/last' : ''}`;

/** Encrypts the content piece by piece; gives at least one piece. */
export async function* sealPieces(file: FileKey, content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const piece = (index: number, plain: Uint8Array, last: boolean): Buffer => {
    const body = encrypt(file.key, boundTo(file, index, last), plain);
    const head = Buffer.alloc(HEAD);
    head.writeUInt32BE((body.length | (last ? LAST : 0)) >>> 0);
    return Buffer.concat([head, body]);
  };
  let index = 0;
  let waiting = Buffer.alloc(0);
  for await (const some of content) {
    waiting = Buffer.concat([waiting, some]);
    for (; waiting.length > PIECE; index += 1) {
      yield piece(index, waiting.subarray(0, PIECE), false);
      waiting = waiting.subarray(PIECE);
    }
  }
  yield piece(index, waiting, true);
}

/**
 * Decrypts a file. `read` gives the next `length` bytes, fewer only at the end.
 * @throws StoreUnavailable if the file is damaged
 */
export async function* openPieces(file: FileKey, read: (length: number) => Promise<Buffer>): AsyncGenerator<Uint8Array> {
  const exactly = async (length: number): Promise<Buffer> => {
    const bytes = await read(length);
    if (bytes.length !== length) throw new StoreUnavailable('A file ends too early.');
    return bytes;
  };
  for (let index = 0; ; index += 1) {
    const head = (await exactly(HEAD)).readUInt32BE();
    const last = head >= LAST;
    const length = last ? head - LAST : head;
    const plain = length > SEALED_PIECE ? null : decrypt(file.key, boundTo(file, index, last), await exactly(length));
    if (plain === null) throw new StoreUnavailable(`The file ${file.name} is damaged.`);
    yield plain;
    if (last) return;
  }
}
