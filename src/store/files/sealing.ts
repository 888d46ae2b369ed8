import { StoreUnavailable } from '../../domain/kernel/event-store.ts';
import type { Keys } from '../../ports/secrets.ts';
import { decrypt, encryptParts, SEAL_BYTES } from '../aes-gcm.ts';

/**
 * The size of a piece, in bytes. A file is a sequence of pieces. Each is encrypted separately and bound to its
 * position, so that no piece can be removed or moved, and each can be read without those before it.
 */
const PIECE = 64 * 1024;
const HEAD = 4;
const LAST = 0x8000_0000;
const EXTRA = HEAD + SEAL_BYTES;
/** The size of each encrypted piece, in bytes; the last one may be smaller. */
export const SEALED_PIECE = PIECE + EXTRA;
const AT_ONCE = 16;

/** The key of a file, with its owner and the name to which its pieces are bound. */
export interface FileKey {
  readonly key: Uint8Array;
  readonly owner: string;
  readonly name: string;
}

export interface SealedPieces {
  /** In bytes. */
  readonly length: number;
  /** The bytes from an offset on; fewer than requested only at the end. */
  read(from: number, length: number): Promise<Buffer>;
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

/** Encrypts the content piece by piece, at least one piece, and returns the bytes of each in parts. */
export async function* sealPieces(file: FileKey, content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  function* piece(index: number, plain: Uint8Array, last: boolean): Generator<Buffer> {
    const [iv, text, tag] = encryptParts(file.key, boundTo(file, index, last), plain);
    const head = Buffer.alloc(HEAD + iv.length);
    head.writeUInt32BE(((plain.length + SEAL_BYTES) | (last ? LAST : 0)) >>> 0);
    head.set(iv, HEAD);
    yield head;
    yield text;
    yield tag;
  }
  const waiting = Buffer.allocUnsafe(PIECE);
  let filled = 0;
  let index = 0;
  for await (const some of content) {
    for (let taken = 0; taken < some.length; ) {
      if (filled === PIECE) {
        yield* piece(index, waiting, false);
        index += 1;
        filled = 0;
      }
      const next = some.subarray(taken, taken + PIECE - filled);
      waiting.set(next, filled);
      filled += next.length;
      taken += next.length;
    }
  }
  yield* piece(index, waiting.subarray(0, filled), true);
}

/**
 * The size of a file, in bytes, computed from that of its encrypted pieces.
 * @throws StoreUnavailable if no file can have this stored size
 */
export function plainSize(sealed: number): number {
  const count = Math.ceil(sealed / SEALED_PIECE);
  const last = sealed - (count - 1) * SEALED_PIECE - EXTRA;
  if (count === 0 || last < 0 || (last === 0 && count > 1)) throw damaged();
  return sealed - count * EXTRA;
}

/**
 * Decrypts a file from the byte `from` up to but not including `to`, and reads only the pieces that contain these
 * bytes. It also reads the one piece of an empty file, so that nobody can put an empty file in place of another.
 * @throws StoreUnavailable if the file is damaged
 */
export async function* openPieces(file: FileKey, sealed: SealedPieces, from: number, to: number): AsyncGenerator<Uint8Array> {
  const size = plainSize(sealed.length);
  const final = Math.max(0, Math.ceil(size / PIECE) - 1);
  const end = Math.min(to, size);
  if (size > 0 && from >= end) return;
  const beyond = Math.floor(Math.max(0, end - 1) / PIECE) + 1;
  for (let first = Math.floor(from / PIECE); first < beyond; first += AT_ONCE) {
    const count = Math.min(AT_ONCE, beyond - first);
    const start = first * SEALED_PIECE;
    const wanted = Math.min(count * SEALED_PIECE, sealed.length - start);
    const bytes = await sealed.read(start, wanted);
    if (bytes.length !== wanted) throw new StoreUnavailable('A file ends too early.');
    for (let index = first; index < first + count; index += 1) {
      const at = (index - first) * SEALED_PIECE;
      const plain = openPiece(file, bytes.subarray(at, at + SEALED_PIECE), index, index === final);
      const before = index * PIECE;
      yield plain.subarray(Math.max(0, from - before), Math.min(plain.length, end - before));
    }
  }
}

function openPiece(file: FileKey, piece: Buffer, index: number, last: boolean): Buffer {
  const head = piece.readUInt32BE();
  const isWhole = head >= LAST === last && (last ? head - LAST : head) === piece.length - HEAD;
  const plain = isWhole ? decrypt(file.key, boundTo(file, index, last), piece.subarray(HEAD)) : null;
  if (plain === null) throw damaged();
  return plain;
}

export const damaged = (): StoreUnavailable => new StoreUnavailable('A file is damaged.');
