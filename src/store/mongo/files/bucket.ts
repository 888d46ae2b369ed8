import { Binary, type Document, type Filter, ObjectId, type UpdateFilter } from 'mongodb';
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
    /** The upload that a part belongs to, or belonged to before it became a content. */
    readonly upload?: string;
    /** Only if the upload came in one piece: when it was begun, RFC 3339. No document of an upload lists such a part. */
    readonly at?: string;
  };
}

/** What is needed to read a file. `length`: in bytes, as it is stored. */
export type FoundFile = Pick<FileRow, '_id' | 'length'>;

/** What the document of a part says, besides its length. */
export const partFacts = (upload: string, size: number, at: string | undefined) =>
  ({
    'metadata.state': 'part',
    'metadata.size': size,
    'metadata.upload': upload,
    ...(at !== undefined && { 'metadata.at': at }),
  }) as const;
export type PartFacts = ReturnType<typeof partFacts>;

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

  const put = async (id: ObjectId, some: readonly Chunk[]): Promise<void> =>
    void (await run(() => chunks.insertMany(some.map((chunk) => ({ _id: new ObjectId(), files_id: id, ...chunk })))));
  async function make(id: ObjectId, owner: string, name: string, facts: UpdateFilter<FileRow>['$set']): Promise<void> {
    const row = { filename: name, chunkSize: SEALED_PIECE, uploadDate: new Date(), 'metadata.owner': owner, 'metadata.place': 0, ...facts };
    await run(() => files.updateOne({ _id: id }, { $set: row, ...SINCE }, { upsert: true }));
  }
  async function orDrop<T>(id: ObjectId, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      // If this fails, the file is removed by a later sweep.
      await drop({ _id: id }).catch(() => undefined);
      throw error;
    }
  }

  return {
    files,
    async begin(owner: string, name: string): Promise<ObjectId> {
      const id = new ObjectId();
      await make(id, owner, name, { length: 0, 'metadata.state': 'writing' });
      return id;
    },
    /** Makes a part with all of its chunks. After a crash between the two, the part is swept as one that no upload uses. */
    async addPart(owner: string, upload: string, some: readonly Chunk[], facts: PartFacts): Promise<FoundFile> {
      const id = new ObjectId();
      const length = lengthOf(some);
      await make(id, owner, upload, { length, ...facts });
      await orDrop(id, () => put(id, some));
      return { _id: id, length };
    },
    put,
    orDrop,
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
    /** The contents and parts of an owner: their size in bytes, the number of their users and of parts, and whether one has the address. */
    async usage(owner: string, address = '') {
      const those = { 'metadata.owner': owner, 'metadata.state': { $in: ['whole', 'part'] } };
      const isTrue = (condition: Document) => ({ $sum: { $cond: [condition, 1, 0] } });
      const same = isTrue({ $eq: ['$filename', { $literal: address }] });
      const parts = isTrue({ $eq: ['$metadata.state', 'part'] });
      const users = { $size: { $ifNull: ['$metadata.users', []] } };
      const sums = { total: { $sum: '$metadata.size' }, users: { $sum: users }, same, parts };
      const all = [{ $match: those }, { $group: { _id: null, ...sums } }];
      const [found] = await run(() => files.aggregate<Record<keyof typeof sums, number>>(all).toArray());
      const none = { total: 0, users: 0, same: 0, parts: 0 };
      return { ...none, ...found, isThere: (found?.same ?? 0) > 0 };
    },
    /** The parts that are uploads by themselves. `upload`: only the one of this upload. */
    alone: (owner: string, upload?: string): Promise<readonly FileRow[]> =>
      run(() =>
        files
          .find({
            'metadata.owner': owner,
            ...(upload !== undefined && { filename: upload }),
            'metadata.state': 'part',
            'metadata.at': { $exists: true },
          })
          .toArray(),
      ),
    read: (id: ObjectId, from: number, limit: number): Promise<readonly Chunk[]> =>
      run(() => chunks.find({ files_id: id, n: { $gte: from } }, { sort: { n: 1 }, limit }).toArray()),
    /** Drops the parts that are uploads by themselves and were begun at or before the instant, RFC 3339. */
    dropOldAlone: (oldest: string): Promise<void> => drop({ 'metadata.state': 'part', 'metadata.at': { $lte: oldest } }),
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

/**
 * Opens the bytes of a file. Nothing is kept on the server between two reads, and here the chunks of the last read: small files have one.
 * `known`: the first chunks, if the caller has them.
 */
export function openChunks(bucket: Bucket, { _id, length }: FoundFile, known: readonly Chunk[] = []): OpenBytes {
  let kept = { first: 0, chunks: known };
  return {
    length,
    async read(from, count) {
      const first = Math.floor(from / SEALED_PIECE);
      const beyond = Math.min(Math.ceil((from + count) / SEALED_PIECE), Math.ceil(length / SEALED_PIECE));
      if (first < kept.first || beyond > kept.first + kept.chunks.length)
        kept = { first, chunks: await bucket.read(_id, first, beyond - first) };
      const bytes = Buffer.concat(kept.chunks.slice(first - kept.first, beyond - kept.first).map(({ data }) => data.buffer));
      const start = from - first * SEALED_PIECE;
      return bytes.subarray(start, start + count);
    },
    close: async () => {
      kept = { first: 0, chunks: [] };
    },
  };
}

/** The number of chunks (1 MiB) in one insert. */
const AT_ONCE = 16;

const lengthOf = (chunks: readonly Chunk[]): number => chunks.reduce((sum, { data }) => sum + data.length(), 0);

/** The chunks of a content, several at a time, and the first of them. `isAll`: there are no others. */
export async function beginChunks(sealed: AsyncIterable<Buffer>) {
  const rest = inChunks(sealed);
  const { value: first = [] } = await rest.next();
  return { first, isAll: first.length < AT_ONCE, rest } as const;
}

/** Writes the chunks and returns their total length in bytes. If that fails, the file is dropped. */
export function putChunks(
  bucket: Bucket,
  id: ObjectId,
  groups: AsyncIterable<readonly Chunk[]>,
  first: readonly Chunk[] = [],
): Promise<number> {
  return bucket.orDrop(id, async () => {
    if (first.length > 0) await bucket.put(id, first);
    let length = lengthOf(first);
    for await (const some of groups) {
      await bucket.put(id, some);
      length += lengthOf(some);
    }
    return length;
  });
}

/** Cuts the bytes into chunks of equal size, as GridFS requires, and returns `AT_ONCE` of them at a time, and in the end what is left. */
export async function* inChunks(sealed: AsyncIterable<Buffer>): AsyncGenerator<readonly Chunk[]> {
  let chunks: Chunk[] = [];
  let waiting: Buffer[] = [];
  let [size, n] = [0, 0];
  const add = (bytes: Buffer): void => {
    chunks.push({ n, data: new Binary(bytes) });
    n += 1;
  };
  for await (const some of sealed) {
    waiting.push(some);
    size += some.length;
    if (size < SEALED_PIECE) continue;
    const bytes = Buffer.concat(waiting);
    const whole = size - (size % SEALED_PIECE);
    for (let at = 0; at < whole; at += SEALED_PIECE) add(bytes.subarray(at, at + SEALED_PIECE));
    waiting = whole === size ? [] : [bytes.subarray(whole)];
    size -= whole;
    if (chunks.length < AT_ONCE) continue;
    yield chunks;
    chunks = [];
  }
  if (size > 0) add(Buffer.concat(waiting));
  if (chunks.length > 0) yield chunks;
}
