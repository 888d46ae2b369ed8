import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Files } from '../../ports/files.ts';
import { folderOf, ownerOf } from '../files/folder-files.ts';
import type { MongoAccess } from '../mongo/access.ts';
import { wholeFiles } from '../mongo/files/bucket.ts';

export interface FileName {
  readonly owner: string;
  readonly name: string;
}

/**
 * Copies files, decrypting and encrypting them with the same key. It can be repeated after an interruption. Gives the
 * number of files.
 * @throws the signal's reason
 */
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
    // The owner's key was destroyed, so nobody can read the file.
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

/** Lists the files in a folder that `openFiles` uses. */
export async function* filesInFolder(folder: string): AsyncGenerator<FileName> {
  for (const entry of await entriesOf(folder)) {
    const owner = ownerOf(entry);
    if (owner === null) continue;
    for (const name of await entriesOf(join(folder, folderOf(owner)))) if (!name.startsWith('.')) yield { owner, name };
  }
}

/** Lists the files in MongoDB. */
export async function* filesInMongo(below: MongoAccess): AsyncGenerator<FileName> {
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
