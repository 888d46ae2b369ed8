import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { StoreFull, StoreUnavailable } from '../../domain/kernel/event-store.ts';
import type { Files } from '../../ports/files.ts';
import type { Keys } from '../../ports/keys.ts';
import { checkName, type FileKey, fileKey, sealed, unsealed, writingKey } from './sealing.ts';

const HOUR_MS = 3_600_000;
/** A name that no file can have, and each writer another. */
const halfOf = (name: string): string => `.${name}.${randomUUID()}.part`;
const isHalf = (path: string): boolean => /^\..*\.part$/.test(basename(path));

const OF = 'of-';
/** Never a step up: what is forgotten is removed with all that lies below it. */
export const folderOf = (owner: string): string => OF + encodeURIComponent(owner);
/** Null: it is no owner's folder. */
export const ownerOf = (folder: string): string | null => (folder.startsWith(OF) ? decodeURIComponent(folder.slice(OF.length)) : null);

/** Files under one folder, a folder an owner. */
export function openFiles({ folder, vault }: { readonly folder: string; readonly vault: Pick<Keys, 'key'> }): Files {
  const placeOf = (owner: string): string => join(folder, folderOf(owner));
  const pathOf = (owner: string, name: string): string => {
    checkName(name);
    return join(placeOf(owner), name);
  };
  return {
    write: (owner, name, content) =>
      asked(async () => {
        const key = await writingKey(vault, owner, name);
        await mkdir(placeOf(owner), { recursive: true, mode: 0o700 });
        const half = join(placeOf(owner), halfOf(name));
        try {
          await writeTo(half, sealed(key, content));
          await rename(half, pathOf(owner, name));
        } catch (error) {
          await rm(half, { force: true });
          throw error;
        }
      }),
    read: (owner, name) =>
      asked(async () => {
        const key = await fileKey(vault, owner, name);
        const file = key && (await found(open(pathOf(owner, name), 'r')));
        return key && file ? { content: contentOf(file, key), close: () => file.close() } : null;
      }),
    remove: (owner, name) => asked(() => rm(pathOf(owner, name), { force: true })),
    forget: (owner) => asked(() => rm(placeOf(owner), { force: true, recursive: true })),
    sweep: () => asked(() => dropHalves(folder, Date.now() - HOUR_MS)),
  };
}

/** What a crash left half written before the instant, in milliseconds since the epoch. */
async function dropHalves(folder: string, before: number): Promise<void> {
  for (const name of (await found(readdir(folder, { recursive: true }))) ?? []) {
    const path = join(folder, name);
    if (isHalf(name) && ((await found(stat(path)))?.mtimeMs ?? before) < before) await rm(path, { force: true });
  }
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

async function* contentOf(file: FileHandle, key: FileKey): AsyncGenerator<Uint8Array> {
  try {
    yield* unsealed(key, async (length) => {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length);
      return buffer.subarray(0, bytesRead);
    });
  } finally {
    await file.close();
  }
}

/** Null where there is nothing at the path. */
async function found<T>(looking: Promise<T>): Promise<T | null> {
  try {
    return await looking;
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
