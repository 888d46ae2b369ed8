import { Binary, type Filter, ObjectId } from 'mongodb';
import { StoreUnavailable } from '../../../domain/kernel/event-store.ts';
import type { OpenBytes } from '../../files/opened.ts';
import { SEALED_PIECE } from '../../files/sealing.ts';
import type { MongoAccess } from '../connect.ts';

/** A file document in the layout of GridFS. `part`: part of an unfinished upload. */
export interface FileRow {
  readonly _id: ObjectId;
  readonly filename: string;
  readonly length: number;
  readonly chunkSize: number;
  readonly uploadDate: Date;
  readonly metadata: {
    readonly owner: string;
    readonly state: 'writing' | 'part' | 'whole' | 'dropped';
    /** Of several complete files with one name, the one with the greatest `place` is the file. */
    readonly place: number;
    /** When the state last changed, by the server's clock. */
    readonly since: Date;
    /** For a content and a part: the size before encryption, in bytes. */
    readonly size?: number;
    readonly address?: string;
    readonly users?: readonly string[];
    /** The upload that a part belongs to. */
    readonly upload?: string;
  };
}

/** What is needed to read a file. `length`: in bytes, as it is stored. */
export type FoundFile = Pick<FileRow, '_id' | 'length'>;

export interface Chunk {
  readonly n: number;
  readonly data: Binary;
}

interface ChunkRow extends Chunk {
  readonly _id: ObjectId;
  readonly files_id: ObjectId;
}

export const SINCE = { $currentDate: { 'metadata.since': true } } as const;
/** The number of files that are handled in one step, so that the first answer holds them all. */
export const PAGE = 100;

/** The documents of files. No single step leaves anything that a reader could mistake for a complete file. */
export async function openBucket({ db, run }: MongoAccess) {
  const files = db.collection<FileRow>('files.files');
  const chunks = db.collection<ChunkRow>('files.chunks');
  await run(() => files.createIndexes([BY_NAME, BY_STATE, BY_ADDRESS]));
  await run(() => chunks.createIndex({ files_id: 1, n: 1 }, { name: 'by_file', unique: true }));
  const whole = (owner: string, name: string): Filter<FileRow> => ({
    'metadata.owner': owner,
    filename: name,
    'metadata.state': 'whole',
  });
  const newest = (owner: string, name: string) =>
    run(() => files.findOne(whole(owner, name), { sort: { 'metadata.place': -1 }, projection: { length: 1, 'metadata.place': 1 } }));
  const drop = async (those: Filter<FileRow>): Promise<void> =>
    void (await run(() => files.updateMany(those, { $set: { 'metadata.state': 'dropped' }, ...SINCE })));

  return {
    files,
    async begin(owner: string, name: string): Promise<ObjectId> {
      const id = new ObjectId();
      const row = { filename: name, length: 0, chunkSize: SEALED_PIECE, uploadDate: new Date() };
      const metadata = { 'metadata.owner': owner, 'metadata.state': 'writing', 'metadata.place': 0 } as const;
      await run(() => files.updateOne({ _id: id }, { $set: { ...row, ...metadata }, ...SINCE }, { upsert: true }));
      return id;
    },
    put: async (id: ObjectId, some: readonly Chunk[]): Promise<void> =>
      void (await run(() => chunks.insertMany(some.map((chunk) => ({ _id: new ObjectId(), files_id: id, ...chunk }))))),
    /**
     * Makes this file the one with its name.
     * @throws StoreUnavailable if its owner was deleted meanwhile, or the writing took over an hour
     */
    async place(id: ObjectId, place: number, length: number): Promise<void> {
      const set = { length, 'metadata.state': 'whole', 'metadata.place': place } as const;
      const { matchedCount } = await run(() => files.updateOne({ _id: id, 'metadata.state': 'writing' }, { $set: set, ...SINCE }));
      if (matchedCount === 0) throw new StoreUnavailable('The file was removed while it was written.');
    },
    drop,
    async dropReplaced(owner: string, name: string): Promise<void> {
      const stays = await newest(owner, name);
      if (stays) await drop({ ...whole(owner, name), 'metadata.place': { $lt: stays.metadata.place } });
    },
    find: (owner: string, name: string): Promise<FoundFile | null> => newest(owner, name),
    /** The complete files of an owner, by name; of several with the same name the newest. */
    async list(owner: string): Promise<readonly FileRow[]> {
      const those = { 'metadata.owner': owner, 'metadata.state': 'whole' } as const;
      const rows = await run(() => files.find(those, { sort: { filename: 1, 'metadata.place': 1 } }).toArray());
      return rows.filter(({ filename }, index) => rows[index + 1]?.filename !== filename);
    },
    async total(owner: string): Promise<number> {
      const those = { 'metadata.owner': owner, 'metadata.state': { $in: ['whole', 'part'] } };
      const sum = [{ $match: those }, { $group: { _id: null, total: { $sum: '$metadata.size' } } }];
      return (await run(() => files.aggregate<{ total: number }>(sum).toArray()))[0]?.total ?? 0;
    },
    read: (id: ObjectId, from: number, limit: number): Promise<readonly Chunk[]> =>
      run(() => chunks.find({ files_id: id, n: { $gte: from } }, { sort: { n: 1 }, limit }).toArray()),
    /** Deletes files that were dropped, or started and not finished, before the instant. */
    async sweep(before: Date): Promise<void> {
      const old = (state: 'writing' | 'dropped') => ({ 'metadata.state': state, 'metadata.since': { $lt: before } });
      await run(() => files.updateMany(old('writing'), { $set: { 'metadata.state': 'dropped' } }));
      for (;;) {
        const ids = (await run(() => files.find(old('dropped'), { projection: { _id: 1 }, limit: PAGE }).toArray())).map(({ _id }) => _id);
        if (ids.length === 0) return;
        await run(() => chunks.deleteMany({ files_id: { $in: ids } }));
        await run(() => files.deleteMany({ _id: { $in: ids } }));
      }
    },
  };
}

