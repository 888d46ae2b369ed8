import type { Filter } from 'mongodb';
import type { MongoAccess } from '../access.ts';
import type { FileRow } from './bucket.ts';
import type { UploadRow } from './uploads.ts';

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
