import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { StoreUnavailable } from '../../domain/kernel/event-store.ts';
import { UPLOAD_ID } from '../../ports/files.ts';
import type { Keys } from '../../ports/secrets.ts';
import { decrypt, encrypt, SEAL_BYTES } from '../aes-gcm.ts';
import { damaged, type FileKey, plainSize, type SealedPieces, sealPieces } from './sealing.ts';

/**
 * A content is written before its address is known. So its pieces are bound to a random name. This name, the size and the SHA-256 follow
 * the pieces, and the content can get its address without being written again.
 */
const NAME = 16;
const SIZE = 8;
const SHA256 = 32;
const END = NAME + SIZE + SHA256 + SEAL_BYTES;

const ADDRESS = /^c-[0-9a-f]{64}$/;
export const isAddress = (name: string): boolean => ADDRESS.test(name);
export function checkAddress(name: string): void {
  if (!isAddress(name)) throw new TypeError(`${name} is not the address of a content.`);
}

/** @throws TypeError */
export function checkUpload(id: string): void {
  if (!UPLOAD_ID.test(id)) throw new TypeError(`No upload can have the id ${id}.`);
}

export interface Digest {
  readonly size: number;
  /** Lower-case hex. */
  readonly sha256: string;
}

export type OwnerKey = Omit<FileKey, 'name'>;

/** The owner's key; null if it was destroyed. */
export async function ownerKey(vault: Pick<Keys, 'key'>, owner: string): Promise<OwnerKey | null> {
  const key = await vault.key(owner);
  return key && { key, owner };
}

/** @throws StoreUnavailable if the key was destroyed */
export async function ownerKeyForWriting(vault: Pick<Keys, 'key'>, owner: string): Promise<OwnerKey> {
  const found = await ownerKey(vault, owner);
  if (found === null) throw new StoreUnavailable('The owner of this file is gone.');
  return found;
}

/** The address of a content. Without the owner's key it reveals nothing about the content. */
export function addressOf({ key }: OwnerKey, sha256: string): string {
  const secret = Buffer.from(hkdfSync('sha256', key, '', 'addresses of contents', 32));
  return `c-${createHmac('sha256', secret).update(sha256, 'hex').digest('hex')}`;
}

const bound = (of: OwnerKey, name: Buffer): FileKey => ({ ...of, name: `content ${name.toString('hex')}` });
const endOf = ({ owner, name }: FileKey): string => `${owner}/${name}/end`;

/** Encrypts a content and hashes it at the same time. The digest exists after everything has been read. */
export function sealContent(
  of: OwnerKey,
  content: AsyncIterable<Uint8Array>,
): { readonly sealed: AsyncIterable<Buffer>; digest(): Digest } {
  const name = randomBytes(NAME);
  const file = bound(of, name);
  const hash = createHash('sha256');
  let size = 0;
  let sha256 = Buffer.alloc(0);
  async function* measured(): AsyncGenerator<Uint8Array> {
    for await (const some of content) {
      hash.update(some);
      size += some.length;
      yield some;
    }
  }
  async function* sealed(): AsyncGenerator<Buffer> {
    yield* sealPieces(file, measured());
    sha256 = hash.digest();
    const facts = Buffer.alloc(SIZE);
    facts.writeBigUInt64BE(BigInt(size));
    yield Buffer.concat([name, encrypt(file.key, endOf(file), Buffer.concat([facts, sha256]))]);
  }
  return { sealed: sealed(), digest: () => ({ size, sha256: sha256.toString('hex') }) };
}

export interface FoundContent extends Digest {
  readonly file: FileKey;
  readonly pieces: SealedPieces;
}

/**
 * Reads the data that follow the pieces of a content.
 * @throws StoreUnavailable if the content is damaged
 */
export async function findContent(of: OwnerKey, stored: SealedPieces): Promise<FoundContent> {
  const length = stored.length - END;
  if (length < 0) throw damaged();
  const end = await stored.read(length, END);
  const file = bound(of, end.subarray(0, NAME));
  const facts = decrypt(of.key, endOf(file), end.subarray(NAME));
  if (facts === null || Number(facts.readBigUInt64BE()) !== plainSize(length)) throw damaged();
  const sha256 = facts.subarray(SIZE).toString('hex');
  return { file, size: plainSize(length), sha256, pieces: { length, read: (from, count) => stored.read(from, count) } };
}

/**
 * The size of a content, in bytes, computed from its stored size.
 * @throws StoreUnavailable if it is damaged
 */
export const contentSize = (stored: number): number => plainSize(stored - END);

/** The content up to an error. The error is remembered instead of thrown. */
export function untilBroken(content: AsyncIterable<Uint8Array>): {
  readonly content: AsyncIterable<Uint8Array>;
  /** @throws the error that interrupted the content, if there was one */
  rethrow(): void;
} {
  let failed: { readonly error: unknown } | null = null;
  async function* some(): AsyncGenerator<Uint8Array> {
    try {
      yield* content;
    } catch (error) {
      failed = { error };
    }
  }
  return {
    content: some(),
    rethrow() {
      if (failed) throw failed.error;
    },
  };
}

const boundAbout = (owner: string, id: string): string => `${owner}/upload ${id}/about`;
export const sealAbout = ({ key, owner }: OwnerKey, id: string, about: string): Buffer => encrypt(key, boundAbout(owner, id), about);
/** @throws StoreUnavailable if it is damaged */
export function openAbout({ key, owner }: OwnerKey, id: string, sealed: Uint8Array): string {
  const plain = decrypt(key, boundAbout(owner, id), sealed);
  if (plain === null) throw damaged();
  return plain.toString('utf8');
}

/** How long an upload can be continued after it was begun, in milliseconds. */
const UPLOAD_MS = 86_400_000;
/** The instant, RFC 3339, at or before which an upload must have begun to be swept. */
export const oldestUpload = (now: string): string => new Date(Date.parse(now) - UPLOAD_MS).toISOString();
