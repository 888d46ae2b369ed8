import { rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { StoredFile } from '../../ports/files.ts';
import { checkAddress, checkUpload, contentSize, isAddress } from './contents.ts';
import { makeFolder, namesIn, nullIfMissing, syncFolders } from './disk.ts';

const CONTENT = 'content';
/** Each user of a content has an empty file with this ending. */
const USER = '.user';
const userOf = (name: string): string | null => (name.endsWith(USER) ? name.slice(0, -USER.length) : null);

export interface ContentsOptions {
  readonly ownerPath: (owner: string) => string;
  readonly totals: Totals;
}

/** Contents, each in a folder named by its address, together with its users. The caller makes changes one after the other. */
export function createContents({ ownerPath, totals }: ContentsOptions) {
  const folderOf = (owner: string, address: string): string => join(ownerPath(owner), address);
  const pathOf = (owner: string, address: string): string => join(folderOf(owner, address), CONTENT);
  const usersOf = async (owner: string, address: string): Promise<readonly string[]> =>
    (await namesIn(folderOf(owner, address))).flatMap((name) => userOf(name) ?? []);

  async function stored(owner: string, address: string): Promise<StoredFile | null> {
    const found = await nullIfMissing(stat(pathOf(owner, address)));
    return found && { name: address, size: contentSize(found.size), at: found.mtime.toISOString(), users: await usersOf(owner, address) };
  }
  const addresses = async (owner: string): Promise<readonly string[]> => (await namesIn(ownerPath(owner))).filter(isAddress);

  return {
    pathOf,
    stored,
    async total(owner: string): Promise<number> {
      let total = 0;
      for (const address of await addresses(owner)) {
        const found = await nullIfMissing(stat(pathOf(owner, address)));
        total += found ? contentSize(found.size) : 0;
      }
      return total;
    },
    async has(owner: string, address: string, user: string): Promise<boolean> {
      return (await stored(owner, address))?.users.includes(user) ?? false;
    },
    /** Adds a user. `from`: the content, which is moved here if it is not here yet. The change survives a power failure. */
    async add(owner: string, address: string, user: string, from: string): Promise<void> {
      checkAddress(address);
      const folder = folderOf(owner, address);
      await makeFolder(folder);
      // The user is written first, so that no crash leaves a content that is in use but has no user.
      await writeFile(join(folder, `${user}${USER}`), '', { mode: 0o600 });
      if ((await stored(owner, address)) === null) await rename(from, join(folder, CONTENT));
      await syncFolders(folder, ownerPath(owner));
    },
    async release(owner: string, address: string, user: string): Promise<void> {
      checkAddress(address);
      checkUpload(user);
      const folder = folderOf(owner, address);
      await rm(join(folder, `${user}${USER}`), { force: true });
      const found = await stored(owner, address);
      if (found === null || found.users.length > 0) return;
      await rm(folder, { recursive: true, force: true });
      totals.add(owner, -found.size);
    },
    /** Removes the rest of a crash: a content without users, or users without a content, if nothing has changed since the instant. */
    async sweep(owner: string, before: number): Promise<void> {
      for (const address of await addresses(owner)) {
        const folder = folderOf(owner, address);
        const found = await stored(owner, address);
        if (found !== null && found.users.length > 0) continue;
        if (((await nullIfMissing(stat(folder)))?.mtimeMs ?? before) >= before) continue;
        await rm(folder, { recursive: true, force: true });
        totals.forget(owner);
      }
    },
  };
}

export type Contents = ReturnType<typeof createContents>;

const MOST_OWNERS = 10_000;

/** The bytes of each owner: counted once, and then updated. The caller makes the changes of one owner one after the other. */
export interface Totals {
  of(owner: string): Promise<number>;
  add(owner: string, bytes: number): void;
  /** The next call of `of` counts again. */
  forget(owner: string): void;
}

export function createTotals(count: (owner: string) => Promise<number>): Totals {
  const known = new LRUCache<string, number>({ max: MOST_OWNERS });
  return {
    async of(owner) {
      const total = known.get(owner) ?? (await count(owner));
      known.set(owner, total);
      return total;
    },
    add(owner, bytes) {
      const total = known.get(owner);
      if (total !== undefined) known.set(owner, total + bytes);
    },
    forget: (owner) => void known.delete(owner),
  };
}
