import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { StoreFull, StoreUnavailable } from '../../domain/kernel/event-store.ts';
import type { Files } from '../../ports/files.ts';
import type { Keys } from '../../ports/keys.ts';
import { checkName, type FileKey, fileKey, fileKeyForWriting, openPieces, sealPieces } from './sealing.ts';

const HOUR_MS = 3_600_000;
/** A temporary name that no finished file can have. Each writer gets a different one. */
const partialName = (name: string): string => `.${name}.${randomUUID()}.part`;
const isPartial = (path: string): boolean => /^\..*\.part$/.test(basename(path));

const OWNER_PREFIX = 'of-';
/** The owner's folder name. It never leads out of the parent folder, because `forget` removes it with all its content. */
export const folderOf = (owner: string): string => OWNER_PREFIX + encodeURIComponent(owner);
/** The owner of a folder; null if it is not an owner's folder. */
export const ownerOf = (folder: string): string | null =>
  folder.startsWith(OWNER_PREFIX) ? decodeURIComponent(folder.slice(OWNER_PREFIX.length)) : null;

/** Stores files under one folder, with a subfolder for each owner. */
export function openFiles({ folder, vault }: { readonly folder: string; readonly vault: Pick<Keys, 'key'> }): Files {
  const ownerPath = (owner: string): string => join(folder, folderOf(owner));
  const pathOf = (owner: string, name: string): string => {
    checkName(name);
    return join(ownerPath(owner), name);
  };
  return {
    write: (owner, name, content) =>
      withStoreErrors(async () => {
        const key = await fileKeyForWriting(vault, owner, name);
        await mkdir(ownerPath(owner), { recursive: true, mode: 0o700 });
        const partial = join(ownerPath(owner), partialName(name));
        try {
          await writeTo(partial, sealPieces(key, content));
          await rename(partial, pathOf(owner, name));
        } catch (error) {
          await rm(partial, { force: true });
          throw error;
        }
      }),
    read: (owner, name) =>
      withStoreErrors(async () => {
        const key = await fileKey(vault, owner, name);
        const file = key && (await nullIfMissing(open(pathOf(owner, name), 'r')));
        return key && file ? { content: contentOf(file, key), close: () => file.close() } : null;
      }),
    remove: (owner, name) => withStoreErrors(() => rm(pathOf(owner, name), { force: true })),
    forget: (owner) => withStoreErrors(() => rm(ownerPath(owner), { force: true, recursive: true })),
    sweep: () => withStoreErrors(() => removePartials(folder, Date.now() - HOUR_MS)),
  };
}

/** Deletes files that were only partly written before the instant, in milliseconds since the epoch. */
async function removePartials(folder: string, before: number): Promise<void> {
  for (const name of (await nullIfMissing(readdir(folder, { recursive: true }))) ?? []) {
    const path = join(folder, name);
    if (isPartial(name) && ((await nullIfMissing(stat(path)))?.mtimeMs ?? before) < before) await rm(path, { force: true });
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
    yield* openPieces(key, async (length) => {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length);
      return buffer.subarray(0, bytesRead);
    });
  } finally {
    await file.close();
  }
}

/** Gives null if there is nothing at the path. */
async function nullIfMissing<T>(looking: Promise<T>): Promise<T | null> {
  try {
    return await looking;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);
const REFUSED: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS', 'EIO', 'EMFILE', 'ENFILE', 'EBUSY']);

/** Runs the work with the errors that the port promises. @throws StoreUnavailable, StoreFull */
async function withStoreErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (FULL.has(code)) throw new StoreFull('There is no room left to write.', { cause: error });
    if (REFUSED.has(code)) throw new StoreUnavailable(`The folder of files refuses: ${code}.`, { cause: error });
    throw error;
  }
}
