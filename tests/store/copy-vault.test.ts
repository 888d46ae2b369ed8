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

const LATER = '2026-12-01T00:00:00.000Z';
const session = { id: 's-1', user_id: 'ann', created_at: '2026-11-20T16:00:00.000Z', expires_at: LATER };
const token = { token_hash: 'a1'.repeat(32), purpose: 'confirm', user_id: 'ann', expires_at: LATER } as const;
const sourced = { ...token, token_hash: 'b2'.repeat(32), source: 'f00d' } as const;
const personal = { id: 'p-1', token_hash: 'c3'.repeat(32), user_id: 'ann', scopes: ['tasks:read'], expires_at: null, last_used_at: LATER };
const answer = { fingerprint: 'f', status: 201, headers: { etag: '"1"' }, body: '{"é":1}', expires_at: LATER };
const place = { id: 'm-1', kind: 'summary', at: '2026-11-20T16:00:00.000Z', expires_at: LATER } as const;
const aiKey = { key: 'sk-own', url: null, model: 'own/model', checked_at: '2026-11-20T16:00:00.000Z' };

const pushTarget = {
  ...{ id: 'n-1', owner: 'ann', endpoint_hash: 'e5'.repeat(32) },
  ...{ endpoint: 'https://push.example/1', p256dh: 'BPoint', auth: 'secret' },
};

const ledger = { number: 0, ledger: 'l-1', succeeds: { ledger: 'l-0', size: 3, at: LATER, reason: 'restored' } } as const;
const head = { ledger: 'l-1', size: 7, root: 'ab'.repeat(32), at: LATER, key_id: 'k-1', signature: 'c2lnbmVk' };
const publicPart = { key_id: 'k-1', public_key: 'cHVibGlj', since: '2026-11-20T16:00:00.000Z' };
const signingKey = { ...publicPart, number: 0, secret: 'c2VjcmV0' };

const given = { access: 'a', refresh: 'r', expires_at: LATER, id: '1001', scopes: ['openid'] };
const revocation = { id: 'v-1', platform: 'github', access: 'a', refresh: null, expires_at: LATER } as const;

async function filled(vault: VaultDriver): Promise<Uint8Array> {
  for (let n = 0; n < 5; n += 1) await vault.createKey(`user-${n}`);
  await vault.createKey('ann');
  await vault.setPassword('ann', 'scrypt…');
  await vault.putSession(session);
  await vault.putToken(token);
  await vault.putToken(sourced);
  await vault.putPersonalToken(personal);
  await vault.keepAnswer('POST ann', 'k-1', answer);
  await vault.putPlace('r-1', place);
  await vault.putProviderTokens('ann', 'google', given);
  await vault.putRevocation(revocation);
  await vault.putAiKey('ann', aiKey);
  await vault.putPushTarget(pushTarget);
  await vault.keepProgramKey('vapid', 'the key');
  await vault.keepLedger('ann', ledger);
  await vault.keepHead('ann', 0, head);
  await vault.keepSigningKey(signingKey);
  await vault.endSigningKey(signingKey.key_id, LATER);
  return (await vault.key('ann')) as Uint8Array;
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
    const key = await filled(from.vault);
    await giveOtherSecret(from);
    const hash = (await from.reopened()).keyed('address', 'ann');
    expect(hash).not.toBe(from.vault.keyed('address', 'ann'));
    expect(await copyVault(from.rows, to.rows)).toBe(22);
    const vault = await to.reopened();
    expect(Buffer.from((await vault.key('ann')) as Uint8Array)).toEqual(Buffer.from(key));
    expect(await vault.password('ann')).toBe('scrypt…');
    expect(await vault.aiKey('ann')).toEqual(aiKey);
    expect(await vault.pushTarget('n-1')).toEqual(pushTarget);
    expect(await vault.programKey('vapid')).toBe('the key');
    expect(vault.keyed('address', 'ann')).toBe(hash);
    expect(await vault.ledgersOf('ann')).toEqual([ledger]);
    expect(await vault.newestHead('ann', 0)).toEqual(head);
    expect(await vault.signingKeys()).toEqual([{ ...publicPart, until: LATER }]);
    expect(await vault.signingSecret(signingKey.key_id)).toBe(signingKey.secret);
    expect(await vault.session('s-1')).toEqual(session);
    expect(await vault.tokensOf('ann', 'confirm')).toEqual([token, sourced]);
    expect(await vault.personalToken(personal.token_hash)).toEqual(personal);
    expect(await vault.keptAnswer('POST ann', 'k-1')).toEqual(answer);
    expect(await vault.placesOf('r-1')).toEqual([place]);
    expect(await vault.providerTokens('ann', 'google')).toEqual(given);
    expect(await vault.revocations()).toEqual([revocation]);
    await vault.forget('ann');
    expect(await vault.keptAnswer('POST ann', 'k-1')).toBeNull();
    expect(await vault.providerTokens('ann', 'google')).toBeNull();
  });

  test('lose entries in a second copy that were destroyed at the source meanwhile', async () => {
    const [from, to] = [await openSource(), await openTarget()];
    await filled(from.vault);
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
    await filled(from.vault);
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
    await filled(from.vault);
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
