import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { StoreFull } from '../../src/domain/kernel/event-store.ts';
import { openReserve } from '../../src/store/sqlite/reserve.ts';
import { openSqliteStores } from '../../src/store/sqlite-stores.ts';

const BYTES = 100_000;
let path = '';
let now = 0;
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-reserve-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  path = join(folder, 'reserve');
  now = 0;
});
const open = () => openReserve({ path, bytes: BYTES, monotonic: () => now });

describe('the reserve', () => {
  it('is a file of the configured size, which a later start takes over', () => {
    open().need();
    expect(statSync(path).size).toBe(BYTES);
    const { ino } = statSync(path);
    open().need();
    expect(statSync(path).ino).toBe(ino);
  });

  it('that was given up refuses writes until the disk has room again', () => {
    const reserve = open();
    reserve.giveUp();
    expect(existsSync(path)).toBe(false);
    expect(() => reserve.need()).toThrow(StoreFull);
    now += 1_000;
    reserve.need();
    expect(statSync(path).size).toBe(BYTES);
  });

  // Whatever is written there finds the disk full.
  it.runIf(existsSync('/dev/full'))('for which there is no room refuses writes, and leaves nothing behind', () => {
    symlinkSync('/dev/full', path);
    const reserve = open();
    expect(() => reserve.need()).toThrow(StoreFull);
    expect(existsSync(path)).toBe(false);
  });
});

describe('read models on a full disk', () => {
  const position = (n: number): string => String(n).padStart(20, '0');

  it('are written with the room of the reserve, and no event is written before that room is restored', async () => {
    const opened = new Set<DatabaseSync>();
    const { exec } = DatabaseSync.prototype;
    vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, sql: string) {
      opened.add(this);
      exec.call(this, sql);
    });
    const dataDir = join(path, '..', 'data');
    const stores = openSqliteStores({
      dataDir,
      masterKey: new Uint8Array(32),
      clock: { now: () => '2026-11-20T12:00:00.000Z' },
      views: [{ file: 'views-notes.db', readModels: ['notes'] }],
    });
    onTestFinished(() => stores.close());
    await stores.documents.ensure({ name: 'notes.v1', indexes: [] });
    const views = [...opened].find((database) => database.location()?.endsWith('views-notes.db')) as DatabaseSync;
    const write = (n: number) => {
      const doc = { text: 'a'.repeat(100_000) };
      return stores.documents.apply({
        writes: [{ collection: 'notes.v1', writes: [{ id: `n${n}`, position: position(n), doc }] }],
        checkpoints: [],
      });
    };
    const append = (revision: number) =>
      stores.log.append('note-1', revision - 1, [{ id: `e${revision}`, revision, hash: 'h', json: '{}' } as never]);
    await append(0);
    await write(1);
    views.exec('PRAGMA max_page_count = 1');
    await expect(write(2)).rejects.toThrow(StoreFull);
    expect(existsSync(join(dataDir, 'reserve'))).toBe(false);
    await expect(append(1)).rejects.toThrow(StoreFull);
    views.exec('PRAGMA max_page_count = 1000000');
    await write(2);
    await vi.waitFor(() => append(1), { timeout: 15_000 });
    expect(existsSync(join(dataDir, 'reserve'))).toBe(true);
  });
});
