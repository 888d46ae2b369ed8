import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { makeWhole } from '../support/whole-folder.ts';

let parent: string;
let folder: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'vouch-whole-'));
  folder = join(parent, 'cache', 'made');
  onTestFinished(() => rmSync(parent, { recursive: true }));
});

const writing = (text: string) => (making: string) => writeFile(join(making, 'text'), text);
const text = (): string => readFileSync(join(folder, 'text'), 'utf8');

test('a folder that several make at once is there when the first one is ready, and whole', async () => {
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

test('a folder that is there is not made again', async () => {
  await makeWhole(folder, writing('first'));
  await makeWhole(folder, writing('second'));
  expect(text()).toBe('first');
});

test('a fault leaves nothing behind, and the next one makes it', async () => {
  await expect(makeWhole(folder, () => Promise.reject(new Error('No room.')))).rejects.toThrow('No room.');
  expect(existsSync(folder)).toBe(false);
  expect(readdirSync(join(parent, 'cache'))).toEqual([]);
  await makeWhole(folder, writing('second'));
  expect(text()).toBe('second');
});
