import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Files } from '../../src/ports/files.ts';
import { openFiles } from '../../src/store/files/folder-files.ts';
import { copyFiles, ownersInFolder, ownersInMongo } from '../../src/store/migrate/copy-files.ts';
import { sqliteVaultRows } from '../../src/store/migrate/embedded-side.ts';
import { mongoVaultRows } from '../../src/store/migrate/servers-side.ts';
import { copyVault, type VaultRows } from '../../src/store/migrate/side.ts';
import { openMongo } from '../../src/store/mongo/connect.ts';
import { openMongoFiles } from '../../src/store/mongo/files.ts';
import { openMongoVault } from '../../src/store/mongo/vault.ts';
import { openDatabase } from '../../src/store/sqlite/database.ts';
import type { VaultDriver } from '../../src/store/vault/driver.ts';
import { HASH_SECRET } from '../../src/store/vault/keyed-hashes.ts';
import { masterKeyFrom, wrapping } from '../../src/store/vault/master-key.ts';
import { wrapProgramKey } from '../../src/store/vault/push.ts';
import { openVault } from '../../src/store/vault/sqlite-vault.ts';
import { PATIENT } from '../servers/mongodb/server.ts';
import { sharedMongo } from '../servers/shared.ts';
import { TEST_MASTER_KEY } from '../support/app.ts';
import { expectFilled, fillVault } from '../support/filled-vault.ts';

const server = await sharedMongo();

interface Side {
  readonly vault: VaultDriver;
  readonly rows: VaultRows;
  readonly files: Files;
  /** A vault opened anew, without anything in memory. */
  reopened(): Promise<VaultDriver>;
  owners(): AsyncIterable<string>;
}

async function onSqlite(): Promise<Side> {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-copy-'));
  const path = join(folder, 'vault.db');
  const open = () => {
    const vault = openVault({ path, masterKey: TEST_MASTER_KEY });
    onTestFinished(() => vault.close());
    return vault;
  };
  const vault = open();
  const database = openDatabase(path, { synchronous: 'FULL' });
  onTestFinished(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });
  const files = openFiles({ folder: join(folder, 'files'), vault });
  return {
    vault,
    rows: sqliteVaultRows(database),
    files,
    reopened: async () => open(),
    owners: () => ownersInFolder(join(folder, 'files')),
  };
}

async function onMongo(): Promise<Side> {
  const url = server?.database() ?? '';
  const open = async () => {
    const mongo = openMongo({ url, timeouts: PATIENT });
    const vault = await openMongoVault({ mongo, masterKey: TEST_MASTER_KEY });
    onTestFinished(async () => {
      await vault.close();
      await mongo.close();
    });
    return { mongo, vault };
  };
  const { mongo, vault } = await open();
  const files = await openMongoFiles({ mongo, vault });
  return { vault, rows: mongoVaultRows(mongo), files, reopened: async () => (await open()).vault, owners: () => ownersInMongo(mongo) };
}

