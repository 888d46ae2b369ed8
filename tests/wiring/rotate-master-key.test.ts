import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createLookup } from '../../src/app/account/account-lookup.ts';
import { readConfig } from '../../src/config/config.ts';
import { AccountRegistered } from '../../src/domain/account/events.ts';
import { isEvent } from '../../src/domain/kernel/define-event.ts';
import { START } from '../../src/domain/kernel/event.ts';
import { backUp } from '../../src/store/backup/back-up.ts';
import { openMongo } from '../../src/store/mongo/connect.ts';
import { openMongoVault } from '../../src/store/mongo/vault.ts';
import { opensVault, rewrapVault } from '../../src/store/vault/rewrap.ts';
import { openVault } from '../../src/store/vault/sqlite-vault.ts';
import { assemble } from '../../src/wiring/assemble.ts';
import { erasedBy, makeBackup } from '../../src/wiring/backup/back-up.ts';
import { restoreBackup } from '../../src/wiring/backup/restore.ts';
import { masterKeyIn, writeNextKey } from '../../src/wiring/master-key.ts';
import { rotateMasterKey } from '../../src/wiring/rotate-master-key.ts';
import { verifyFolder } from '../../src/wiring/verify/verify.ts';
import { sharedMongo } from '../servers/shared.ts';
import { runHere } from '../support/command-line.ts';
import { endedProgram, SIGN_UP } from '../support/ended-program.ts';

type Environment = Readonly<Record<string, string>>;
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const start = (data: string, env: Environment = {}) => assemble({ config: readConfig({ VOUCH_DATA: data, ...env }), log });
const folder = endedProgram(start);
const configOf = (env: Environment = {}) => readConfig({ VOUCH_DATA: folder(), ...env });
const vaultPath = () => join(folder(), 'vault.db');
const hexOf = (key: Uint8Array) => Buffer.from(key).toString('hex');
const keyFiles = (data = folder()) => readdirSync(data).filter((name) => name.startsWith('master'));
const [NEW, NEXT] = ['cd'.repeat(32), 'ef'.repeat(32)];

