import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { keepFilesInMemory } from '../servers/memory.ts';

let memory: string;
beforeEach(() => {
  memory = mkdtempSync(join(tmpdir(), 'vouch-memory-'));
  onTestFinished(() => rmSync(memory, { recursive: true }));
  vi.stubEnv('TMPDIR', undefined);
});

test('temporary files of a run are in a folder of its own, which goes with it', () => {
  const before = tmpdir();
  const remove = keepFilesInMemory(memory, 0);
  expect([dirname(tmpdir()), existsSync(tmpdir())]).toEqual([memory, true]);
  remove();
  expect([tmpdir(), readdirSync(memory)]).toEqual([before, []]);
});

test('they are where TMPDIR says, and on the disk where memory has no room', () => {
  keepFilesInMemory(memory, Number.POSITIVE_INFINITY)();
  keepFilesInMemory(join(memory, 'none'), 0)();
  vi.stubEnv('TMPDIR', '/elsewhere');
  keepFilesInMemory(memory, 0)();
  expect([tmpdir(), readdirSync(memory)]).toEqual(['/elsewhere', []]);
});

test('folders of runs that were killed are removed, and no others', () => {
  const [own, ended] = [`vouch-tests-${process.pid}-a`, 'vouch-tests-4194305-b'];
  for (const name of [own, ended, 'others']) mkdirSync(join(memory, name));
  keepFilesInMemory(memory, 0)();
  expect(readdirSync(memory).sort()).toEqual(['others', own]);
});
