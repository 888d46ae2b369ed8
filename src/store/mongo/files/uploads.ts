import { LRUCache } from 'lru-cache';
import { Binary, type Filter, ObjectId } from 'mongodb';
import { StoreUnavailable } from '../../../domain/kernel/event-store.ts';
import { type ReceivedUpload, type Upload, WrongOffset } from '../../../ports/files.ts';
import type { Keys } from '../../../ports/secrets.ts';
import {
  checkUpload,
  type OwnerKey,
  oldestUpload,
  openAbout,
  ownerKey,
  ownerKeyForWriting,
  sealAbout,
  sealContent,
  untilBroken,
} from '../../files/contents.ts';
import { joined, openedUpload } from '../../files/opened.ts';
import { ignoreDuplicate, type MongoAccess } from '../connect.ts';
import {
  type Bucket,
  beginChunks,
  type Chunk,
  type FileRow,
  type FoundFile,
  openChunks,
  PAGE,
  partFacts,
  putChunks,
  SINCE,
} from './bucket.ts';
import type { Contents } from './contents.ts';

interface UploadPart {
  readonly file: ObjectId;
  readonly size: number;
}

interface WrittenPart extends UploadPart {
  /** How long it is encrypted, in bytes. */
  readonly stored: number;
  /** All of its chunks; none if they were too many to be kept. */
  readonly chunks: readonly Chunk[];
}

export interface UploadRow {
  readonly _id: string;
  readonly owner: string;
  readonly upload: string;
  /** Sealed. */
  readonly about: Binary;
  /** RFC 3339. */
  readonly at: string;
  /** The size of all parts together before encryption, in bytes. */
  readonly length: number;
  readonly parts: readonly UploadPart[];
}

/** An upload that came in one piece: a part, and no document in `files.uploads`. */
interface Alone extends Omit<UploadRow, 'about'> {
  readonly about: null;
}

export interface UploadsOptions {
  readonly mongo: MongoAccess;
  readonly vault: Pick<Keys, 'key'>;
  readonly bucket: Bucket;
  readonly contents: Contents;
}

/** What this process has last seen of an upload. It may have changed since. */
interface Seen {
  readonly row: UploadRow | Alone;
  /** The only part, with its stored length in bytes. */
  readonly part?: FoundFile;
  /** All chunks of this part; none if they are not kept. */
  readonly chunks: readonly Chunk[];
  readonly address?: string;
}

/** Most uploads are begun, received and finished by one process within seconds. */
const SEEN_MS = 60_000;
const MOST_SEEN = 200;
/** Chunks of 64 KiB that all of these uploads together keep in memory. */
const MOST_CHUNKS = 128;

/** How long an unlisted part may be one that is about to be listed. After that, a crash has left it, or another part was listed instead. */
const LOST_PART_MS = 3_600_000;

/** An id has no blank, so two different pairs never give the same text. */
const rowId = (owner: string, id: string): string => {
  checkUpload(id);
  return `${id} ${owner}`;
};

/**
 * Unfinished uploads. The document of an upload lists the parts that count. It changes in one step, and only if nobody else has changed it.
 */