async function* pieces(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

async function textOf(files: Files, owner: string, name: string): Promise<string | null> {
  const file = await files.read(owner, name);
  return file && Buffer.concat(await Array.fromAsync(file.content)).toString();
}

/** Gives the vault another secret of keyed hashes than the one that its master key makes, as one has whose master key was changed. */
async function giveOtherSecret({ rows }: Side): Promise<void> {
  const all = await Array.fromAsync(rows.all());
  const wrapped = wrapProgramKey(wrapping(masterKeyFrom(TEST_MASTER_KEY)), HASH_SECRET, 'ef'.repeat(32));
  await rows.clear();
  await rows.put(all.map((row) => (row.kind === 'program_key' && row.name === HASH_SECRET ? { ...row, wrapped } : row)));
}

describe.skipIf(server === null).each([
  ['SQLite to MongoDB', onSqlite, onMongo],
  ['MongoDB to SQLite', onMongo, onSqlite],
] as const)(`a vault and files copied from %s, on ${server?.name}`, (_, openSource, openTarget) => {
  test('contain the same entries, and their keys open what they sealed', async () => {
    const [from, to] = [await openSource(), await openTarget()];
    const key = await fillVault(from.vault);
    await giveOtherSecret(from);
    const hash = (await from.reopened()).keyed('address', 'ann');
    expect(hash).not.toBe(from.vault.keyed('address', 'ann'));
    expect(await copyVault(from.rows, to.rows)).toBe(22);
    const vault = await to.reopened();
    await expectFilled(vault, key);
    expect(vault.keyed('address', 'ann')).toBe(hash);
    await vault.forget('ann');
    expect(await vault.keptAnswer('POST ann', 'k-1')).toBeNull();
    expect(await vault.providerTokens('ann', 'google')).toBeNull();
  });

  test('lose entries in a second copy that were destroyed at the source meanwhile', async () => {
    const [from, to] = [await openSource(), await openTarget()];
    await fillVault(from.vault);
    await copyVault(from.rows, to.rows);
    await from.vault.destroyKey('ann');
    await from.vault.endSession('s-1');
    await copyVault(from.rows, to.rows);
    const vault = await to.reopened();
    expect(await vault.key('ann')).toBeNull();
    expect(await vault.session('s-1')).toBeNull();
    expect(await vault.key('user-2')).not.toBeNull();
  });

  test('contain files sealed anew under the same key, without those of a deleted owner', async () => {
    const [from, to] = [await openSource(), await openTarget()];
    await fillVault(from.vault);
    const large = 'x'.repeat(200_000);
    await from.files.write('ann', 'export-1.zip', pieces('old'));
    await from.files.write('ann', 'export-1.zip', pieces(large, 'end'));
    await from.files.write('user-1', 'b.zip', pieces('theirs'));
    await from.vault.destroyKey('user-1');
    await copyVault(from.rows, to.rows);
    expect(await copyFiles(from.owners(), from.files, to.files)).toBe(1);
    expect(await textOf(to.files, 'ann', 'export-1.zip')).toBe(`${large}end`);
    expect(await textOf(to.files, 'user-1', 'b.zip')).toBeNull();
    expect(await Array.fromAsync(to.owners())).toEqual(['ann']);
  });

  test('contain contents with their users and unfinished uploads, and a second copy removes what the source removed', async () => {
    const [from, to] = [await openSource(), await openTarget()];
    await fillVault(from.vault);
    const at = '2026-11-20T16:00:00.000Z';
    const upload = async (id: string, ...parts: readonly string[]): Promise<string> => {
      await from.files.begin('ann', id, `about ${id}`, at);
      let length = 0;
      for (const part of parts) length = (await from.files.append('ann', id, length, pieces(part))) ?? 0;
      const received = await from.files.openUpload('ann', id);
      await received?.close();
      return received?.address ?? '';
    };
    const address = await upload('u-0', 'proof');
    await from.files.abandon('ann', 'u-0');
    for (const id of ['u-1', 'u-2'])
      expect([await upload(id, 'proof'), await from.files.finish('ann', id, address)]).toEqual([address, true]);
    await upload('u-3', 'half ', 'way');
    await from.files.write('ann', 'export-1.zip', pieces('bundle'));
    await copyVault(from.rows, to.rows);
    // Repeated, as after an interruption.
    for (const _ of ['first', 'again']) expect(await copyFiles(from.owners(), from.files, to.files)).toBe(2);
    expect(await to.files.list('ann')).toMatchObject([
      { name: address, size: 5, users: ['u-1', 'u-2'] },
      { name: 'export-1.zip', size: 6, users: [] },
    ]);
    expect(await textOf(to.files, 'ann', address)).toBe('proof');
    expect(await to.files.uploads('ann')).toEqual([{ id: 'u-3', length: 8, about: 'about u-3', at }]);
    expect(await to.files.append('ann', 'u-3', 8, pieces('.'))).toBe(9);

    await from.files.release('ann', address, 'u-1');
    await from.files.remove('ann', 'export-1.zip');
    await copyFiles(from.owners(), from.files, to.files);
    expect(await to.files.list('ann')).toMatchObject([{ name: address, users: ['u-2'] }]);
  });
});