function temporary(): string {
  const path = mkdtempSync(join(tmpdir(), 'vouch-copied-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Starts the program on the folder, and expects that the keyed hash of Ann's address is the same, and that her name can be read. */
async function expectServing(data: string, env: Environment = {}): Promise<void> {
  expect((await verifyFolder(readConfig({ VOUCH_DATA: data, ...env }), {}, () => undefined)).faults).toEqual([]);
  const program = await start(data, env);
  const lookup = createLookup(program.app);
  const registered = (await program.app.store.readAll(START, 100)).find((event) => isEvent(event, AccountRegistered));
  expect(registered?.data).toMatchObject({ address_key: lookup.addressKey(SIGN_UP.email) });
  expect(await lookup.identityOf(registered?.metadata.owner ?? '')).toEqual({ email: SIGN_UP.email, name: SIGN_UP.fullName });
  await program.close();
}

describe('the master key in the data folder', () => {
  test('is changed by one command, after which the program serves with the new one', async () => {
    const [path, old] = [join(folder(), 'master.key'), masterKeyIn(folder())];
    const rotated = await runHere(['keys', 'rotate'], { VOUCH_DATA: folder() });
    expect([rotated.code, rotated.stderr]).toEqual([0, '']);
    expect(rotated.stdout).toMatch(/^\d+ entries of the vault open with the new master key, and none with the old one\./);
    expect(rotated.stdout).toContain(`VOUCH_MASTER_KEY is now the new one, which is in ${path}.`);
    expect(keyFiles()).toEqual(['master.key']);
    const now = masterKeyIn(folder());
    expect(hexOf(now)).not.toBe(hexOf(old));
    expect([opensVault(vaultPath(), old), opensVault(vaultPath(), now)]).toEqual([false, true]);
    await expectServing(folder());

    const given = await runHere(['keys', 'rotate', '--json'], { VOUCH_DATA: folder(), VOUCH_NEW_MASTER_KEY: NEW });
    expect(JSON.parse(given.stdout)).toMatchObject({ damaged: 0, file: path });
    expect(readFileSync(path, 'utf8')).toBe(`${NEW}\n`);
    // The setting may stay, and may be made that of the master key.
    for (const name of ['VOUCH_NEW_MASTER_KEY', 'VOUCH_MASTER_KEY']) await expectServing(folder(), { [name]: NEW });
  });

  const killed = {
    'as it wrote the new key': () => writeFileSync(join(folder(), 'master.key.new'), NEW.slice(0, 20)),
    'when it had written the new key': () => writeNextKey(folder(), Buffer.from(NEW, 'hex')),
    'when it had changed the vault': () => {
      writeNextKey(folder(), Buffer.from(NEW, 'hex'));
      rewrapVault(vaultPath(), { from: [masterKeyIn(folder())], to: Buffer.from(NEW, 'hex') });
    },
  };
  test.each(Object.entries(killed))('was being changed by a command that was killed %s: the program starts', async (_, kill) => {
    kill();
    const changed = opensVault(vaultPath(), Buffer.from(NEW, 'hex'));
    await expectServing(folder());
    expect(keyFiles()).toEqual(['master.key']);
    expect(hexOf(masterKeyIn(folder())) === NEW).toBe(changed);
  });

  test.each(Object.entries(killed))('was being changed by a command that was killed %s: it can be run again', async (_, kill) => {
    kill();
    const changed = opensVault(vaultPath(), Buffer.from(NEW, 'hex'));
    const [old, again] = [masterKeyIn(folder()), await rotateMasterKey(configOf())];
    expect([again.damaged, again.changed > 0]).toEqual([0, !changed]);
    expect(keyFiles()).toEqual(['master.key']);
    expect(hexOf(masterKeyIn(folder())) === NEW).toBe(changed);
    expect([opensVault(vaultPath(), old), opensVault(vaultPath(), masterKeyIn(folder()))]).toEqual([false, true]);
  });

  test('is copied by a backup as it fits the vault, also when a change of it was interrupted', async () => {
    killed['when it had changed the vault']();
    const copy = temporary();
    const to = (name: string) => join(copy, name);
    await makeBackup(configOf(), { folder: to('backup'), keys: null });
    await restoreBackup(readConfig({ VOUCH_DATA: to('restored') }), { folder: to('backup'), keys: null });
    expect(hexOf(masterKeyIn(to('restored')))).toBe(NEW);
    await expectServing(to('restored'));

    // It is changed while the next backup is made.
    const now = () => {
      rewrapVault(vaultPath(), { from: [Buffer.from(NEW, 'hex')], to: Buffer.from(NEXT, 'hex') });
      return new Date().toISOString();
    };
    const options = { data: folder(), masterKey: masterKeyIn(folder()), to: to('backup'), keys: null, now, erases: erasedBy };
    await expect(backUp(options)).rejects.toThrow('The master key was changed while the backup was made. Run it again.');
  });

  test('is not changed beside a running program, nor where it does not open the vault', async () => {
    const program = await start(folder());
    await expect(rotateMasterKey(configOf())).rejects.toThrow(`The folder ${folder()} is in use by process`);
    await program.close();
    const key = masterKeyIn(folder());
    writeFileSync(join(folder(), 'master.key'), `${NEXT}\n`);
    await expect(rotateMasterKey(configOf())).rejects.toThrow('The master key is not the one that');
    expect(keyFiles()).toEqual(['master.key']);
    expect(opensVault(vaultPath(), key)).toBe(true);
  });
});

describe('the master key in the settings', () => {
  test('is changed to the one that the settings name, and the program starts with either setting', async () => {
    const old = hexOf(masterKeyIn(folder()));
    rmSync(join(folder(), 'master.key'));
    await expect(rotateMasterKey(configOf({ VOUCH_MASTER_KEY: old }))).rejects.toThrow('Set VOUCH_NEW_MASTER_KEY to the new master key');
    const [named, after] = [
      { VOUCH_MASTER_KEY: old, VOUCH_NEW_MASTER_KEY: NEW },
      { VOUCH_MASTER_KEY: NEW, VOUCH_OLD_MASTER_KEY: old },
    ];
    for (const env of [named, after]) await expectServing(folder(), env);
    const backup = { folder: temporary(), keys: null };
    await makeBackup(configOf(named), backup);
    const rotated = await runHere(['keys', 'rotate'], { VOUCH_DATA: folder(), ...named });
    expect([rotated.code, rotated.stderr]).toEqual([0, '']);
    expect(rotated.stdout).toContain(
      'VOUCH_MASTER_KEY is now the new one. Set it, and remove VOUCH_NEW_MASTER_KEY and VOUCH_OLD_MASTER_KEY.',
    );
    expect(existsSync(join(folder(), 'master.key'))).toBe(false);
    // As after a run that was killed at its end: nothing is left to change.
    for (const env of [named, after]) expect(await rotateMasterKey(configOf(env))).toMatchObject({ changed: 0, damaged: 0, file: null });
    await expectServing(folder(), named);
    await expect(start(folder(), { VOUCH_MASTER_KEY: old })).rejects.toThrow('The master key is not the one that');
    // A backup from before it needs the old key, too.
    const restored = { VOUCH_DATA: join(temporary(), 'restored'), ...after };
    await expect(restoreBackup(readConfig({ ...restored, VOUCH_OLD_MASTER_KEY: '' }), backup)).rejects.toThrow('The master key is not');
    await restoreBackup(readConfig(restored), backup);
    expect(await rotateMasterKey(readConfig(restored))).toMatchObject({ damaged: 0 });
    expect(opensVault(join(restored.VOUCH_DATA, 'vault.db'), Buffer.from(NEW, 'hex'))).toBe(true);
  });

  test('is changed to VOUCH_MASTER_KEY if the settings name the old one', async () => {
    const old = hexOf(masterKeyIn(folder()));
    const env = { VOUCH_MASTER_KEY: NEW, VOUCH_OLD_MASTER_KEY: old };
    expect(await rotateMasterKey(configOf(env))).toMatchObject({ damaged: 0, file: null });
    await openVault({ path: vaultPath(), masterKey: Buffer.from(NEW, 'hex') }).close();
  });
});

const mongo = await sharedMongo();
describe.skipIf(mongo === null)(`the master key of servers, on ${mongo?.name}`, () => {
  test('is changed to the one that the settings name, where there is a vault', async () => {
    const [url, old] = [mongo?.database() ?? '', '07'.repeat(32)];
    const env = { EVENTSTORE_URL: 'esdb://127.0.0.1:1', MONGODB_URL: url, VOUCH_MASTER_KEY: NEW, VOUCH_OLD_MASTER_KEY: old };
    await expect(rotateMasterKey(configOf(env))).rejects.toThrow(
      /^There is no vault in the database .*\. Correct its name in MONGODB_URL\.$/,
    );
    const connection = openMongo({ url });
    onTestFinished(() => connection.close());
    const open = async (key: string) => openMongoVault({ mongo: connection, masterKey: Buffer.from(key, 'hex') });
    const before = await open(old);
    await before.createKey('ann');
    await before.close();
    expect(await rotateMasterKey(configOf(env))).toEqual({ entries: 2, changed: 2, damaged: 0, file: null });
    const after = await open(NEW);
    expect(await after.key('ann')).toHaveLength(32);
    await after.close();
  });
});
