import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createKeyedMutex } from '../../concurrency/keyed-mutex.ts';
import type { Files, StoredFile } from '../../ports/files.ts';
import type { Keys } from '../../ports/secrets.ts';
import { isAddress, ownerKey } from './contents.ts';
import { isPartial, namesIn, nullIfMissing, openBytes, withStoreErrors, writeWhole } from './disk.ts';
import { createContents, createTotals } from './folder-contents.ts';
import { createUploads } from './folder-uploads.ts';
import { openedContent, openedFile } from './opened.ts';
import { checkName, fileKey, fileKeyForWriting, plainSize, sealPieces } from './sealing.ts';

const HOUR_MS = 3_600_000;

const OWNER_PREFIX = 'of-';
/** The owner's folder name. It never points outside the parent folder, because `forget` removes the folder with all its content. */
const folderOf = (owner: string): string => OWNER_PREFIX + encodeURIComponent(owner);
/** The owner of a folder; null if it is not an owner's folder. */
export const ownerOf = (folder: string): string | null =>
  folder.startsWith(OWNER_PREFIX) ? decodeURIComponent(folder.slice(OWNER_PREFIX.length)) : null;

/**
 * Stores files under one folder, with a subfolder for each owner. In it a file is stored under its name, a content in a folder named by its
 * address, and an upload in a folder named by its id below `.uploads`. Only this process may write there.
 */
export function openFiles({ folder, vault }: { readonly folder: string; readonly vault: Pick<Keys, 'key'> }): Files {
  const ownerPath = (owner: string): string => join(folder, folderOf(owner));
  const mutex = createKeyedMutex();
  const totals = createTotals(async (owner) => (await contents.total(owner)) + (await uploads.total(owner)));
  const contents = createContents({ ownerPath, totals });
  const uploads = createUploads({ ownerPath, vault, contents, totals });
  /** Changes of contents and uploads of one owner run one after the other. */
  const withLock = <T>(owner: string, work: () => Promise<T>): Promise<T> => withStoreErrors(() => mutex(owner, work));
  const pathOf = (owner: string, name: string): string => {
    checkName(name);
    if (isAddress(name)) throw new TypeError('The address of a content cannot be chosen.');
    return join(ownerPath(owner), name);
  };

  async function read(owner: string, name: string) {
    const key = await fileKey(vault, owner, name);
    const bytes = key && (await openBytes(isAddress(name) ? contents.pathOf(owner, name) : pathOf(owner, name)));
    if (!key || !bytes) return null;
    return isAddress(name) ? openedContent(key, bytes, name) : openedFile(key, bytes);
  }

  async function list(owner: string): Promise<readonly StoredFile[]> {
    const found: StoredFile[] = [];
    for (const name of await namesIn(ownerPath(owner))) {
      if (name.startsWith('.')) continue;
      const one = isAddress(name) ? await contents.stored(owner, name) : await storedFile(join(ownerPath(owner), name), name);
      if (one) found.push(one);
    }
    return found;
  }

  return {
    write: (owner, name, content) =>
      withStoreErrors(async () => {
        const path = pathOf(owner, name);
        await writeWhole(path, sealPieces(await fileKeyForWriting(vault, owner, name), content));
      }),
    read: (owner, name) => withStoreErrors(() => read(owner, name)),
    remove: (owner, name) => withStoreErrors(async () => rm(pathOf(owner, name), { force: true })),
    list: (owner) => withStoreErrors(async () => ((await ownerKey(vault, owner)) ? list(owner) : [])),
    total: (owner) => withLock(owner, () => totals.of(owner)),
    usage: (owner, { address, size }) =>
      withLock(owner, async () => {
        const isThere = (await contents.stored(owner, address)) !== null;
        return { bytes: (await totals.of(owner)) - (isThere ? size : 0), users: null, isNew: false };
      }),
    async receive(owner, id, at, content) {
      await withLock(owner, () => uploads.begin(owner, id, '', at));
      await withStoreErrors(() => uploads.append(mutex, owner, id, 0, content));
    },
    begin: (owner, id, about, at) => withLock(owner, () => uploads.begin(owner, id, about, at)),
    upload: (owner, id) => withLock(owner, () => uploads.one(owner, id)),
    uploads: (owner) => withLock(owner, () => uploads.all(owner)),
    append: (owner, id, offset, content) => withStoreErrors(() => uploads.append(mutex, owner, id, offset, content)),
    openUpload: (owner, id) => withLock(owner, () => uploads.open(owner, id)),
    finish: (owner, id, address) => withLock(owner, () => uploads.finish(owner, id, address)),
    abandon: (owner, id) => withLock(owner, () => uploads.abandon(owner, id)),
    release: (owner, address, user) => withLock(owner, () => contents.release(owner, address, user)),
    forget: (owner) =>
      withLock(owner, async () => {
        totals.forget(owner);
        await rm(ownerPath(owner), { force: true, recursive: true });
      }),
    sweep: (now) =>
      withStoreErrors(async () => {
        const before = Date.now() - HOUR_MS;
        await removePartials(folder, before);
        for (const name of await namesIn(folder)) {
          const owner = ownerOf(name);
          if (owner === null) continue;
          await mutex(owner, async () => {
            await uploads.sweep(owner, now);
            await contents.sweep(owner, before);
          });
        }
      }),
  };
}

async function storedFile(path: string, name: string): Promise<StoredFile | null> {
  const found = await nullIfMissing(stat(path));
  return found && { name, size: plainSize(found.size), at: found.mtime.toISOString(), users: [] };
}

/** Deletes files that were only partly written before the instant, in milliseconds since the epoch. */
async function removePartials(folder: string, before: number): Promise<void> {
  for (const name of (await nullIfMissing(readdir(folder, { recursive: true }))) ?? []) {
    const path = join(folder, name);
    if (isPartial(name) && ((await nullIfMissing(stat(path)))?.mtimeMs ?? before) < before) await rm(path, { force: true });
  }
}
