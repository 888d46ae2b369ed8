import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RenderJob } from '../../src/reports/rendering/threads.ts';

/** As long as this file exists, no thread of this process finishes its report. */
const HELD = join(tmpdir(), `vouch-held-${process.pid}`);

export const holdThreads = (): void => writeFileSync(HELD, '');
export const releaseThreads = (): void => rmSync(HELD, { force: true });

/** The path of this module. It is the program of a thread in place of the one that renders reports. */
export const TEST_THREAD = import.meta.filename;

/** The name of the owner chooses what the thread does. */
export default function render({ name, format, content }: RenderJob): Uint8Array {
  if (name === 'endless') for (;;);
  if (name === 'faulty') throw new RangeError('A report that cannot be drawn.');
  if (name === 'greedy') {
    const kept: object[] = [];
    for (;;) kept.push({ kept: Array.from({ length: 1_000 }, (_, index) => ({ index })) });
  }
  // This keeps the thread busy, as drawing does.
  while (existsSync(HELD));
  return Buffer.from(`${format} ${content.kind} of ${name}`);
}