export async function openUploads({ mongo: { db, run }, vault, bucket, contents }: UploadsOptions) {
  const rows = db.collection<UploadRow>('files.uploads');
  await run(() => rows.createIndexes([BY_OWNER, BY_AGE]));
  const chunksOf = ({ chunks }: Seen): number => Math.max(1, chunks.length);
  const seen = new LRUCache<string, Seen>({ max: MOST_SEEN, ttl: SEEN_MS, maxSize: MOST_CHUNKS, sizeCalculation: chunksOf });
  const find = async (owner: string, id: string): Promise<UploadRow | Alone | null> =>
    (await run(() => rows.findOne({ _id: rowId(owner, id) }))) ?? (await bucket.alone(owner, rowId(owner, id))).map(asUpload)[0] ?? null;
  const seenRow = async (owner: string, id: string): Promise<UploadRow | Alone | null> =>
    seen.get(rowId(owner, id))?.row ?? (await find(owner, id));
  const dropParts = (parts: readonly UploadPart[]): Promise<void> =>
    bucket.drop({ _id: { $in: parts.map(({ file }) => file) }, 'metadata.state': 'part' });

  const shown = (key: OwnerKey, { upload: id, about, at, length }: UploadRow | Alone): Upload => ({
    id,
    about: about === null ? '' : openAbout(key, id, about.buffer),
    at,
    length,
  });

  /**
   * Writes a part that no upload lists yet. `at`: it will be an upload by itself.
   * @throws StoreUnavailable if the owner was deleted meanwhile
   */
  async function writePart(key: OwnerKey, _id: string, content: AsyncIterable<Uint8Array>, at?: string): Promise<WrittenPart> {
    const { owner } = key;
    const { sealed, digest } = sealContent(key, content);
    const { first, isAll, rest } = await beginChunks(sealed);
    if (isAll) {
      const { size } = digest();
      const added = await bucket.addPart(owner, _id, first, partFacts(_id, size, at));
      return { file: added._id, size, stored: added.length, chunks: first };
    }
    const file = await bucket.begin(owner, _id);
    const length = await putChunks(bucket, file, rest, first);
    const { size } = digest();
    const set = { length, ...partFacts(_id, size, at) };
    const { matchedCount } = await run(() => bucket.files.updateOne({ _id: file, 'metadata.state': 'writing' }, { $set: set, ...SINCE }));
    if (matchedCount === 0) throw new StoreUnavailable('The upload was removed while it was written.');
    return { file, size, stored: length, chunks: [] };
  }

  const noteSeen = (row: UploadRow | Alone, { file, stored, chunks }: WrittenPart): void =>
    void seen.set(row._id, { row, part: { _id: file, length: stored }, chunks });

  /** Changes the document of an upload if it has not changed since. Otherwise it drops the part. */
  async function change(row: UploadRow | Alone, part: WrittenPart, before: readonly UploadPart[]): Promise<boolean> {
    const { file, size } = part;
    const parts = [...before, { file, size }];
    const same: Filter<UploadRow> = { _id: row._id, length: row.length, parts: { $size: row.parts.length } };
    const first = row.parts[0] && { 'parts.0.file': row.parts[0].file };
    const length = parts.reduce((sum, one) => sum + one.size, 0);
    const { matchedCount } = await run(() => rows.updateOne({ ...same, ...first }, { $set: { length, parts } }));
    seen.delete(row._id);
    if (matchedCount === 0) await dropParts([part]);
    else if (parts.length === 1) noteSeen({ ...row, length, parts }, part);
    else seen.set(row._id, { row: { ...row, length, parts }, chunks: [] });
    return matchedCount > 0;
  }

  async function open(owner: string, id: string): Promise<ReceivedUpload | null> {
    const row = await seenRow(owner, id);
    const key = row && (await ownerKey(vault, owner));
    if (!row || !key) return null;
    const [first] = row.parts;
    if (first === undefined || row.parts.length > 1) {
      const all = await writePart(key, row._id, joined(key, row.parts, openPart));
      if (await change(row, all, [])) await dropParts(row.parts);
      // The upload may have changed or ended meanwhile.
      return open(owner, id);
    }
    const { part, chunks = [] } = seen.get(row._id) ?? {};
    const bytes = part ? openChunks(bucket, part, chunks) : await openPart(first);
    const received = bytes && (await openedUpload(key, bytes));
    if (received) seen.set(row._id, { row, ...(part && { part }), chunks, address: received.address });
    return received;
  }

  async function openPart({ file }: UploadPart) {
    const found = await run(() => bucket.files.findOne({ _id: file }, { projection: { length: 1 } }));
    return found && openChunks(bucket, found);
  }

  /** Returns the file that is the content now; null: there is no such upload with this content, or it no longer exists. */
  async function becomeContent(owner: string, id: string, address: string): Promise<ObjectId | null> {
    if (seen.get(rowId(owner, id))?.address === undefined) await (await open(owner, id))?.close();
    const known = seen.get(rowId(owner, id));
    const [part] = known?.row.parts ?? [];
    return known?.address === address && part ? contents.add(owner, address, id, part.file) : null;
  }

  /** `but`: the part that has become the content, and stays. */
  async function remove(row: UploadRow | Alone, but: ObjectId | null = null): Promise<void> {
    seen.delete(row._id);
    if (row.about !== null) await run(() => rows.deleteOne({ _id: row._id }));
    const left = row.parts.filter(({ file }) => !but?.equals(file));
    if (left.length > 0) await dropParts(left);
  }

  return {
    async begin(owner: string, id: string, about: string, at: string): Promise<void> {
      const _id = rowId(owner, id);
      const sealed = new Binary(sealAbout(await ownerKeyForWriting(vault, owner), id, about));
      const row = { owner, upload: id, about: sealed, at, length: 0, parts: [] };
      const stored = await run(() => ignoreDuplicate(rows.findOneAndUpdate({ _id }, { $setOnInsert: row }, UPSERT)));
      if (stored) seen.set(_id, { row: stored, chunks: [] });
    },
    async receive(owner: string, id: string, at: string, content: AsyncIterable<Uint8Array>): Promise<void> {
      const _id = rowId(owner, id);
      const part = await writePart(await ownerKeyForWriting(vault, owner), _id, content, at);
      noteSeen(asUpload({ _id: part.file, filename: _id, metadata: { owner, at, size: part.size } }), part);
    },
    async one(owner: string, id: string): Promise<Upload | null> {
      const row = await find(owner, id);
      const key = row && (await ownerKey(vault, owner));
      return row && key && shown(key, row);
    },
    async all(owner: string): Promise<readonly Upload[]> {
      const key = await ownerKey(vault, owner);
      if (key === null) return [];
      const listed = await run(() => rows.find({ owner }, { sort: { upload: 1 } }).toArray());
      const all = [...listed, ...(await bucket.alone(owner)).map(asUpload)];
      return all.toSorted((one, other) => (one.upload < other.upload ? -1 : 1)).map((row) => shown(key, row));
    },
    async append(owner: string, id: string, offset: number, content: AsyncIterable<Uint8Array>): Promise<number | null> {
      const known = await seenRow(owner, id);
      const row = known === null || known.length === offset ? known : await find(owner, id);
      if (row === null) return null;
      if (row.length !== offset || row.about === null) throw new WrongOffset(row.length);
      const broken = untilBroken(content);
      const part = await writePart(await ownerKeyForWriting(vault, owner), row._id, broken.content);
      const before = row.parts.filter(({ size }) => size > 0);
      if (part.size === 0) await dropParts([part]);
      else if (!(await change(row, part, before))) {
        const now = await find(owner, id);
        if (now === null) return null;
        throw new WrongOffset(now.length);
      }
      broken.rethrow();
      return offset + part.size;
    },
    open,
    async finish(owner: string, id: string, address: string): Promise<boolean> {
      // Another process may finish the upload at any step of this one. Then the upload no longer exists, and the content does.
      const was = seen.get(rowId(owner, id))?.address === address ? null : await contents.of(owner, address, id);
      // What came in one piece and became the content has left nothing.
      if (was?.at !== undefined && was.upload === rowId(owner, id)) return true;
      const content = was ? null : await becomeContent(owner, id, address);
      if (!was && content === null && !(await contents.of(owner, address, id))) return false;
      const row = await (content === null ? find(owner, id) : seenRow(owner, id));
      // A part that became the content is no longer a part, and stays.
      if (row) await remove(row, content);
      return true;
    },
    async abandon(owner: string, id: string): Promise<void> {
      const row = await find(owner, id);
      if (row) await remove(row);
    },
    async forget(owner: string): Promise<void> {
      for (const [id, { row }] of seen.entries()) if (row.owner === owner) seen.delete(id);
      await run(() => rows.deleteMany({ owner }));
    },
    async sweep(now: string): Promise<void> {
      const oldest = oldestUpload(now);
      for (;;) {
        const old = await run(() => rows.find({ at: { $lte: oldest } }, { limit: PAGE }).toArray());
        for (const row of old) await remove(row);
        if (old.length < PAGE) break;
      }
      await bucket.dropOldAlone(oldest);
      await dropLostParts(new Date(Date.now() - LOST_PART_MS));
    },
  };

  async function dropLostParts(before: Date): Promise<void> {
    for (let after = new ObjectId('0'.repeat(24)); ; ) {
      const those = { 'metadata.state': 'part', 'metadata.since': { $lt: before }, _id: { $gt: after } } as const;
      const page = await run(() => bucket.files.find(those, { projection: { metadata: 1 }, sort: { _id: 1 }, limit: PAGE }).toArray());
      for (const { _id, metadata } of page) {
        // Such a part is an upload by itself.
        if (metadata.at !== undefined) continue;
        const listed = await run(() => rows.findOne({ _id: metadata.upload ?? '', 'parts.file': _id }, { projection: { _id: 1 } }));
        if (listed === null) await dropParts([{ file: _id, size: 0 }]);
      }
      const last = page.at(-1);
      if (!last || page.length < PAGE) return;
      after = last._id;
    }
  }
}

type AloneFile = Pick<FileRow, '_id' | 'filename'> & { readonly metadata: Pick<FileRow['metadata'], 'owner' | 'at' | 'size'> };

function asUpload({ _id, filename, metadata: { owner, at = '', size = 0 } }: AloneFile): Alone {
  // The name is that of the upload, a blank and the owner.
  const upload = filename.slice(0, -owner.length - 1);
  return { _id: filename, owner, upload, about: null, at, length: size, parts: [{ file: _id, size }] };
}

const UPSERT = { upsert: true, returnDocument: 'after' } as const;
const BY_OWNER = { name: 'by_owner', key: { owner: 1, upload: 1 } } as const;
const BY_AGE = { name: 'by_age', key: { at: 1 } } as const;
