import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { validate, version } from 'uuid';
import { describe, expect, it, test } from 'vitest';
import { newId } from '../../src/wiring/ids.ts';

const MODULE = join(import.meta.dirname, '../../src/wiring/thread-limits.ts');

/** Prints the size of the young generation, in MiB, after many allocations of which a part is kept for a while. */
const YOUNG = `function youngMiB() {
  const young = () => require('node:v8').getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size;
  const kept = [];
  let most = 0;
  for (let n = 0; n < 400_000; n += 1) {
    kept[n % 150_000] = { n, text: 'text ' + n };
    if (n % 10_000 === 0) most = Math.max(most, young());
  }
  return most / 1_048_576;
}`;
const THREAD = `${YOUNG} require('node:worker_threads').parentPort.postMessage(youngMiB());`;
const PROGRAM = `${YOUNG}
require(${JSON.stringify(MODULE)}).keepThreadLimits();
new (require('node:worker_threads').Worker)(${JSON.stringify(THREAD)}, { eval: true, resourceLimits: { maxYoungGenerationSizeMb: 8 } })
  .on('message', (inThread) => console.log(JSON.stringify({ inThread, inMain: youngMiB() })));`;

test('a thread has the young generation of its limits, while the main thread has that of the option', () => {
  const { stdout, stderr } = spawnSync(process.execPath, ['--max-semi-space-size=16', '-e', PROGRAM], { encoding: 'utf8' });
  expect(stderr).toBe('');
  const { inThread, inMain } = JSON.parse(stdout);
  expect(inThread).toBeLessThanOrEqual(8);
  expect(inMain).toBeGreaterThan(8);
});

describe('the generator of ids', () => {
  it('gives ids of version 7, each greater than the one before', () => {
    const ids = Array.from({ length: 5_000 }, newId);
    expect(ids.every((id) => validate(id) && version(id) === 7)).toBe(true);
    expect(ids).toEqual([...new Set(ids)].sort());
  });
});
