import { StoreUnavailable } from '../../domain/kernel/event-store.ts';
import type { Keys } from '../../ports/keys.ts';
import { decrypt, encrypt, SEAL_BYTES } from '../aes-gcm.ts';

/** A file is a run of pieces, each encrypted by itself and bound to its place, so that none can be left out or moved. */
const PIECE = 64 * 1024;
const HEAD = 4;
const LAST = 0x8000_0000;
/** Bytes of every sealed piece but the last, which has as many at most. */
export const SEALED_PIECE = HEAD + PIECE + SEAL_BYTES;

/** Whose file it is, and what opens it. */
export interface FileKey {
  readonly key: Uint8Array;
  readonly owner: string;
  readonly name: string;
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9.-]{0,99}$/;

/** Null: the owner's key is gone. @throws TypeError for what is no name of a file */
export async function fileKey(vault: Pick<Keys, 'key'>, owner: string, name: string): Promise<FileKey | null> {
  checkName(name);
  const key = await vault.key(owner);
  return key && { key, owner, name };
}

/** As `fileKey`, to write. @throws StoreUnavailable where the key is gone */
export async function writingKey(vault: Pick<Keys, 'key'>, owner: string, name: string): Promise<FileKey> {
  const found = await fileKey(vault, owner, name);
  if (found === null) throw new StoreUnavailable('The owner of this file is gone.');
  return found;
}

export function checkName(name: string): void {
  if (!NAME.test(name)) throw new TypeError(`No file can be named ${name}.`);
}

const boundTo = ({ owner, name }: FileKey, index: number, last: boolean): string => `${owner}/${name}/${index}${last ? '/last' : ''}`;

/** One sealed piece after the other, at least one. */
export async function* sealed(file: FileKey, content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
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

/** What was sealed. `read` gives the next so many bytes, fewer only at the end. @throws StoreUnavailable for what is damaged */
export async function* unsealed(file: FileKey, read: (length: number) => Promise<Buffer>): AsyncGenerator<Uint8Array> {
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
