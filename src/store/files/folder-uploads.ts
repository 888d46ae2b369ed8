import { readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { KeyedMutex } from '../../ports/coordination.ts';
import { type ReceivedUpload, type Upload, WrongOffset } from '../../ports/files.ts';
import type { Keys } from '../../ports/secrets.ts';
import { storedJson } from '../stored-json.ts';
import {
  checkUpload,
  contentSize,
  oldestUpload,
  openAbout,
  ownerKey,
  ownerKeyForWriting,
  sealAbout,
  sealContent,
  untilBroken,
} from './contents.ts';
import { namesIn, nullIfMissing, openBytes, syncFolders, writePartial, writeWhole } from './disk.ts';
import type { Contents, Totals } from './folder-contents.ts';
import { joined, openedUpload } from './opened.ts';

const ABOUT = 'about';
const partAt = (offset: number): string => `at-${offset}`;
const PART = /^at-(\d+)$/;

interface About {
  readonly at: string;
  /** Sealed, in base64. */
  readonly about: string;
}

export interface UploadsOptions {
  readonly ownerPath: (owner: string) => string;
  readonly vault: Pick<Keys, 'key'>;
  readonly contents: Contents;
  readonly totals: Totals;
}

/**
 * Unfinished uploads, each in a folder named by its id. A part is a content of its own, named by the offset at which it begins. A part that
 * does not continue the ones before it does not count: a crash left it. The caller runs everything but `append` one after the other.
 */
export function createUploads({ ownerPath, vault, contents, totals }: UploadsOptions) {
  const all = (owner: string): string => join(ownerPath(owner), '.uploads');
  const folderOf = (owner: string, id: string): string => {
    checkUpload(id);
    return join(all(owner), id);
  };

  async function aboutOf(owner: string, id: string): Promise<About | null> {
    const text = await nullIfMissing(readFile(join(folderOf(owner, id), ABOUT), 'utf8'));
    return text === null ? null : storedJson<About>(text);
  }

  async function partsOf(owner: string, id: string): Promise<{ readonly paths: readonly string[]; readonly length: number }> {
    const folder = folderOf(owner, id);
    const names = new Set((await namesIn(folder)).filter((name) => PART.test(name)));
    const paths: string[] = [];
    let length = 0;
    while (names.delete(partAt(length))) {
      const path = join(folder, partAt(length));
      paths.push(path);
      length += contentSize((await stat(path)).size);
    }
    return { paths, length };
  }

  async function one(owner: string, id: string): Promise<Upload | null> {
    const found = await aboutOf(owner, id);
    const key = found && (await ownerKey(vault, owner));
    if (!found || !key) return null;
    const about = openAbout(key, id, Buffer.from(found.about, 'base64'));
    return { id, about, at: found.at, length: (await partsOf(owner, id)).length };
  }

  async function lengthOf(owner: string, id: string): Promise<number | null> {
    return (await aboutOf(owner, id)) && (await partsOf(owner, id)).length;
  }

  async function open(owner: string, id: string): Promise<ReceivedUpload | null> {
    const key = (await aboutOf(owner, id)) && (await ownerKey(vault, owner));
    if (!key) return null;
    const { paths } = await partsOf(owner, id);
    const first = join(folderOf(owner, id), partAt(0));
    if (paths.length !== 1) {
      await writeWhole(first, sealContent(key, joined(key, paths, openBytes)).sealed);
      for (const path of paths.slice(1)) await rm(path, { force: true });
    }
    const bytes = await openBytes(first);
    // A client that has seen the whole upload must be able to rely on it.
    await syncFolders(folderOf(owner, id), all(owner), ownerPath(owner), dirname(ownerPath(owner)));
    return bytes && openedUpload(key, bytes);
  }

  async function drop(owner: string, id: string): Promise<void> {
    const { length } = await partsOf(owner, id);
    await rm(folderOf(owner, id), { recursive: true, force: true });
    totals.add(owner, -length);
  }

  return {
    one,
    open,
    async all(owner: string): Promise<readonly Upload[]> {
      const found = await Promise.all((await namesIn(all(owner))).map((id) => one(owner, id)));
      return found.filter((upload) => upload !== null);
    },
    async total(owner: string): Promise<number> {
      let total = 0;
      for (const id of await namesIn(all(owner))) total += (await partsOf(owner, id)).length;
      return total;
    },
    async begin(owner: string, id: string, about: string, at: string): Promise<void> {
      const path = join(folderOf(owner, id), ABOUT);
      const key = await ownerKeyForWriting(vault, owner);
      if (await aboutOf(owner, id)) return;
      const found: About = { at, about: sealAbout(key, id, about).toString('base64') };
      await writeWhole(path, bytesOf(JSON.stringify(found)), { sync: false });
    },
    async append(mutex: KeyedMutex, owner: string, id: string, offset: number, content: AsyncIterable<Uint8Array>): Promise<number | null> {
      const length = await mutex(owner, () => lengthOf(owner, id));
      if (length === null) return null;
      if (length !== offset) throw new WrongOffset(length);
      const broken = untilBroken(content);
      const { sealed, digest } = sealContent(await ownerKeyForWriting(vault, owner), broken.content);
      const folder = folderOf(owner, id);
      const partial = await nullIfMissing(writePartial(folder, partAt(offset), sealed));
      const part = partial === null ? null : { partial, size: digest().size };
      const after = part && (await mutex(owner, () => take(owner, id, offset, part)));
      broken.rethrow();
      return after;
    },
    async finish(owner: string, id: string, address: string): Promise<boolean> {
      if (!(await contents.has(owner, address, id))) {
        const received = await open(owner, id);
        await received?.close();
        if (received?.address !== address) return false;
        await contents.add(owner, address, id, join(folderOf(owner, id), partAt(0)));
        // The moved bytes still belong to the owner; `drop` subtracts only those that are still here.
      }
      await drop(owner, id);
      return true;
    },
    abandon: drop,
    async sweep(owner: string, now: string): Promise<void> {
      const oldest = oldestUpload(now);
      for (const id of await namesIn(all(owner))) {
        const found = await aboutOf(owner, id);
        if (found === null || found.at <= oldest) await drop(owner, id);
      }
    },
  };

  /** Makes the written file the next part, unless another part was added first. */
  async function take(owner: string, id: string, offset: number, part: { partial: string; size: number }): Promise<number | null> {
    const length = await lengthOf(owner, id);
    if (length !== offset || part.size === 0) {
      await rm(part.partial, { force: true });
      if (length !== null && length !== offset) throw new WrongOffset(length);
      return length;
    }
    await rename(part.partial, join(folderOf(owner, id), partAt(offset)));
    totals.add(owner, part.size);
    return offset + part.size;
  }
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
