import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Files } from '../../src/domain/kernel/files.ts';
import { openFiles } from '../../src/store/files/sealed-files.ts';

let folder: string;
let keys: Map<string, Uint8Array>;
let files: Files;
beforeEach(() => {
  // Well below what is made for the test: a step up out of the folder ends in it.
  const made = mkdtempSync(join(tmpdir(), 'vouch-files-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  folder = join(made, 'below', 'files');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(made, 'below', 'beside.txt'), 'beside');
  keys = new Map(['ann', 'bob'].map((owner, index) => [owner, new Uint8Array(32).fill(index + 1)]));
  files = openFiles({ folder, vault: { key: async (owner) => keys.get(owner) ?? null } });
});

async function* pieces(...all: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* all;
}
const write = (owner: string, name: string, content: string | Uint8Array) => files.write(owner, name, pieces(Buffer.from(content)));
async function read(owner: string, name: string): Promise<Buffer | null> {
  const file = await files.read(owner, name);
  if (file === null) return null;
  const found: Uint8Array[] = [];
  for await (const piece of file.content) found.push(piece);
  return Buffer.concat(found);
}
const onDisk = (): readonly string[] => readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.'));
const pathOf = (name: string): string => join(folder, onDisk().find((one) => one.endsWith(name)) ?? name);

describe('a file', () => {
  it.each([0, 1, 65_535, 65_536, 65_537, 300_000])('of %i bytes comes back as it was written, however it was cut', async (size) => {
    const content = Buffer.alloc(size, 'the quick brown fox ');
    await files.write('ann', 'a.zip', pieces(content.subarray(0, 7), content.subarray(7, 70_000), content.subarray(70_000)));
    expect((await read('ann', 'a.zip'))?.equals(content)).toBe(true);
  });

  it('shows nothing of what it holds', async () => {
    await write('ann', 'a.zip', 'The swans are counted');
    expect(onDisk()).toHaveLength(1);
    expect(readFileSync(pathOf('a.zip')).includes('swans')).toBe(false);
  });

  it('is another when it is written again', async () => {
    await write('ann', 'a.zip', 'first');
    await write('ann', 'a.zip', 'second');
    expect(String(await read('ann', 'a.zip'))).toBe('second');
  });

  it('is an owner’s own', async () => {
    await write('ann', 'a.zip', 'of ann');
    expect(await read('bob', 'a.zip')).toBeNull();
    await write('bob', 'a.zip', 'of bob');
    await files.forget('ann');
    expect(await read('ann', 'a.zip')).toBeNull();
    expect(String(await read('bob', 'a.zip'))).toBe('of bob');
    expect(onDisk()).toHaveLength(1);
  });

  it('is gone with its key, and none is written without one', async () => {
    await write('ann', 'a.zip', 'text');
    keys.delete('ann');
    expect(await read('ann', 'a.zip')).toBeNull();
    await expect(write('ann', 'b.zip', 'text')).rejects.toMatchObject({ name: 'StoreUnavailable' });
    expect(onDisk()).toHaveLength(1);
  });

  it('that was cut off in the writing leaves the former one, and no half', async () => {
    await write('ann', 'a.zip', 'former');
    const broken = async function* () {
      yield Buffer.from('half');
      throw new Error('cut off');
    };
    await expect(files.write('ann', 'a.zip', broken())).rejects.toThrow('cut off');
    expect(String(await read('ann', 'a.zip'))).toBe('former');
    expect(onDisk()).toHaveLength(1);
  });

  it('that is removed can be read to its end by who has it open; removing twice is as once', async () => {
    await write('ann', 'a.zip', 'still here');
    const file = await files.read('ann', 'a.zip');
    await files.remove('ann', 'a.zip');
    await files.remove('ann', 'a.zip');
    expect(await read('ann', 'a.zip')).toBeNull();
    for await (const piece of file?.content ?? []) expect(String(piece)).toBe('still here');
    await file?.close();
  });

  it('that was shortened, swapped or changed is refused', async () => {
    await write('ann', 'a.zip', Buffer.alloc(200_000, 'x'));
    await write('ann', 'b.zip', 'other');
    const whole = readFileSync(pathOf('a.zip'));
    for (const damaged of [whole.subarray(0, -10), whole.subarray(0, 65_568), readFileSync(pathOf('b.zip'))]) {
      writeFileSync(pathOf('a.zip'), damaged);
      await expect(read('ann', 'a.zip')).rejects.toMatchObject({ name: 'StoreUnavailable' });
    }
    const flipped = Buffer.from(whole);
    flipped[5_000] = (flipped[5_000] ?? 0) ^ 1;
    writeFileSync(pathOf('a.zip'), flipped);
    await expect(read('ann', 'a.zip')).rejects.toMatchObject({ name: 'StoreUnavailable' });
  });

  it.each(['../a', '', '.', 'a/b', '.hidden', 'a\0b'])('cannot be named %j', async (name) => {
    await expect(write('ann', name, 'text')).rejects.toThrow(TypeError);
    await expect(files.read('ann', name)).rejects.toThrow(TypeError);
  });

  it.each(['..', '.', '../bob', ''])('stays in the folder when its owner is %j', async (owner) => {
    keys.set(owner, new Uint8Array(32));
    await write('ann', 'a.zip', 'of ann');
    await write(owner, 'a.zip', 'theirs');
    await files.forget(owner);
    expect(readFileSync(join(folder, '..', 'beside.txt'), 'utf8')).toBe('beside');
    expect(String(await read('ann', 'a.zip'))).toBe('of ann');
    expect(onDisk()).toHaveLength(1);
  });
});
