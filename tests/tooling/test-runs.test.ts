import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { leftOut, TURNS } from '../../scripts/turns.mjs';
import config from '../../vitest.config.ts';
import { keepFilesInMemory } from '../servers/memory.ts';
import { oneWaitingAtATime } from '../support/times.ts';
import { makeWhole } from '../support/whole-folder.ts';

const FILES = [
  ['a', 50, true],
  ['b', 40, false],
  ['c', 40, true],
  ['d', 30, false],
  ['e', 20, false],
  ['f', 10, false],
] as const;
const order = (workers: number) =>
  oneWaitingAtATime(FILES, ([, seconds, isWaiting]) => ({ seconds, isWaiting }), workers)
    .map(([name]) => name)
    .join('');

test('test files that mostly wait run one at a time, and none is left out', () => {
  // With two and three workers the second one begins when the first one ends, or after it.
  expect(order(2)).toBe('abdcef');
  expect(order(3)).toBe('abdefc');
  expect(order(1)).toBe('acbdef');
});

test('long tests of one kind take turns: each run has some of each kind, and a run of everything leaves none out', () => {
  for (const { files, run } of TURNS) {
    for (const file of files) expect([file, existsSync(file)]).toEqual([file, true]);
    vi.stubEnv('VOUCH_EVERYTHING', undefined);
    const runs = Array.from({ length: 200 }, () => {
      const others = leftOut();
      return files.filter((file) => !others.includes(file));
    });
    expect(new Set(runs.map(({ length }) => length))).toEqual(new Set([run]));
    // In so many runs each of them has its turn.
    expect(new Set(runs.flat())).toEqual(new Set(files));
    vi.stubEnv('VOUCH_EVERYTHING', '1');
    expect(leftOut()).toEqual([]);
  }
});

test('no project of vitest has an `exclude`, with which it would run the files whose turn it is not', () => {
  const projects = config.test?.projects as readonly { readonly test: object }[];
  expect(projects).toHaveLength(4);
  expect(projects.filter((project) => 'exclude' in project.test)).toEqual([]);
});

describe('the temporary files of a run', () => {
  let memory: string;
  beforeEach(() => {
    memory = mkdtempSync(join(tmpdir(), 'vouch-memory-'));
    onTestFinished(() => rmSync(memory, { recursive: true }));
    vi.stubEnv('TMPDIR', undefined);
  });

  test('temporary files of a run are in a folder of its own, which is removed after the run', () => {
    const before = tmpdir();
    const remove = keepFilesInMemory(memory, 0);
    expect([dirname(tmpdir()), existsSync(tmpdir())]).toEqual([memory, true]);
    remove();
    expect([tmpdir(), readdirSync(memory)]).toEqual([before, []]);
  });

  test('temporary files are where TMPDIR says, or on the disk if memory has no room', () => {
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
});

describe('a folder that is made completely or not at all', () => {
  let parent: string;
  let folder: string;
  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'vouch-whole-'));
    folder = join(parent, 'cache', 'made');
    onTestFinished(() => rmSync(parent, { recursive: true }));
  });

  const writing = (text: string) => (making: string) => writeFile(join(making, 'text'), text);
  const text = (): string => readFileSync(join(folder, 'text'), 'utf8');

  test('a folder that several make at once exists when the first one is ready, and is complete', async () => {
    const { promise: late, resolve: goOn } = Promise.withResolvers<void>();
    const slow = makeWhole(folder, async (making) => {
      await writing('sl')(making);
      await late;
      await writing('slow')(making);
    });
    await makeWhole(folder, writing('quick'));
    expect(text()).toBe('quick');
    goOn();
    await slow;
    expect(text()).toBe('quick');
    expect(readdirSync(join(parent, 'cache'))).toEqual(['made']);
  });

  test('an existing folder is not made again', async () => {
    await makeWhole(folder, writing('first'));
    await makeWhole(folder, writing('second'));
    expect(text()).toBe('first');
  });

  test('a failed attempt leaves nothing behind, and the next one makes the folder', async () => {
    await expect(makeWhole(folder, () => Promise.reject(new Error('No room.')))).rejects.toThrow('No room.');
    expect(existsSync(folder)).toBe(false);
    expect(readdirSync(join(parent, 'cache'))).toEqual([]);
    await makeWhole(folder, writing('second'));
    expect(text()).toBe('second');
  });
});
