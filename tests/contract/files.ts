import { Binary, BSON, type Db, type Document, ObjectId } from 'mongodb';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Files } from '../../src/ports/files.ts';
import type { MongoAccess } from '../../src/store/mongo/connect.ts';
import { openMongoFiles } from '../../src/store/mongo/files.ts';

/** A driver and access to what it stores. */
export interface FilesSubject {
  readonly files: Files;
  /** The sealed bytes of each file that can be read with its key. */
  stored(): Promise<ReadonlyMap<string, Buffer>>;
  /** Replaces the sealed bytes of a file, by the key that `stored` gave. */
  store(place: string, bytes: Buffer): Promise<void>;
  /** Whether these characters occur anywhere in the stored bytes, or in their names. */
  holds(text: string): Promise<boolean>;
  /** Removes the pieces of any file, as if the hour of `sweep` had passed. */
  afterAnHour(): Promise<number>;
  close(): Promise<void>;
}

export type OpenFiles = (keys: ReadonlyMap<string, Uint8Array>) => Promise<FilesSubject>;

export async function* pieces(...all: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* all;
}

export async function contentOf(files: Files, owner: string, name: string): Promise<Buffer | null> {
  const file = await files.read(owner, name);
  if (file === null) return null;
  const found: Uint8Array[] = [];
  for await (const piece of file.content) found.push(piece);
  return Buffer.concat(found);
}

/** A store of files until the end of the test, with the keys of two owners. */
export async function openForTest(openFiles: OpenFiles) {
  const keys = new Map(['ann', 'bob'].map((owner, index) => [owner, new Uint8Array(32).fill(index + 1)]));
  const subject = await openFiles(keys);
  onTestFinished(() => subject.close());
  return { keys, subject, files: subject.files };
}

