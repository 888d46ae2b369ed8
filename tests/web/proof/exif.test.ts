import read from 'exif-reader';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { exifOf } from '../../../web/proof/exif.ts';

const photo = (): Promise<Buffer> =>
  sharp({ create: { width: 8, height: 6, channels: 3, background: '#888' } })
    .withExif({ IFD0: { Make: 'A camera' }, IFD2: { DateTimeOriginal: '2026:11:19 10:20:30' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

test('the Exif data of a photograph stay, and say that its pixels stand upright', async () => {
  const bytes = await photo();
  const before = read(Buffer.from((await sharp(bytes).metadata()).exif as Buffer));
  expect(before.Image?.Orientation).toBe(6);
  const segment = exifOf(bytes) as Uint8Array;
  const after = read(Buffer.from(segment.subarray(4)));
  expect(after).toEqual({ ...before, Image: { ...before.Image, Orientation: 1 } });
  const again = Buffer.concat([bytes.subarray(0, 2), segment, bytes.subarray(2)]);
  expect((await sharp(again).metadata()).orientation).toBe(1);
});

test('a file without Exif data, or one that ends too soon, has none', async () => {
  const bytes = await photo();
  const plain = await sharp({ create: { width: 8, height: 6, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer();
  const cut = [0, 1, 3, 20, 60].map((length) => exifOf(bytes.subarray(0, length)));
  expect([exifOf(plain), exifOf(Buffer.from('GIF89a')), ...cut]).toEqual(Array(7).fill(null));
});
