import { Binary, BSON, type Db, type Document, ObjectId } from 'mongodb';
import type { MongoAccess } from '../../src/store/mongo/access.ts';
import { openMongoFiles } from '../../src/store/mongo/files.ts';
import type { FilesSubject } from './files.ts';

const SIZE = 65_568;

/** The sealed bytes of the files that can be read, by the id of their row. */
async function stored(db: Db): Promise<ReadonlyMap<string, Buffer>> {
  const found = new Map<string, Buffer>();
  for (const { _id } of await db.collection('files.files').find({ 'metadata.state': 'whole' }).toArray()) {
    const chunks = await db
      .collection<Document & { data: Binary }>('files.chunks')
      .find({ files_id: _id }, { sort: { n: 1 } })
      .toArray();
    found.set(`${_id}`, Buffer.concat(chunks.map(({ data }) => data.buffer)));
  }
  return found;
}

export async function filesOnMongo(mongo: MongoAccess, keys: ReadonlyMap<string, Uint8Array>): Promise<FilesSubject> {
  const { db } = mongo;
  const files = await openMongoFiles({ mongo, vault: { key: async (owner) => keys.get(owner) ?? null } });
  return {
    files,
    stored: () => stored(db),
    async store(place, bytes) {
      const id = new ObjectId(place);
      const chunks = Array.from({ length: Math.ceil(bytes.length / SIZE) }, (_, n) => ({
        files_id: id,
        n,
        data: new Binary(bytes.subarray(n * SIZE, (n + 1) * SIZE)),
      }));
      await db.collection('files.chunks').deleteMany({ files_id: id });
      if (chunks.length > 0) await db.collection('files.chunks').insertMany(chunks);
    },
    async holds(text) {
      const rows = await db.collection('files.files').find({ 'metadata.owner': 'ann' }).toArray();
      const chunks = await db
        .collection('files.chunks')
        .find({ files_id: { $in: rows.map(({ _id }) => _id) } })
        .toArray();
      const uploads = await db.collection('files.uploads').find({ owner: 'ann' }).toArray();
      return [...rows, ...chunks, ...uploads].some((row) => Buffer.from(BSON.serialize(row)).includes(text));
    },
    async afterAnHour() {
      await db
        .collection('files.files')
        .updateMany(
          { 'metadata.state': { $in: ['writing', 'part', 'dropped'] } },
          { $set: { 'metadata.since': new Date(Date.now() - 3_601_000) } },
        );
      await files.sweep(new Date().toISOString());
      const lying = await db.collection('files.chunks').distinct('files_id');
      const rows = await db.collection('files.files').estimatedDocumentCount();
      return Math.max(lying.length, rows);
    },
    close: async () => undefined,
  };
}
