import { createHash } from 'node:crypto';
import type { Sealed } from '../../domain/kernel/event.ts';
import { StoreUnavailable } from '../../domain/kernel/event-store.ts';
import type { Files, StoredFile } from '../../ports/files.ts';
import type { Keys } from '../../ports/secrets.ts';
import { unseal } from '../seal.ts';
import { storedJson } from '../stored-json.ts';
import { type Fault, faultOf } from './fault.ts';

/** A file that an event names, and that nobody has removed since. */
export interface NamedFile {
  readonly id: string;
  readonly owner: string;
  readonly stream: string;
  readonly event_id: string;
  /** The address of its bytes. */
  readonly content: string;
  readonly size: number;
  /** Its personal part, which contains the SHA-256 of the bytes. */
  readonly sealed: Sealed | null;
}

export interface FileChecks {
  readonly files: Files;
  readonly vault: Pick<Keys, 'key'>;
  readonly named: Iterable<NamedFile>;
  /** Also read each file, and compare it with its SHA-256. */
  readonly deep: boolean;
}

/** Looks for each file that an event names. Files of owners without a key cannot be opened, and are left out. */
export async function checkFilesOfOwners({ files, vault, named, deep }: FileChecks): Promise<readonly Fault[]> {
  const faults: Fault[] = [];
  for (const [owner, theirs] of Map.groupBy(named, (file) => file.owner)) {
    const key = await vault.key(owner).catch(() => null);
    if (key === null) continue;
    const stored = await storedFiles(files, owner, theirs);
    for (const file of theirs) {
      const reason = (await missing(files, file, stored.get(file.content))) ?? (deep ? await alteredBytes(files, file, key) : null);
      const { id: subject, stream, event_id } = file;
      if (reason !== null) faults.push(faultOf('files', `the file ${subject} ${reason}`, { subject, stream, event_id }));
    }
  }
  return faults;
}

type Stored = Pick<StoredFile, 'size' | 'users'> | 'damaged' | undefined;

/** What is stored of an owner, by address. The list fails if one of the files is damaged, and then each is opened by itself. */
async function storedFiles(files: Files, owner: string, named: readonly NamedFile[]): Promise<ReadonlyMap<string, Stored>> {
  try {
    return new Map((await files.list(owner)).map((one) => [one.name, one]));
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    return new Map(await Promise.all(named.map(async (file) => [file.content, await storedAlone(files, file)] as const)));
  }
}

async function storedAlone(files: Files, { owner, id, content }: NamedFile): Promise<Stored> {
  try {
    const opened = await files.read(owner, content);
    await opened?.close();
    return opened ? { size: opened.size, users: [id] } : undefined;
  } catch (error) {
    if (error instanceof StoreUnavailable) return 'damaged';
    throw error;
  }
}

async function missing(files: Files, { owner, id, size }: NamedFile, stored: Stored): Promise<string | null> {
  if (stored === 'damaged') return 'is damaged';
  if (stored === undefined) {
    // The event is written first. Until then, and after a crash, the bytes are those of the upload.
    return (await files.upload(owner, id)) === null ? 'is missing' : null;
  }
  if (stored.size !== size) return `has ${stored.size} bytes, and its event says ${size}`;
  return stored.users.includes(id) ? null : 'is not marked as used, so it would be removed';
}

async function alteredBytes(files: Files, { owner, id, content, sealed }: NamedFile, key: Uint8Array): Promise<string | null> {
  const text = sealed && unseal(key, owner, sealed);
  if (text === null) return 'has an event that cannot be opened';
  try {
    const opened = await files.read(owner, content);
    if (opened === null) return (await files.upload(owner, id)) === null ? 'is missing' : null;
    const sum = createHash('sha256');
    for await (const some of opened.content) sum.update(some);
    return sum.digest('hex') === storedJson<{ sha256: string }>(text).sha256 ? null : 'does not have the SHA-256 that its event says';
  } catch (error) {
    if (error instanceof StoreUnavailable) return 'is damaged';
    throw error;
  }
}
