import type { Filter } from 'mongodb';
import type { Files } from '../../ports/files.ts';
import type { Keys } from '../../ports/secrets.ts';
import { isAddress, ownerKey } from '../files/contents.ts';
import { openedContent, openedFile } from '../files/opened.ts';
import { checkName, fileKey, fileKeyForWriting, plainSize, sealPieces } from '../files/sealing.ts';
import type { MongoAccess } from './connect.ts';
import { type FileRow, inChunks, openBucket, openChunks, putChunks } from './files/bucket.ts';
import { createContents } from './files/contents.ts';
import { openUploads, type UploadRow } from './files/uploads.ts';
import { openSequence } from './sequence.ts';

export interface MongoFilesOptions {
  readonly mongo: MongoAccess;
  readonly vault: Pick<Keys, 'key'>;
}

const HOUR_MS = 3_600_000;

/**
 * Files in the layout of GridFS, with one encrypted piece in each chunk. A file has the state `writing` until it is complete. A removed or
 * replaced file has the state `dropped` for one hour, so that clients can finish reading it. A crash at any point leaves a file in one of
 * these states, and `sweep` removes it. The parts of an upload have the state `part`, and a document of the upload lists those that count.
 * An upload that came in one piece is one part, and has no such document.
 */
export async function openMongoFiles({ mongo, vault }: MongoFilesOptions): Promise<Files> {
  const bucket = await openBucket(mongo);
  const nextPlace = await openSequence(mongo, 'files');
  const contents = createContents({ mongo, bucket });
  const uploads = await openUploads({ mongo, vault, bucket, contents });

  function checkOwnName(name: string): void {
    checkName(name);
    if (isAddress(name)) throw new TypeError('The address of a content cannot be chosen.');
  }

  return {
    async write(owner, name, content) {
      checkOwnName(name);
      const key = await fileKeyForWriting(vault, owner, name);
      const id = await bucket.begin(owner, name);
      const length = await putChunks(bucket, id, inChunks(sealPieces(key, content)));
      const place = await nextPlace();
      // If the answer to this is lost, the file may be in place and complete; otherwise it is swept.
      await bucket.place(id, place, length);
      await bucket.dropReplaced(owner, name);
    },
    async read(owner, name) {
      const key = await fileKey(vault, owner, name);
      const found = key && (await bucket.find(owner, name));
      if (!key || !found) return null;
      const bytes = openChunks(bucket, found);
      return isAddress(name) ? openedContent(key, bytes, name) : openedFile(key, bytes);
    },
    async remove(owner, name) {
      checkOwnName(name);
      await bucket.drop({ 'metadata.owner': owner, filename: name, 'metadata.state': 'whole' });
    },
    async list(owner) {
      if ((await ownerKey(vault, owner)) === null) return [];
      const rows = await bucket.list(owner);
      return rows.map(({ filename: name, length, metadata: { size = plainSize(length), since, users = [] } }) => ({
        name,
        size,
        at: since.toISOString(),
        users: users.toSorted(),
      }));
    },
    total: async (owner) => (await bucket.usage(owner)).total,
    async usage(owner, { address, size }) {
      const { total, isThere, users, parts } = await bucket.usage(owner, address);
      return { bytes: isThere ? total - size : total, users, isNew: !isThere && parts <= 1 };
    },
    receive: uploads.receive,
    begin: uploads.begin,
    upload: uploads.one,
    uploads: uploads.all,
    append: uploads.append,
    openUpload: uploads.open,
    finish: uploads.finish,
    abandon: uploads.abandon,
    release: contents.release,
    async forget(owner) {
      await uploads.forget(owner);
      // After this, nobody can complete a file that is still being written.
      await bucket.drop({ 'metadata.owner': owner, 'metadata.state': { $in: ['writing', 'part', 'whole'] } });
    },
    async sweep(now) {
      await uploads.sweep(now);
      await bucket.sweep(new Date(Date.now() - HOUR_MS));
    },
  };
}

/**
 * Lists all owners of files or uploads. Each owner is found by a separate call, because the server would end a cursor that waits while the
 * caller works on an owner's files.
 */
export async function* fileOwners({ db, run }: MongoAccess): AsyncGenerator<string> {
  const files = db.collection<FileRow>('files.files');
  const uploads = db.collection<UploadRow>('files.uploads');
  for (let after: string | null = null; ; ) {
    const next: Filter<FileRow> = { 'metadata.owner': after === null ? { $gte: '' } : { $gt: after } };
    const found = await run(() => files.findOne(next, { sort: { 'metadata.owner': 1 }, projection: { 'metadata.owner': 1 } }));
    if (found === null) break;
    after = found.metadata.owner;
    yield after;
  }
  for (let after: string | null = null; ; ) {
    const next: Filter<UploadRow> = { owner: after === null ? { $gte: '' } : { $gt: after } };
    const found = await run(() => uploads.findOne(next, { sort: { owner: 1 }, projection: { owner: 1 } }));
    if (found === null) return;
    after = found.owner;
    const { owner } = found;
    if ((await run(() => files.findOne({ 'metadata.owner': owner }, { projection: { _id: 1 } }))) === null) yield owner;
  }
}
