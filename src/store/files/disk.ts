import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { StoreFull, StoreUnavailable } from '../../domain/kernel/event-store.ts';
import type { OpenBytes } from './opened.ts';

/** Written to the disk at once. Larger ones are no quicker, and what comes from many people waits in memory. */
const BATCH = 256 * 1024;

/** After so many bytes the system begins to put them on the disk, so that little is left to wait for at the end. */
const FLUSHED = 4 * 1024 * 1024;

/** A temporary name that no finished file can have. Each writer gets a different one. */
const partialName = (name: string): string => `.${name}.${randomUUID()}.part`;
export const isPartial = (path: string): boolean => /^\..*\.part$/.test(basename(path));

/** Writes a file completely, or leaves nothing. Replaces what is at the path. `sync`: its bytes outlast a loss of power. */
export async function writeWhole(path: string, pieces: AsyncIterable<Uint8Array>, { sync = true } = {}): Promise<void> {
  const folder = dirname(path);
  await makeFolder(folder);
  await rename(await writePartial(folder, basename(path), pieces, sync), path);
}

/** Writes a file that does not count yet, into a folder that is there, and gives its path. It is deleted if nobody moves it. */
export async function writePartial(folder: string, name: string, pieces: AsyncIterable<Uint8Array>, sync = true): Promise<string> {
  const path = join(folder, partialName(name));
  try {
    await writeTo(path, pieces, sync);
    return path;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

/** While one batch is written, the next one is put together, and what was written before reaches the disk. */
async function writeTo(path: string, pieces: AsyncIterable<Uint8Array>, sync: boolean): Promise<void> {
  const file = await open(path, 'w', 0o600);
  const flusher = createFlusher(file, sync);
  let writing: Promise<void> = Promise.resolve();
  try {
    let batch: Uint8Array[] = [];
    let size = 0;
    for await (const piece of pieces) {
      batch.push(piece);
      size += piece.length;
      if (size < BATCH) continue;
      await writing;
      flusher.written(size);
      writing = writeAll(file, batch, size);
      // Its error is thrown where it is waited for.
      writing.catch(() => undefined);
      [batch, size] = [[], 0];
    }
    await writing;
    if (size > 0) await writeAll(file, batch, size);
    await flusher.done();
    if (sync) await file.sync();
  } finally {
    await Promise.allSettled([writing, flusher.done()]);
    await file.close();
  }
}

/** Has the system put on the disk what a file got meanwhile, one time after the other, while more is written. */
function createFlusher(file: FileHandle, wanted: boolean) {
  let flushing: Promise<void> | null = null;
  let waiting = 0;
  return {
    written(bytes: number): void {
      waiting += bytes;
      if (!wanted || waiting < FLUSHED || flushing !== null) return;
      waiting = 0;
      const mine = file.datasync().then(() => {
        flushing = null;
      });
      // Its error is thrown at the end. After one it is not tried again: the system names a failure only once.
      mine.catch(() => undefined);
      flushing = mine;
    },
    /** @throws the error of what was put on the disk so far */
    done: async (): Promise<void> => {
      await flushing;
    },
  };
}

/** The pieces are not put together first: of what comes at once from many people each copy would count. */
async function writeAll(file: FileHandle, pieces: readonly Uint8Array[], size: number): Promise<void> {
  const { bytesWritten } = await file.writev([...pieces]);
  // The system may take a part of it only.
  if (bytesWritten < size) await file.appendFile(Buffer.concat(pieces).subarray(bytesWritten));
}

/** Makes a folder and those in which it lies. */
export async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
}

/**
 * What was created, renamed or removed in these folders outlasts a loss of power after this. The first one costs a commit of the file
 * system; those that it has committed too cost next to nothing.
 */
export async function syncFolders(...paths: readonly string[]): Promise<void> {
  // Windows cannot open folders, and does not need it.
  if (process.platform === 'win32') return;
  for (const path of paths) {
    const folder = await open(path, constants.O_RDONLY);
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  }
}

/** Opens a file for reading; null if there is none. */
export async function openBytes(path: string): Promise<OpenBytes | null> {
  const file = await nullIfMissing(open(path, 'r'));
  if (file === null) return null;
  const { size: length } = await file.stat();
  return {
    length,
    async read(from, count) {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(count), 0, count, from);
      return buffer.subarray(0, bytesRead);
    },
    close: () => file.close(),
  };
}

/** The names in a folder, in order; none if there is no such folder. */
export const namesIn = async (folder: string): Promise<readonly string[]> => ((await nullIfMissing(readdir(folder))) ?? []).toSorted();

/** Gives null if there is nothing at the path. */
export async function nullIfMissing<T>(looking: Promise<T>): Promise<T | null> {
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
export async function withStoreErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (FULL.has(code)) throw new StoreFull('There is no room left to write.', { cause: error });
    if (REFUSED.has(code)) throw new StoreUnavailable(`The folder of files refuses: ${code}.`, { cause: error });
    throw error;
  }
}
