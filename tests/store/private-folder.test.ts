import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makePrivate } from '../../src/store/private-folder.ts';

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
