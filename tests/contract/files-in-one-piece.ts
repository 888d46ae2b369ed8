import { beforeEach, describe, expect, it } from 'vitest';
import type { Files } from '../../src/ports/files.ts';
import { brokenAfter, bytesOf, sha256 } from './file-contents.ts';
import { contentOf, type OpenFiles, openForTest, pieces } from './files.ts';

const AT = '2026-11-20T16:00:00.000Z';
const DAY_LATER = '2026-11-21T16:00:00.000Z';

/** Uploads that come in one piece, and what is known about an owner's contents when one has come. */
export function onePieceContract(openFiles: OpenFiles): void {
  let files: Files;
  beforeEach(async () => {
    ({ files } = await openForTest(openFiles));
  });

  describe('an upload', () => {
    it.each([0, 40_000, 1_048_500, 2_000_000])('of %i bytes in one piece is one file, to which nothing can be appended', async (size) => {
      const bytes = bytesOf(size);
      await files.receive('ann', 'u-1', AT, pieces(bytes));
      await files.begin('ann', 'u-0', 'about', AT);
      await files.append('ann', 'u-0', 0, pieces(bytesOf(1)));
      expect(await files.upload('ann', 'u-1')).toEqual({ id: 'u-1', length: size, about: '', at: AT });
      expect((await files.uploads('ann')).map(({ id, length }) => [id, length])).toEqual([
        ['u-0', 1],
        ['u-1', size],
      ]);
      const received = await files.openUpload('ann', 'u-1');
      expect([received?.size, received?.sha256]).toEqual([size, sha256(bytes)]);
      expect(Buffer.concat(await Array.fromAsync(received?.content ?? [])).equals(bytes)).toBe(true);
      expect(await files.finish('ann', 'u-1', received?.address ?? '')).toBe(true);
      expect(await files.finish('ann', 'u-1', received?.address ?? '')).toBe(true);
      expect((await contentOf(files, 'ann', received?.address ?? ''))?.equals(bytes)).toBe(true);
      expect([await files.upload('ann', 'u-1'), await files.total('ann')]).toEqual([null, size + 1]);
      expect((await files.uploads('ann')).map(({ id }) => id)).toEqual(['u-0']);
    });

    it('in one piece can be abandoned, is swept after a day, and leaves nothing if it is cut off', async () => {
      await files.receive('ann', 'u-1', AT, pieces(bytesOf(10)));
      await files.receive('ann', 'u-2', AT, pieces(bytesOf(20)));
      await files.abandon('ann', 'u-1');
      expect([(await files.uploads('ann')).map(({ id }) => id), await files.total('ann')]).toEqual([['u-2'], 20]);
      await files.sweep(DAY_LATER);
      expect([await files.uploads('ann'), await files.total('ann')]).toEqual([[], 0]);
      await expect(files.receive('ann', 'u-3', AT, brokenAfter(bytesOf(2_000_000)))).rejects.toThrow('cut off');
      await files.abandon('ann', 'u-3');
      expect([await files.uploads('ann'), await files.total('ann')]).toEqual([[], 0]);
    });

    it('needs no room if its content is there', async () => {
      const bytes = bytesOf(70_000);
      const room = async (id: string): Promise<readonly number[]> => {
        await files.receive('ann', id, AT, pieces(bytes));
        const received = await files.openUpload('ann', id);
        await received?.close();
        const { bytes: needed, users, isNew } = await files.usage('ann', received ?? { address: '', size: 0 });
        // Only some stores know how many there are.
        expect([id === 'u-1' ? 0 : 1, null]).toContain(users);
        if (id !== 'u-1') expect(isNew).toBe(false);
        return [needed, await files.total('ann'), Number(await files.finish('ann', id, received?.address ?? ''))];
      };
      // The event that names this content may be recorded, and the upload not be finished yet.
      await files.receive('ann', 'u-0', AT, pieces(bytes));
      await files.receive('ann', 'u-1', AT, pieces(bytes));
      expect((await files.usage('ann', { address: 'c-0', size: 1 })).isNew).toBe(false);
      for (const id of ['u-0', 'u-1']) await files.abandon('ann', id);
      expect([await room('u-1'), await room('u-2')]).toEqual([
        [70_000, 70_000, 1],
        [70_000, 140_000, 1],
      ]);
      expect(await files.total('ann')).toBe(70_000);
    });
  });
}
