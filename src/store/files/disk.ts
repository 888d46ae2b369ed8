import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorCode } from '../../domain/kernel/decider.ts';
import { StoreFull, StoreUnavailable } from '../../domain/kernel/event-store.ts';
import type { OpenBytes } from './opened.ts';

/** The bytes that are written to the disk together. Larger batches are not faster, and the data of many people wait in memory. */
const BATCH = 256 * 1024;

/** After this many bytes the system begins to write them to the disk, so that there is little to wait for at the end. */
const FLUSHED = 4 * 1024 * 1024;

/** A temporary name that no finished file can have. Each writer gets a different one. */
const partialName = (name: string): string => `.${name}.${randomUUID()}.part`;
export const isPartial = (path: string): boolean => /^\..*\.part$/.test(basename(path));

/** Writes a file completely, or leaves nothing. Replaces the file at the path. `sync`: its bytes survive a power failure. */
export async function writeWhole(path: string, pieces: AsyncIterable<Uint8Array>, { sync = true } = {}): Promise<void> {
  const folder = dirname(path);
  await makeFolder(folder);
  await rename(await writePartial(folder, basename(path), pieces, sync), path);
}

/** Writes a file under a temporary name into an existing folder, and returns its path. A sweep deletes it if nobody moves it. */
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

/** While one batch is written, the next one is collected, and earlier ones reach the disk. */
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
      // The error is thrown when somebody awaits this write.
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

/** Makes the system write a growing file to the disk, one flush after the other, while more is written. */
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
      // The error is thrown at the end. After an error there are no more flushes, because the system reports a failure only once.
      mine.catch(() => undefined);
      flushing = mine;
    },
    /** @throws the error of an earlier flush */
    done: async (): Promise<void> => {
      await flushing;
    },
  };
}

/** The pieces are not concatenated, because with many simultaneous uploads each copy would take memory. */
async function writeAll(file: FileHandle, pieces: readonly Uint8Array[], size: number): Promise<void> {
  const { bytesWritten } = await file.writev([...pieces]);
  // The system may have written only a part of it.
  if (bytesWritten < size) await file.appendFile(Buffer.concat(pieces).subarray(bytesWritten));
}

export async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
}

/**
 * After this, everything that was created, renamed or removed in these folders survives a power failure. The first
 * folder costs a commit of the file system; the others, which the same commit includes, cost almost nothing.
 */
export async function syncFolders(...paths: readonly string[]): Promise<void> {
  // Windows cannot open folders, and does not need this.
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
    if (errorCode(error) === 'ENOENT') return null;
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
    const code = errorCode(error) ?? '';
    if (FULL.has(code)) throw new StoreFull('There is no room left to write.', { cause: error });
    if (REFUSED.has(code)) throw new StoreUnavailable(`The folder of files refuses: ${code}.`, { cause: error });
    throw error;
  }
}
