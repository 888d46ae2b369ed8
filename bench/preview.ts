import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { createFileInspector } from '../src/providers/inspection/inspector.ts';
import { openFiles } from '../src/store/files/folder-files.ts';
import { withFolder } from './support/folder.ts';
import { type Bench, compared, interleaved, timed } from './support/measure.ts';

const RUNS = 25;
const OWNER = 'owner';
const SIZE = 1_280;
/** The settings of the program's previews. */
const QUALITY = 80;

/** A picture of 12 million pixels, as a telephone takes it, in about 4 MB. */
const photo = (): Promise<Buffer> =>
  sharp({ create: { width: 4_000, height: 3_000, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 40 }, background: '#888' } })
    .blur(1.5)
    .jpeg({ quality: 90 })
    .toBuffer();

/** A preview of a stored JPEG (read, decrypted, looked at, made smaller) compared with sharp alone on the plain file. */
export const previewOverSharp: Bench = () =>
  withFolder(async (folder) => {
    const files = openFiles({ folder: join(folder, 'files'), vault: { key: async () => new Uint8Array(32).fill(7) } });
    const inspector = createFileInspector();
    const { signal } = new AbortController();
    const [picture, plain] = [await photo(), join(folder, 'plain.jpg')];
    await writeFile(plain, picture);
    const pieces = async function* () {
      yield picture;
    };
    await files.write(OWNER, 'picture', pieces());
    const ours = (): Promise<number> =>
      timed(async () => {
        const file = await files.read(OWNER, 'picture');
        if (file === null) throw new Error('The picture is gone.');
        await inspector.preview(file, SIZE, { owner: OWNER, signal });
        await file.close();
      });
    const baseline = (): Promise<number> =>
      timed(async () => {
        const bytes = await readFile(plain);
        await sharp(bytes).autoOrient().resize({ width: SIZE, height: SIZE, fit: 'inside' }).webp({ quality: QUALITY }).toBuffer();
      });
    const sides = await interleaved(RUNS, ours, baseline);
    return [compared({ name: 'preview_jpeg_ms_over_sharp', goal: 1.3, better: 'lower', unit: 'ms a preview' }, sides)];
  });