export type Bucket = Awaited<ReturnType<typeof openBucket>>;

const BY_NAME = {
  name: 'by_name',
  key: { 'metadata.owner': 1, filename: 1, 'metadata.state': 1, 'metadata.place': 1 },
} as const;
/** An owner has a content only once. */
const BY_ADDRESS = {
  name: 'by_address',
  key: { 'metadata.owner': 1, 'metadata.address': 1 },
  unique: true,
  partialFilterExpression: { 'metadata.state': 'whole', 'metadata.address': { $exists: true } },
} as const;
const BY_STATE = { name: 'by_state', key: { 'metadata.state': 1, 'metadata.since': 1 } } as const;

/** Opens the bytes of a file. Nothing is kept on the server between two reads. */
export const openChunks = (bucket: Bucket, { _id, length }: FoundFile): OpenBytes => ({
  length,
  async read(from, count) {
    const first = Math.floor(from / SEALED_PIECE);
    const beyond = Math.ceil((from + count) / SEALED_PIECE);
    const chunks = await bucket.read(_id, first, beyond - first);
    const start = from - first * SEALED_PIECE;
    return Buffer.concat(chunks.map(({ data }) => data.buffer)).subarray(start, start + count);
  },
  close: async () => undefined,
});

/** The number of chunks (1 MiB) in one insert. */
const AT_ONCE = 16;

/** Writes the chunks and returns their total length in bytes. If that fails, the file is dropped. */
export async function putChunks(bucket: Bucket, id: ObjectId, sealed: AsyncIterable<Buffer>): Promise<number> {
  try {
    let length = 0;
    let n = 0;
    for await (const some of inChunks(sealed)) {
      await bucket.put(
        id,
        some.map((data, index) => ({ n: n + index, data: new Binary(data) })),
      );
      n += some.length;
      length += some.reduce((sum, chunk) => sum + chunk.length, 0);
    }
    return length;
  } catch (error) {
    // If this fails, the file is removed by a later sweep.
    await bucket.drop({ _id: id }).catch(() => undefined);
    throw error;
  }
}

/** Cuts the bytes into chunks of equal size, as GridFS requires, and returns several of them at a time. */
async function* inChunks(sealed: AsyncIterable<Buffer>): AsyncGenerator<readonly Buffer[]> {
  let chunks: Buffer[] = [];
  let waiting: Buffer[] = [];
  let size = 0;
  for await (const some of sealed) {
    waiting.push(some);
    size += some.length;
    if (size < SEALED_PIECE) continue;
    const bytes = Buffer.concat(waiting);
    const whole = size - (size % SEALED_PIECE);
    for (let at = 0; at < whole; at += SEALED_PIECE) chunks.push(bytes.subarray(at, at + SEALED_PIECE));
    waiting = whole === size ? [] : [bytes.subarray(whole)];
    size -= whole;
    if (chunks.length < AT_ONCE) continue;
    yield chunks;
    chunks = [];
  }
  if (size > 0) chunks.push(Buffer.concat(waiting));
  if (chunks.length > 0) yield chunks;
}
