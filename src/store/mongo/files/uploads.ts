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
import { type Bucket, openChunks, PAGE, putChunks, SINCE } from './bucket.ts';
import type { Contents } from './contents.ts';

interface UploadPart {
  readonly file: ObjectId;
  readonly size: number;
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

export interface UploadsOptions {
  readonly mongo: MongoAccess;
  readonly vault: Pick<Keys, 'key'>;
  readonly bucket: Bucket;
  readonly contents: Contents;
}

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
  const find = (owner: string, id: string): Promise<UploadRow | null> => run(() => rows.findOne({ _id: rowId(owner, id) }));
  const dropParts = (parts: readonly UploadPart[]): Promise<void> =>
    bucket.drop({ _id: { $in: parts.map(({ file }) => file) }, 'metadata.state': 'part' });

  const shown = (key: OwnerKey, { upload: id, about, at, length }: UploadRow): Upload => ({
    id,
    about: openAbout(key, id, about.buffer),
    at,
    length,
  });

  /**
   * Writes a part that no upload lists yet; null if there was nothing to write.
   * @throws StoreUnavailable if the owner was deleted meanwhile
   */
  async function writePart(key: OwnerKey, row: UploadRow, content: AsyncIterable<Uint8Array>): Promise<UploadPart> {
    const { sealed, digest } = sealContent(key, content);
    const file = await bucket.begin(row.owner, row._id);
    const length = await putChunks(bucket, file, sealed);
    const { size } = digest();
    const set = { length, 'metadata.state': 'part', 'metadata.size': size, 'metadata.upload': row._id } as const;
    const { matchedCount } = await run(() => bucket.files.updateOne({ _id: file, 'metadata.state': 'writing' }, { $set: set, ...SINCE }));
    if (matchedCount === 0) throw new StoreUnavailable('The upload was removed while it was written.');
    return { file, size };
  }

  /** Changes the document of an upload if it has not changed since. Otherwise it drops the part. */
  async function change(row: UploadRow, part: UploadPart, parts: readonly UploadPart[]): Promise<boolean> {
    const same: Filter<UploadRow> = { _id: row._id, length: row.length, parts: { $size: row.parts.length } };
    const first = row.parts[0] && { 'parts.0.file': row.parts[0].file };
    const length = parts.reduce((sum, { size }) => sum + size, 0);
    const { matchedCount } = await run(() => rows.updateOne({ ...same, ...first }, { $set: { length, parts } }));
    if (matchedCount === 0) await dropParts([part]);
    return matchedCount > 0;
  }

  async function open(owner: string, id: string): Promise<ReceivedUpload | null> {
    const row = await find(owner, id);
    const key = row && (await ownerKey(vault, owner));
    if (!row || !key) return null;
    const [first] = row.parts;
    if (first === undefined || row.parts.length > 1) {
      const all = await writePart(key, row, joined(key, row.parts, openPart));
      if (await change(row, all, [all])) await dropParts(row.parts);
      // The upload may have changed or ended meanwhile.
      return open(owner, id);
    }
    const bytes = await openPart(first);
    return bytes && openedUpload(key, bytes);
  }

  async function openPart({ file }: UploadPart) {
    const found = await run(() => bucket.files.findOne({ _id: file }, { projection: { length: 1 } }));
    return found && openChunks(bucket, found);
  }

  /** False: there is no such upload with this content, or it no longer exists. */
  async function becomeContent(owner: string, id: string, address: string): Promise<boolean> {
    const received = await open(owner, id);
    await received?.close();
    if (received?.address !== address) return false;
    const [part] = (await find(owner, id))?.parts ?? [];
    return part !== undefined && (await contents.add(owner, address, id, part.file)) !== null;
  }

  async function remove(row: UploadRow): Promise<void> {
    await run(() => rows.deleteOne({ _id: row._id }));
    await dropParts(row.parts);
  }

  return {
    async begin(owner: string, id: string, about: string, at: string): Promise<void> {
      const _id = rowId(owner, id);
      const sealed = new Binary(sealAbout(await ownerKeyForWriting(vault, owner), id, about));
      const row = { owner, upload: id, about: sealed, at, length: 0, parts: [] };
      await run(() => ignoreDuplicate(rows.updateOne({ _id }, { $setOnInsert: row }, { upsert: true })));
    },
    async one(owner: string, id: string): Promise<Upload | null> {
      const row = await find(owner, id);
      const key = row && (await ownerKey(vault, owner));
      return row && key && shown(key, row);
    },
    async all(owner: string): Promise<readonly Upload[]> {
      const key = await ownerKey(vault, owner);
      if (key === null) return [];
      return (await run(() => rows.find({ owner }, { sort: { upload: 1 } }).toArray())).map((row) => shown(key, row));
    },
    async append(owner: string, id: string, offset: number, content: AsyncIterable<Uint8Array>): Promise<number | null> {
      const row = await find(owner, id);
      if (row === null) return null;
      if (row.length !== offset) throw new WrongOffset(row.length);
      const broken = untilBroken(content);
      const part = await writePart(await ownerKeyForWriting(vault, owner), row, broken.content);
      const parts = part.size === 0 ? row.parts : [...row.parts.filter(({ size }) => size > 0), part];
      if (part.size === 0) await dropParts([part]);
      else if (!(await change(row, part, parts))) {
        const now = await find(owner, id);
        if (now === null) return null;
        throw new WrongOffset(now.length);
      }
      broken.rethrow();
      return offset + part.size;
    },
    open,
    async finish(owner: string, id: string, address: string): Promise<boolean> {
      const isFinished = (): Promise<boolean> => contents.has(owner, address, id);
      // Another process may finish the upload at any step of this one. Then the upload no longer exists, and the content does.
      if (!(await isFinished()) && !(await becomeContent(owner, id, address)) && !(await isFinished())) return false;
      const row = await find(owner, id);
      // A part that became the content is no longer a part, and stays.
      if (row) await remove(row);
      return true;
    },
    async abandon(owner: string, id: string): Promise<void> {
      const row = await find(owner, id);
      if (row) await remove(row);
    },
    forget: async (owner: string): Promise<void> => void (await run(() => rows.deleteMany({ owner }))),
    async sweep(now: string): Promise<void> {
      for (;;) {
        const old = await run(() => rows.find({ at: { $lte: oldestUpload(now) } }, { limit: PAGE }).toArray());
        for (const row of old) await remove(row);
        if (old.length < PAGE) break;
      }
      await dropLostParts(new Date(Date.now() - LOST_PART_MS));
    },
  };

  async function dropLostParts(before: Date): Promise<void> {
    for (let after = new ObjectId('0'.repeat(24)); ; ) {
      const those = { 'metadata.state': 'part', 'metadata.since': { $lt: before }, _id: { $gt: after } } as const;
      const page = await run(() => bucket.files.find(those, { projection: { metadata: 1 }, sort: { _id: 1 }, limit: PAGE }).toArray());
      for (const { _id, metadata } of page) {
        const listed = await run(() => rows.findOne({ _id: metadata.upload ?? '', 'parts.file': _id }, { projection: { _id: 1 } }));
        if (listed === null) await dropParts([{ file: _id, size: 0 }]);
      }
      const last = page.at(-1);
      if (!last || page.length < PAGE) return;
      after = last._id;
    }
  }
}

const BY_OWNER = { name: 'by_owner', key: { owner: 1, upload: 1 } } as const;
const BY_AGE = { name: 'by_age', key: { at: 1 } } as const;
