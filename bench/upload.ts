import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { openFiles } from '../src/store/files/folder-files.ts';
import { withFolder } from './support/folder.ts';
import { type Bench, compared, interleaved, median, timed } from './support/measure.ts';

const MB = 1_048_576;
const SIZE = 25 * MB;
const RUNS = 15;
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
    const bytes = randomBytes(SIZE);
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
    const sides = await interleaved(RUNS, ours, baseline);
    return [compared({ name: 'upload_over_plain', goal: 1.6, better: 'lower', unit: 'ms a file of 25 MB' }, sides)];
  });

/** The memory, in MB, that ten uploads of 25 MB at once take of a process that did nothing else before. */
export const uploadMemory: Bench = async () => {
  const taken: number[] = [];
  for (let run = 0; run < MEMORY_RUNS; run += 1)
    await withFolder(async (folder) => {
      const side = spawn(process.execPath, [join(import.meta.dirname, 'support', 'uploads-side.ts'), folder], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const [out, [code]] = await Promise.all([text(side.stdout), once(side, 'exit')]);
      if (code !== 0) throw new Error(`The uploads ended with ${code}.`);
      taken.push(Number(out));
    });
  const ours = median(taken);
  return [{ name: 'upload_10x25mb_rss_mb', ratio: ours, goal: 48, better: 'lower', ours, baseline: 0, unit: 'MB', runs: MEMORY_RUNS }];
};
