import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openFiles } from '../../src/store/files/folder-files.ts';
import { contentOf, type FilesSubject, filesContract, pieces } from '../contract/files.ts';

function openFolder(keys: ReadonlyMap<string, Uint8Array>): FilesSubject & { readonly folder: string } {
  // A folder inside the one of the test: a path that leads out of it still stays inside the test's.
  const made = mkdtempSync(join(tmpdir(), 'vouch-files-'));
  const folder = join(made, 'below', 'files');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(made, 'below', 'beside.txt'), 'beside');
  const files = openFiles({ folder, vault: { key: async (owner) => keys.get(owner) ?? null } });
  const paths = () =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  return {
    folder,
    files,
    stored: async () => new Map(paths().map((path) => [path, readFileSync(path)])),
    store: async (path, bytes) => writeFileSync(path, bytes),
    async afterAnHour() {
      for (const path of paths()) utimesSync(path, new Date(), new Date(Date.now() - 3_601_000));
      await files.sweep();
      return paths().length;
    },
    async close() {
      expect(readFileSync(join(made, 'below', 'beside.txt'), 'utf8')).toBe('beside');
      rmSync(made, { recursive: true, force: true });
    },
  };
}

describe('files in a folder', () => {
  filesContract(async (keys) => openFolder(keys));

  it('hide what a crash left half written, and remove it after an hour, but never a complete file', async () => {
    const subject = openFolder(new Map([['ann', new Uint8Array(32)]]));
    const half = join(subject.folder, 'of-ann', '.a.zip.part');
    await subject.files.write('ann', 'b.part', pieces(Buffer.from('whole')));
    writeFileSync(half, 'half');
    expect(await contentOf(subject.files, 'ann', 'a.zip')).toBeNull();
    await subject.files.sweep();
    expect(existsSync(half)).toBe(true);
    expect(await subject.afterAnHour()).toBe(1);
    expect(String(await contentOf(subject.files, 'ann', 'b.part'))).toBe('whole');
    await subject.close();
  });
});
