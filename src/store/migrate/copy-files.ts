import type { Files, StoredFile, Upload } from '../../ports/files.ts';
import { isAddress } from '../files/contents.ts';
import { namesIn } from '../files/disk.ts';
import { ownerOf } from '../files/folder-files.ts';
import type { MongoAccess } from '../mongo/connect.ts';
import { fileOwners } from '../mongo/files.ts';

type Target = Omit<Files, 'total' | 'upload' | 'forget' | 'sweep'>;

/**
 * Copies all files, contents and unfinished uploads of owners. It decrypts and encrypts them with the same key. Removes at the target
 * whatever the source no longer has. It can be repeated after an interruption. Returns the number of files and contents.
 * @throws the signal's reason
 */
export async function copyFiles(owners: AsyncIterable<string>, from: Files, to: Target, signal?: AbortSignal): Promise<number> {
  let count = 0;
  for await (const owner of owners) {
    const stored = await from.list(owner);
    for (const one of stored) {
      signal?.throwIfAborted();
      await (isAddress(one.name) ? copyContent : copyFile)(owner, one, from, to);
      count += 1;
    }
    for (const upload of await from.uploads(owner)) await copyUpload(owner, upload, from, to);
    await removeOthers(owner, stored, to);
  }
  return count;
}

async function copyFile(owner: string, { name }: StoredFile, from: Files, to: Target): Promise<void> {
  const file = await from.read(owner, name);
  if (file === null) return;
  try {
    await to.write(owner, name, file.content);
  } finally {
    await file.close();
  }
}

/** Each user gets the content as if by an upload; the bytes are stored once. */
async function copyContent(owner: string, { name, users, at }: StoredFile, from: Files, to: Target): Promise<void> {
  for (const user of users) {
    const file = await from.read(owner, name);
    if (file === null) return;
    try {
      await upload(owner, { id: user, about: '', at }, file.content, to);
      await to.finish(owner, user, name);
    } finally {
      await file.close();
    }
  }
}

async function copyUpload(owner: string, one: Upload, from: Files, to: Target): Promise<void> {
  const received = await from.openUpload(owner, one.id);
  if (received === null) return;
  try {
    await upload(owner, one, received.content, to);
  } finally {
    await received.close();
  }
}

async function upload(
  owner: string,
  { id, about, at }: Omit<Upload, 'length'>,
  content: AsyncIterable<Uint8Array>,
  to: Target,
): Promise<void> {
  // An interrupted copy may have written only a part of it.
  await to.abandon(owner, id);
  await to.begin(owner, id, about, at);
  await to.append(owner, id, 0, content);
}

async function removeOthers(owner: string, stored: readonly StoredFile[], to: Target): Promise<void> {
  const usersOf = new Map(stored.map(({ name, users }) => [name, users]));
  for (const { name, users } of await to.list(owner)) {
    if (!isAddress(name) && !usersOf.has(name)) await to.remove(owner, name);
    for (const user of users) if (!usersOf.get(name)?.includes(user)) await to.release(owner, name, user);
  }
}

export async function* ownersInFolder(folder: string): AsyncGenerator<string> {
  for (const entry of await namesIn(folder)) {
    const owner = ownerOf(entry);
    if (owner !== null) yield owner;
  }
}

export const ownersInMongo = (mongo: MongoAccess): AsyncGenerator<string> => fileOwners(mongo);
