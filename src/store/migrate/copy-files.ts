import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Files } from '../../ports/files.ts';
import { folderOf, ownerOf } from '../files/folder-files.ts';
import type { Below } from '../mongo/below.ts';
import { wholeFiles } from '../mongo/files/bucket.ts';

export interface FileName {
  readonly owner: string;
  readonly name: string;
}

/** Opened and sealed anew, by the same key. Cut off, it is done again. Gives how many files. @throws the signal's reason */
export async function copyFiles(
  names: AsyncIterable<FileName>,
  from: Pick<Files, 'read'>,
  to: Pick<Files, 'write'>,
  signal?: AbortSignal,
): Promise<number> {
  let count = 0;
  for await (const { owner, name } of names) {
    signal?.throwIfAborted();
    const file = await from.read(owner, name);
    // Its owner's key is gone, and so is the file for everybody.
    if (file === null) continue;
    try {
      await to.write(owner, name, file.content);
    } finally {
      await file.close();
    }
    count += 1;
  }
  return count;
}

/** Of files under a folder, as `openFiles` lays them out. */
export async function* filesInFolder(folder: string): AsyncGenerator<FileName> {
  for (const entry of await entriesOf(folder)) {
    const owner = ownerOf(entry);
    if (owner === null) continue;
    for (const name of await entriesOf(join(folder, folderOf(owner)))) if (!name.startsWith('.')) yield { owner, name };
  }
}

/** Of files in MongoDB. */
export async function* filesInMongo(below: Below): AsyncGenerator<FileName> {
  for await (const { filename, metadata } of wholeFiles(below)) yield { owner: metadata.owner, name: filename };
}

async function entriesOf(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
