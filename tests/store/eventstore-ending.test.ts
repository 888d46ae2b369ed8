import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import type { Faults } from '../servers/eventstore.ts';
import { openBreakable } from '../support/eventstore.ts';

const program = join(import.meta.dirname, 'eventstore-process.ts');

it.each<[string, (faults: Faults) => Promise<unknown>]>([
  ['is well', async () => undefined],
  ['is frozen', (faults) => faults.stall()],
  ['is gone', (faults) => faults.refuse()],
])('lets the process end, and causes no unhandled error, when it is closed while the server %s', async (_, begin) => {
  const { url, faults } = await openBreakable();
  const child = spawn(process.execPath, [program, url], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  expect((await lines.next()).value).toBe('ready');
  await begin(faults);
  child.stdin.write('close\n');
  expect((await lines.next()).value).toBe('closed');
  expect(await ended).toEqual([0, null]);
});
