import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Files, OpenFile } from '../../src/ports/files.ts';
import { contentOf, type FilesSubject, type OpenFiles, openForTest, pieces } from './files.ts';

const AT = '2026-11-20T16:00:00.000Z';
const DAY_LATER = '2026-11-21T16:00:00.000Z';
export function bytesOf(size: number, sign = 0): Buffer {
  const bytes = Buffer.allocUnsafe(size);
  for (let at = 0; at < size; at += 1) bytes[at] = at * 7 + (at >> 8) + sign;
  return bytes;
}
export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export async function* brokenAfter(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
  throw new Error('cut off');
}

/** Ranges, sizes, uploads and what is stored by its content. */
export function contentsContract(openFiles: OpenFiles): void {
  let keys: Map<string, Uint8Array>;
  let subject: FilesSubject;
  let files: Files;
  beforeEach(async () => {
    ({ keys, subject, files } = await openForTest(openFiles));
  });

  /** A whole upload, in the given pieces, each appended by itself. Gives its address; it is not finished. */
  async function upload(owner: string, id: string, ...parts: readonly Uint8Array[]): Promise<string> {
    await files.begin(owner, id, 'about', AT);
    let length: number | null = 0;
    for (const part of parts) length = await files.append(owner, id, length ?? 0, pieces(part));
    const received = await files.openUpload(owner, id);
    await received?.close();
    return received?.address ?? '';
  }
  async function keep(owner: string, id: string, ...parts: readonly Uint8Array[]): Promise<string> {
    const address = await upload(owner, id, ...parts);
    expect(await files.finish(owner, id, address)).toBe(true);
    return address;
  }
  const rangeOf = async (file: OpenFile | null, from: number, to: number): Promise<Buffer> =>
    Buffer.concat(await Array.fromAsync(file?.range(from, to) ?? []));

  describe('a range', () => {
    it.each([0, 1, 65_536, 65_537, 1_300_000])('of a file of %i bytes contains the requested bytes that exist', async (size) => {
      const bytes = bytesOf(size);
      await files.write('ann', 'a.zip', pieces(bytes));
      const address = await keep('ann', 'u-1', bytes.subarray(0, 70_000), bytes.subarray(70_000));
      for (const name of ['a.zip', address]) {
        const file = await files.read('ann', name);
        expect(file?.size).toBe(size);
        const [middle, end] = [Math.floor(size / 2), Math.max(0, size - 1)];
        for (const [from, to] of [
          [0, 1],
          [0, size],
          [middle, middle + 70_000],
          [65_535, 65_537],
          [end, size],
          [size, size + 9],
        ] as const)
          expect((await rangeOf(file, from, to)).equals(bytes.subarray(from, to))).toBe(true);
        await file?.close();
      }
    });

    it('is read without the bytes before or after it', async () => {
      await files.write('ann', 'a.zip', pieces(bytesOf(300_000)));
      const [place, whole] = [...(await subject.stored())][0] as [string, Buffer];
      const flipped = Buffer.from(whole);
      for (const at of [5_000, 299_000]) flipped[at] = (flipped[at] ?? 0) ^ 1;
      await subject.store(place, flipped);
      const file = await files.read('ann', 'a.zip');
      expect((await rangeOf(file, 70_000, 190_000)).equals(bytesOf(300_000).subarray(70_000, 190_000))).toBe(true);
      await expect(rangeOf(file, 60_000, 190_000)).rejects.toMatchObject({ name: 'StoreUnavailable' });
      await file?.close();
    });
  });

  describe('a content', () => {
    it('is stored once for each owner, until its last user has released it', async () => {
      const address = await keep('ann', 'u-1', bytesOf(200_000));
      expect(await keep('ann', 'u-2', bytesOf(200_000))).toBe(address);
      expect(await keep('bob', 'u-3', bytesOf(200_000))).not.toBe(address);
      expect(await files.list('ann')).toEqual([{ name: address, size: 200_000, at: expect.any(String), users: ['u-1', 'u-2'] }]);
      expect(await files.total('ann')).toBe(200_000);
      for (const time of ['first', 'again']) {
        await files.release('ann', address, 'u-1');
        expect([time, (await contentOf(files, 'ann', address))?.length]).toEqual([time, 200_000]);
      }
      expect(await files.read('bob', address)).toBeNull();
      await files.release('ann', address, 'u-2');
      await files.release('ann', address, 'u-2');
      expect(await files.read('ann', address)).toBeNull();
      expect([await files.list('ann'), await files.total('ann'), await files.total('bob')]).toEqual([[], 0, 200_000]);
    });

    it('is listed beside files with names, with size and instant', async () => {
      const before = Date.now() - 2_000;
      await files.write('ann', 'a.zip', pieces(bytesOf(70_000)));
      const address = await keep('ann', 'u-1', bytesOf(0), bytesOf(9));
      const listed = await files.list('ann');
      expect(listed.map(({ name, size }) => [name, size])).toEqual([
        ['a.zip', 70_000],
        [address, 9],
      ]);
      for (const { at } of listed) expect(Date.parse(at)).toBeGreaterThan(before);
      expect(await files.total('ann')).toBe(9);
    });

    it('can be finished again by the same user, and is not stored twice', async () => {
      const address = await keep('ann', 'u-1', bytesOf(9));
      expect(await files.finish('ann', 'u-1', address)).toBe(true);
      expect(await files.finish('ann', 'u-2', address)).toBe(false);
      expect(await files.finish('ann', 'u-1', `c-${'0'.repeat(64)}`)).toBe(false);
      expect((await files.list('ann')).map(({ users }) => users)).toEqual([['u-1']]);
    });

    it('whose upload is finished twice at once exists for both', async () => {
      const address = await upload('ann', 'u-1', bytesOf(70_000), bytesOf(9));
      expect(await Promise.all([1, 2, 3].map(() => files.finish('ann', 'u-1', address)))).toEqual([true, true, true]);
      expect(await files.list('ann')).toMatchObject([{ users: ['u-1'], size: 70_009 }]);
      expect([await files.uploads('ann'), await files.total('ann')]).toEqual([[], 70_009]);
    });

    it('is stored once if many finish it at once', async () => {
      const ids = Array.from({ length: 6 }, (_, n) => `u-${n}`);
      const addresses = await Promise.all(ids.map((id) => upload('ann', id, bytesOf(70_000))));
      expect(await Promise.all(ids.map((id, n) => files.finish('ann', id, addresses[n] ?? '')))).toEqual(ids.map(() => true));
      expect(await files.list('ann')).toMatchObject([{ users: ids }]);
      expect(await files.total('ann')).toBe(70_000);
      await Promise.all(ids.slice(1).map((id) => files.release('ann', addresses[0] ?? '', id)));
      expect((await contentOf(files, 'ann', addresses[0] ?? ''))?.length).toBe(70_000);
    });

    it('cannot be written or removed directly, named by a caller, or put in the place of another', async () => {
      const address = await keep('ann', 'u-1', bytesOf(9));
      const other = await keep('ann', 'u-2', bytesOf(9, 1));
      await expect(files.write('ann', address, pieces(bytesOf(1)))).rejects.toThrow(TypeError);
      await expect(files.remove('ann', address)).rejects.toThrow(TypeError);
      await expect(files.release('ann', '../bob', 'u-1')).rejects.toThrow(TypeError);
      const all = [...(await subject.stored())].filter(([, bytes]) => bytes.length > 0);
      const [first, second] = all as [[string, Buffer], [string, Buffer]];
      await subject.store(first[0], second[1]);
      await subject.store(second[0], first[1]);
      for (const one of [address, other]) await expect(contentOf(files, 'ann', one)).rejects.toMatchObject({ name: 'StoreUnavailable' });
    });
  });

  describe('an upload', () => {
    it.each([[[0]], [[1, 1]], [[65_536, 65_537, 1]], [[10, 2_000_000, 90_000]]])('of parts of %j bytes is one file', async (sizes) => {
      const parts = sizes.map((size, index) => bytesOf(size, index));
      const bytes = Buffer.concat(parts);
      await upload('ann', 'u-1', ...parts);
      expect(await files.upload('ann', 'u-1')).toEqual({ id: 'u-1', length: bytes.length, about: 'about', at: AT });
      const received = await files.openUpload('ann', 'u-1');
      expect([received?.size, received?.sha256]).toEqual([bytes.length, sha256(bytes)]);
      expect(Buffer.concat(await Array.fromAsync(received?.content ?? [])).equals(bytes)).toBe(true);
      expect(await files.total('ann')).toBe(bytes.length);
      expect(await files.finish('ann', 'u-1', received?.address ?? '')).toBe(true);
      expect((await contentOf(files, 'ann', received?.address ?? ''))?.equals(bytes)).toBe(true);
      expect([await files.upload('ann', 'u-1'), await files.uploads('ann'), await files.total('ann')]).toEqual([null, [], bytes.length]);
    });

    it('keeps the bytes from before an interruption, and continues from there', async () => {
      await files.begin('ann', 'u-1', 'about', AT);
      await expect(files.append('ann', 'u-1', 0, brokenAfter(bytesOf(100_000)))).rejects.toThrow('cut off');
      await expect(files.append('ann', 'u-1', 100_000, brokenAfter(bytesOf(0)))).rejects.toThrow('cut off');
      expect((await files.upload('ann', 'u-1'))?.length).toBe(100_000);
      expect(await files.append('ann', 'u-1', 100_000, pieces(bytesOf(5)))).toBe(100_005);
      expect((await contentOf(files, 'ann', await keep('ann', 'u-1')))?.length).toBe(100_005);
    });

    it('accepts bytes only at its end, and only one of two simultaneous parts', async () => {
      await upload('ann', 'u-1', bytesOf(10));
      for (const offset of [0, 9, 11])
        await expect(files.append('ann', 'u-1', offset, pieces(bytesOf(1)))).rejects.toMatchObject({ name: 'WrongOffset', length: 10 });
      const both = await Promise.allSettled([3, 4].map((size) => files.append('ann', 'u-1', 10, pieces(bytesOf(size)))));
      expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      const won = both.find((one) => one.status === 'fulfilled')?.value;
      expect((await files.upload('ann', 'u-1'))?.length).toBe(won);
      expect(await files.total('ann')).toBe(won);
    });

    it('can only be read by its owner, and begins only once', async () => {
      await upload('ann', 'u-1', bytesOf(10));
      await files.begin('ann', 'u-1', 'other', DAY_LATER);
      expect(await files.uploads('ann')).toEqual([{ id: 'u-1', length: 10, about: 'about', at: AT }]);
      expect([await files.upload('bob', 'u-1'), await files.openUpload('bob', 'u-1'), await files.uploads('bob')]).toEqual([
        null,
        null,
        [],
      ]);
      expect(await files.append('bob', 'u-1', 10, pieces(bytesOf(1)))).toBeNull();
      await files.abandon('bob', 'u-1');
      expect((await files.upload('ann', 'u-1'))?.length).toBe(10);
      await files.abandon('ann', 'u-1');
      await files.abandon('ann', 'u-1');
      expect([await files.upload('ann', 'u-1'), await files.total('ann')]).toEqual([null, 0]);
    });

    it('is deleted 24 hours after its beginning, and not before', async () => {
      await upload('ann', 'u-1', bytesOf(10), bytesOf(10));
      await files.begin('ann', 'u-2', 'about', '2026-11-20T16:00:00.001Z');
      await files.sweep('2026-11-21T15:59:59.999Z');
      expect((await files.uploads('ann')).map(({ id }) => id)).toEqual(['u-1', 'u-2']);
      await files.sweep(DAY_LATER);
      expect((await files.uploads('ann')).map(({ id }) => id)).toEqual(['u-2']);
      expect(await files.total('ann')).toBe(0);
      await files.forget('ann');
      expect(await files.uploads('ann')).toEqual([]);
      expect(await subject.afterAnHour()).toBe(0);
    });

    it('that is removed while bytes arrive is refused, and leaves nothing', async () => {
      await upload('ann', 'u-1', bytesOf(10));
      const content = async function* () {
        yield bytesOf(1_500_000);
        await files.abandon('ann', 'u-1');
        yield bytesOf(10);
      };
      const outcome = await files.append('ann', 'u-1', 10, content()).catch((error: Error) => error.name);
      expect([null, 'StoreUnavailable']).toContain(outcome);
      expect([await files.upload('ann', 'u-1'), await files.total('ann')]).toEqual([null, 0]);
      expect(await subject.afterAnHour()).toBe(0);
    });

    it('is stored without readable content', async () => {
      await files.begin('ann', 'u-1', 'The swans', AT);
      await files.append('ann', 'u-1', 0, pieces(Buffer.from('are counted')));
      for (const text of ['The swans', 'are counted']) expect(await subject.holds(text)).toBe(false);
      expect(await subject.holds('u-1')).toBe(true);
      keys.delete('ann');
      expect([await files.upload('ann', 'u-1'), await files.openUpload('ann', 'u-1'), await files.uploads('ann')]).toEqual([
        null,
        null,
        [],
      ]);
      await expect(files.begin('ann', 'u-2', '', AT)).rejects.toMatchObject({ name: 'StoreUnavailable' });
    });

    it.each(['../a', '', 'a/b', 'a.b', 'a\0b', '$a', 'x'.repeat(65)])('cannot have the id %j', async (id) => {
      await expect(files.begin('ann', id, '', AT)).rejects.toThrow(TypeError);
      await expect(files.append('ann', id, 0, pieces())).rejects.toThrow(TypeError);
      await expect(files.abandon('ann', id)).rejects.toThrow(TypeError);
      await expect(files.finish('ann', id, `c-${'0'.repeat(64)}`)).rejects.toThrow(TypeError);
    });
  });
}
