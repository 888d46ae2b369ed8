import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RenderJob } from '../../src/reports/rendering/job.ts';

/** While this file exists, every thread of this process that was given a report works on and on. */
const HELD = join(tmpdir(), `vouch-held-${process.pid}`);

export const holdThreads = (): void => writeFileSync(HELD, '');
export const releaseThreads = (): void => rmSync(HELD, { force: true });

/** The path of this module, as the program of a thread in the place of the one that renders. */
export const TEST_THREAD = import.meta.filename;

/** What it does is chosen by the name of the owner. */
export default function render({ name, format, content }: RenderJob): Uint8Array {
  if (name === 'endless') for (;;);
  if (name === 'faulty') throw new RangeError('A report that cannot be drawn.');
  if (name === 'greedy') {
    const kept: object[] = [];
    for (;;) kept.push({ kept: Array.from({ length: 1_000 }, (_, index) => ({ index })) });
  }
  // It keeps its thread busy, as drawing does.
  while (existsSync(HELD));
  return Buffer.from(`${format} ${content.kind} of ${name}`);
}
