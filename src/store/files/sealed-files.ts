import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StoreFull, StoreUnavailable } from '../../domain/kernel/event-store.ts';
import type { Files } from '../../domain/kernel/files.ts';
import type { Vault } from '../../domain/kernel/vault.ts';
import { decrypt, encrypt } from '../aes-gcm.ts';

/** A file is a run of pieces, each encrypted by itself and bound to its place, so that none can be left out or moved. */
const PIECE = 64 * 1024;
const HEAD = 4;
const LAST = 0x8000_0000;

const NAME = /^[A-Za-z0-9][A-Za-z0-9.-]{0,99}$/;

const boundTo = (owner: string, name: string, index: number, last: boolean): string => `${owner}/${name}/${index}${last ? '/last' : ''}`;

/** Files under one folder, a folder an owner. */
export function openFiles({ folder, vault }: { readonly folder: string; readonly vault: Pick<Vault, 'key'> }): Files {
  // Never a step up: what is forgotten is removed with all that lies below it.
  const folderOf = (owner: string): string => join(folder, `of-${encodeURIComponent(owner)}`);
  const pathOf = (owner: string, name: string): string => {
    if (!NAME.test(name)) throw new TypeError(`No file can be named ${name}.`);
    return join(folderOf(owner), name);
  };
  return {
    write: (owner, name, content) =>
      asked(async () => {
        const path = pathOf(owner, name);
        const key = await vault.key(owner);
        if (key === null) throw new StoreUnavailable('The owner of this file is gone.');
        await mkdir(folderOf(owner), { recursive: true, mode: 0o700 });
        const half = `${path}.part`;
        try {
          await writeTo(half, sealed(key, owner, name, content));
          await rename(half, path);
        } catch (error) {
          await rm(half, { force: true });
          throw error;
        }
      }),
    read: (owner, name) =>
      asked(async () => {
        const key = await vault.key(owner);
        const file = key && (await opened(pathOf(owner, name)));
        return key && file ? { content: unsealed(file, key, owner, name), close: () => file.close() } : null;
      }),
    remove: (owner, name) => asked(() => rm(pathOf(owner, name), { force: true })),
    forget: (owner) => asked(() => rm(folderOf(owner), { force: true, recursive: true })),
  };
}

async function writeTo(path: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    for await (const piece of pieces) await file.appendFile(piece);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function* sealed(key: Uint8Array, owner: string, name: string, content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const piece = (index: number, plain: Uint8Array, last: boolean): Uint8Array => {
    const body = encrypt(key, boundTo(owner, name, index, last), plain);
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

async function* unsealed(file: FileHandle, key: Uint8Array, owner: string, name: string): AsyncGenerator<Uint8Array> {
  try {
    for (let index = 0; ; index += 1) {
      const head = (await exactly(file, HEAD)).readUInt32BE();
      const last = head >= LAST;
      const plain = decrypt(key, boundTo(owner, name, index, last), await exactly(file, last ? head - LAST : head));
      if (plain === null) throw new StoreUnavailable(`The file ${name} is damaged.`);
      yield plain;
      if (last) return;
    }
  } finally {
    await file.close();
  }
}

async function exactly(file: FileHandle, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length);
  if (bytesRead !== length) throw new StoreUnavailable('A file ends too early.');
  return buffer;
}

async function opened(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);
const REFUSED: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS', 'EIO', 'EMFILE', 'ENFILE', 'EBUSY']);

/** What the port promises to throw. */
async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (FULL.has(code)) throw new StoreFull('There is no room left to write.', { cause: error });
    if (REFUSED.has(code)) throw new StoreUnavailable(`The folder of files refuses: ${code}.`, { cause: error });
    throw error;
  }
}
