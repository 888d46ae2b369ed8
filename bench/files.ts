import { randomBytes } from 'node:crypto';
import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { createFileInspector } from '../src/providers/inspection/inspector.ts';
import { openFiles } from '../src/store/files/folder-files.ts';
import { withFolder } from './support/folder.ts';
import { type Bench, compared, interleaved, median, timed } from './support/measure.ts';
import { outputOf } from './support/side.ts';

const MB = 1_048_576;
const UPLOAD_BYTES = 25 * MB;
const UPLOAD_RUNS = 15;
const MEMORY_RUNS = 5;
/** What a connection gives at once. */
const CHUNK = 65_536;
const OWNER = 'owner';

async function* chunksOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += CHUNK) yield bytes.subarray(at, at + CHUNK);
}

async function writePlain(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'w');
  for await (const chunk of chunksOf(bytes)) await file.appendFile(chunk);
  await file.sync();
  await file.close();
}

/** Receiving a file of 25 MB (sealed and hashed while it comes, on the disk, stored by its content) compared with writing its bytes and one fsync. */
export const uploadOverPlain: Bench = () =>
  withFolder(async (folder) => {
    const files = openFiles({ folder: join(folder, 'files'), vault: { key: async () => new Uint8Array(32).fill(7) } });
    const bytes = randomBytes(UPLOAD_BYTES);
    let runs = 0;
    const ours = async (): Promise<number> => {
      const id = `u-${runs++}`;
      bytes.writeUInt32BE(runs);
      let address = '';
      const ms = await timed(async () => {
        await files.begin(OWNER, id, '{}', new Date().toISOString());
        await files.append(OWNER, id, 0, chunksOf(bytes));
        const received = await files.openUpload(OWNER, id);
        await received?.close();
        address = received?.address ?? '';
        if (!(await files.finish(OWNER, id, address))) throw new Error('The upload could not be finished.');
      });
      await files.release(OWNER, address, id);
      return ms;
    };
    const baseline = (): Promise<number> => timed(() => writePlain(join(folder, 'plain'), bytes));
    const sides = await interleaved(UPLOAD_RUNS, ours, baseline);
    return [compared({ name: 'upload_over_plain', goal: 1.6, better: 'lower', unit: 'ms a file of 25 MB' }, sides)];
  });

/** The memory, in MB, that ten uploads of 25 MB at once take of a process that did nothing else before. */
export const uploadMemory: Bench = async () => {
  const taken: number[] = [];
  for (let run = 0; run < MEMORY_RUNS; run += 1)
    await withFolder(async (folder) => {
      taken.push(Number(await outputOf('uploads-side.ts', [folder])));
    });
  const ours = median(taken);
  return [{ name: 'upload_10x25mb_rss_mb', ratio: ours, goal: 48, better: 'lower', ours, baseline: 0, unit: 'MB', runs: MEMORY_RUNS }];
};

const PREVIEW_RUNS = 25;
const PREVIEW_SIZE = 1_280;
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
        await inspector.preview(file, PREVIEW_SIZE, { owner: OWNER, signal });
        await file.close();
      });
    const baseline = (): Promise<number> =>
      timed(async () => {
        const bytes = await readFile(plain);
        await sharp(bytes)
          .autoOrient()
          .resize({ width: PREVIEW_SIZE, height: PREVIEW_SIZE, fit: 'inside' })
          .webp({ quality: QUALITY })
          .toBuffer();
      });
    const sides = await interleaved(PREVIEW_RUNS, ours, baseline);
    return [compared({ name: 'preview_jpeg_ms_over_sharp', goal: 1.3, better: 'lower', unit: 'ms a preview' }, sides)];
  });
