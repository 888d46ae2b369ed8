import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { StoreUnavailable } from '../../src/domain/kernel/event-store.ts';
import { openFiles } from '../../src/store/files/folder-files.ts';
import { makePrivate } from '../../src/store/private-folder.ts';
import { contentsContract } from '../contract/file-contents.ts';
import { contentOf, type FilesSubject, filesContract, pieces } from '../contract/files.ts';
import { onePieceContract } from '../contract/files-in-one-piece.ts';

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
    holds: async (text) => paths().some((path) => path.includes(text) || readFileSync(path).includes(text)),
    async afterAnHour() {
      const all = readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)));
      for (const path of all) utimesSync(path, new Date(), new Date(Date.now() - 3_601_000));
      await files.sweep(new Date().toISOString());
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
  contentsContract(async (keys) => openFolder(keys));
  onePieceContract(async (keys) => openFolder(keys));

  it('hide incomplete files after a crash, and remove them after an hour, but never a complete file', async () => {
    const subject = openFolder(new Map([['ann', new Uint8Array(32)]]));
    const half = join(subject.folder, 'of-ann', '.a.zip.part');
    await subject.files.write('ann', 'b.part', pieces(Buffer.from('whole')));
    writeFileSync(half, 'half');
    expect(await contentOf(subject.files, 'ann', 'a.zip')).toBeNull();
    await subject.files.sweep(new Date().toISOString());
    expect(existsSync(half)).toBe(true);
    expect(await subject.afterAnHour()).toBe(1);
    expect(String(await contentOf(subject.files, 'ann', 'b.part'))).toBe('whole');
    await subject.close();
  });

  it('store nothing of an upload that the disk refuses halfway', async () => {
    const subject = openFolder(new Map([['ann', new Uint8Array(32)]]));
    const handle = await open(join(subject.folder, '..', 'beside.txt'));
    const datasync = vi.spyOn(Object.getPrototypeOf(handle) as typeof handle, 'datasync');
    datasync.mockRejectedValueOnce(Object.assign(new Error('i/o error'), { code: 'EIO' }));
    await handle.close();
    const megabyte = Buffer.alloc(1_048_576);
    const refused = subject.files.write('ann', 'a.zip', pieces(...Array.from({ length: 12 }, () => megabyte)));
    await expect(refused).rejects.toBeInstanceOf(StoreUnavailable);
    expect([await subject.files.list('ann'), datasync.mock.calls.length]).toEqual([[], 1]);
    datasync.mockRestore();
    await subject.close();
  });

  it('continue the interrupted end of an upload after a crash, or remove it', async () => {
    const subject = openFolder(new Map([['ann', new Uint8Array(32)]]));
    const { files, folder } = subject;
    await files.begin('ann', 'u-1', '', '2026-11-20T16:00:00.000Z');
    await files.append('ann', 'u-1', 0, pieces(Buffer.from('proof')));
    const received = await files.openUpload('ann', 'u-1');
    await received?.close();
    const address = received?.address ?? '';
    const content = join(folder, 'of-ann', address);
    mkdirSync(content);
    // The user was written, and the content not moved yet.
    writeFileSync(join(content, 'u-1.user'), '');
    expect(await files.list('ann')).toEqual([]);
    expect(await files.finish('ann', 'u-1', address)).toBe(true);
    expect(String(await contentOf(files, 'ann', address))).toBe('proof');
    // The content was moved, and the upload not removed yet.
    mkdirSync(join(folder, 'of-ann', '.uploads', 'u-1'), { recursive: true });
    expect(await files.finish('ann', 'u-1', address)).toBe(true);
    expect(await subject.afterAnHour()).toBe(2);
    // The last user was removed, and the content not yet.
    rmSync(join(content, 'u-1.user'));
    await files.sweep(new Date().toISOString());
    expect(existsSync(content)).toBe(true);
    expect(await subject.afterAnHour()).toBe(0);
    await subject.close();
  });
});

describe('a data folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'vouch-private-'));
    mkdirSync(join(folder, 'files', 'ann'), { recursive: true });
    mkdirSync(join(folder, 'elsewhere'));
    for (const name of ['events.db', 'events.db-wal', 'master.key', 'files/ann/bundle', 'elsewhere/theirs'])
      writeFileSync(join(folder, name), 'x');
  });
  afterEach(() => {
    vi.restoreAllMocks();
    rmSync(folder, { recursive: true });
  });
  const modeOf = (name: string): string => (statSync(join(folder, name)).mode & 0o777).toString(8);
  const widen = (): void => {
    for (const name of ['.', 'files', 'files/ann', 'elsewhere']) chmodSync(join(folder, name), 0o755);
    for (const name of ['events.db', 'events.db-wal', 'files/ann/bundle', 'elsewhere/theirs']) chmodSync(join(folder, name), 0o644);
    chmodSync(join(folder, 'master.key'), 0o600);
  };

  test('makes a data folder and its files private, and does not change files of other programs', () => {
    widen();
    const wider = ['.', 'events.db', 'events.db-wal', 'files', 'files/ann', 'files/ann/bundle'];
    expect([...makePrivate(folder)].toSorted()).toEqual(wider.map((name) => join(folder, name)).toSorted());
    expect(['.', 'files', 'files/ann'].map(modeOf)).toEqual(['700', '700', '700']);
    expect(['events.db', 'events.db-wal', 'master.key', 'files/ann/bundle'].map(modeOf)).toEqual(['600', '600', '600', '600']);
    expect(modeOf('elsewhere/theirs')).toBe('644');
    expect(makePrivate(folder)).toEqual([]);
  });
});