export function filesContract(openFiles: OpenFiles): void {
  let keys: Map<string, Uint8Array>;
  let subject: FilesSubject;
  let files: Files;
  beforeEach(async () => {
    ({ keys, subject, files } = await openForTest(openFiles));
  });
  const write = (owner: string, name: string, content: string | Uint8Array) => files.write(owner, name, pieces(Buffer.from(content)));
  const read = (owner: string, name: string) => contentOf(files, owner, name);
  const rest = async (content: AsyncIterator<Uint8Array>): Promise<Buffer> => {
    const all: Uint8Array[] = [];
    for (let next = await content.next(); !next.done; next = await content.next()) all.push(next.value);
    return Buffer.concat(all);
  };

  describe('a file', () => {
    it.each([0, 1, 65_535, 65_536, 65_537, 300_000, 3_000_000])(
      'of %i bytes is read as it was written, in whatever pieces',
      async (size) => {
        const content = Buffer.alloc(size, 'the quick brown fox ');
        await files.write('ann', 'a.zip', pieces(content.subarray(0, 7), content.subarray(7, 70_000), content.subarray(70_000)));
        expect((await read('ann', 'a.zip'))?.equals(content)).toBe(true);
      },
    );

    it('is stored without anything readable', async () => {
      await write('ann', 'a.zip', 'The swans are counted');
      const stored = [...(await subject.stored()).values()];
      expect(stored).toHaveLength(1);
      expect(stored[0]?.includes('swans')).toBe(false);
    });

    it('is sealed differently when it is written again', async () => {
      await write('ann', 'a.zip', 'first');
      await write('ann', 'a.zip', 'second');
      expect(String(await read('ann', 'a.zip'))).toBe('second');
      expect((await subject.stored()).size).toBe(1);
    });

    it('belongs to its owner only', async () => {
      await write('ann', 'a.zip', 'of ann');
      expect(await read('bob', 'a.zip')).toBeNull();
      await write('bob', 'a.zip', 'of bob');
      await files.forget('ann');
      await files.forget('ann');
      expect(await read('ann', 'a.zip')).toBeNull();
      expect(String(await read('bob', 'a.zip'))).toBe('of bob');
      expect((await subject.stored()).size).toBe(1);
    });

    it('cannot be read once its key is destroyed, and cannot be written without a key', async () => {
      await write('ann', 'a.zip', 'text');
      keys.delete('ann');
      expect(await read('ann', 'a.zip')).toBeNull();
      await expect(write('ann', 'b.zip', 'text')).rejects.toMatchObject({ name: 'StoreUnavailable' });
      expect((await subject.stored()).size).toBe(1);
    });

    it('whose writing was interrupted leaves the former one, and no incomplete file', async () => {
      await write('ann', 'a.zip', 'former');
      const broken = async function* () {
        yield Buffer.alloc(2_000_000, 'half');
        throw new Error('cut off');
      };
      await expect(files.write('ann', 'a.zip', broken())).rejects.toThrow('cut off');
      expect(String(await read('ann', 'a.zip'))).toBe('former');
      expect((await subject.stored()).size).toBe(1);
      expect(await subject.afterAnHour()).toBe(1);
    });

    it('cannot be seen before it is complete, and of two writers at once the one who ends later wins', async () => {
      const half = Promise.withResolvers<void>();
      const go = Promise.withResolvers<void>();
      const slow = async function* () {
        yield Buffer.alloc(1_500_000, 'slow');
        half.resolve();
        await go.promise;
        yield Buffer.from('end');
      };
      const writing = files.write('ann', 'a.zip', slow());
      await half.promise;
      expect(await read('ann', 'a.zip')).toBeNull();
      await write('ann', 'a.zip', 'quick');
      expect(String(await read('ann', 'a.zip'))).toBe('quick');
      go.resolve();
      await writing;
      expect((await read('ann', 'a.zip'))?.length).toBe(1_500_003);
      expect((await subject.stored()).size).toBe(1);
    });

    it('holds the complete content of one writer if many write at once', async () => {
      const all = Array.from({ length: 8 }, (_, n) => Buffer.alloc(200_000, `${n}`));
      await Promise.all(all.map((content) => write('ann', 'a.zip', content)));
      const stays = await read('ann', 'a.zip');
      expect(all.filter((one) => stays?.equals(one))).toHaveLength(1);
      expect((await subject.stored()).size).toBe(1);
    });

    it.each(['removed', 'replaced', 'forgotten'])('that is %s can be read to its end if it was open before', async (how) => {
      const content = Buffer.alloc(3_000_000, 'still here ');
      await write('ann', 'a.zip', content);
      const file = await files.read('ann', 'a.zip');
      const reading = file?.content[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
      const first = (await reading.next()).value as Uint8Array;
      if (how === 'removed') await files.remove('ann', 'a.zip');
      else if (how === 'replaced') await write('ann', 'a.zip', 'new');
      else await files.forget('ann');
      expect((await read('ann', 'a.zip'))?.toString()).toBe(how === 'replaced' ? 'new' : undefined);
      expect(Buffer.concat([first, await rest(reading)]).equals(content)).toBe(true);
      await file?.close();
    });

    it('that was opened and never read can be removed; removing twice is the same as once', async () => {
      await write('ann', 'a.zip', 'text');
      const file = await files.read('ann', 'a.zip');
      await file?.close();
      await file?.close();
      await files.remove('ann', 'a.zip');
      await files.remove('ann', 'a.zip');
      expect(await read('ann', 'a.zip')).toBeNull();
      await files.sweep(new Date().toISOString());
      expect(await subject.afterAnHour()).toBe(0);
    });

    it('that was shortened, swapped or changed is refused', async () => {
      await write('ann', 'a.zip', Buffer.alloc(200_000, 'x'));
      const [place, whole] = [...(await subject.stored())][0] as [string, Buffer];
      await write('ann', 'b.zip', 'other');
      const other = [...(await subject.stored())].find(([one]) => one !== place)?.[1] as Buffer;
      const flipped = Buffer.from(whole);
      flipped[5_000] = (flipped[5_000] ?? 0) ^ 1;
      for (const damaged of [whole.subarray(0, -10), whole.subarray(0, 65_568), Buffer.alloc(0), other, flipped]) {
        await subject.store(place, damaged);
        await expect(read('ann', 'a.zip')).rejects.toMatchObject({ name: 'StoreUnavailable' });
      }
      await subject.store(place, whole);
      expect((await read('ann', 'a.zip'))?.length).toBe(200_000);
    });

    it.each(['../a', '', '.', 'a/b', '.hidden', 'a\0b', '$a'])('cannot be named %j', async (name) => {
      await expect(write('ann', name, 'text')).rejects.toThrow(TypeError);
      await expect(files.read('ann', name)).rejects.toThrow(TypeError);
      await expect(files.remove('ann', name)).rejects.toThrow(TypeError);
    });

    it.each(['..', '.', '../bob', '', '$set', 'a.b'])('can only be read by its owner, even with the owner id %j', async (owner) => {
      keys.set(owner, new Uint8Array(32));
      await write('ann', 'a.zip', 'of ann');
      await write(owner, 'a.zip', 'theirs');
      expect(String(await read(owner, 'a.zip'))).toBe('theirs');
      await files.forget(owner);
      expect(await read(owner, 'a.zip')).toBeNull();
      expect(String(await read('ann', 'a.zip'))).toBe('of ann');
      expect((await subject.stored()).size).toBe(1);
    });
  });
}

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
