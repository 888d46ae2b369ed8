// Ten uploads at once, in a process of its own: `uploads-side.ts <folder>`. Gives how many MB of memory they take.

import { randomBytes } from 'node:crypto';
import { openFiles } from '../../src/store/files/folder-files.ts';

const MB = 1_048_576;
const SIZE = 25 * MB;
const UPLOADS = 10;
/** What a connection gives at once, in memory of its own. */
const CHUNK = 65_536;
const SAMPLE_MS = 5;
const OWNER = 'owner';

const [folder = ''] = process.argv.slice(2);
const files = openFiles({ folder, vault: { key: async () => new Uint8Array(32).fill(7) } });

async function* chunks(size: number): AsyncGenerator<Uint8Array> {
  for (let left = size; left > 0; left -= CHUNK) {
    // Others get their turn between two chunks, as between two of a connection.
    await new Promise((resolve) => setImmediate(resolve));
    yield randomBytes(Math.min(left, CHUNK));
  }
}

async function upload(id: string, size: number): Promise<void> {
  await files.begin(OWNER, id, '{}', new Date().toISOString());
  await files.append(OWNER, id, 0, chunks(size));
  const received = await files.openUpload(OWNER, id);
  await received?.close();
  if (!(await files.finish(OWNER, id, received?.address ?? ''))) throw new Error('The upload could not be finished.');
}

// What the program needs for any upload is loaded.
await upload('first', MB);
const before = process.memoryUsage.rss();
let peak = before;
const sample = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, SAMPLE_MS);
await Promise.all(Array.from({ length: UPLOADS }, (_, index) => upload(`u-${index}`, SIZE)));
clearInterval(sample);
peak = Math.max(peak, process.resourceUsage().maxRSS * 1_024);
process.stdout.write(String((peak - before) / MB));
