import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { advanceDeletion, requestDeletion } from '../../src/app/account/account-deletion.ts';
import { headFor } from '../../src/app/ledger/heads.ts';
import { readConfig } from '../../src/config/config.ts';
import { required } from '../../src/domain/kernel/records.ts';
import { backUp } from '../../src/store/backup/back-up.ts';
import { lastBackup } from '../../src/store/backup/last-backup.ts';
import { BACKUP_DAYS, readKeysManifest, readManifest } from '../../src/store/backup/manifest.ts';
import { STAGE } from '../../src/store/backup/stage.ts';
import { assemble, type Embedded } from '../../src/wiring/assemble.ts';
import { erasedBy, makeBackup } from '../../src/wiring/backup/back-up.ts';
import { restoreBackup } from '../../src/wiring/backup/restore.ts';
import { masterKeyIn } from '../../src/wiring/master-key.ts';
import { verifyFolder } from '../../src/wiring/verify/verify.ts';
import { SIGN_UP } from '../support/ended-program.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const start = (data: string): Promise<Embedded> => assemble({ config: readConfig({ VOUCH_DATA: data }), log });
const configOf = (data: string) => readConfig({ VOUCH_DATA: data });
const verified = async (data: string) => (await verifyFolder(configOf(data), {}, () => undefined)).faults;

let used = '';
let root = '';
const at = (...names: string[]): string => join(root, ...names);

const signUp = async (program: Embedded, name: string): Promise<string> => {
  const id = program.app.newId();
  await program.accounts.signup({ ...SIGN_UP, email: `${name}@example.com`, fullName: name }, id);
  return id;
};

/** The accounts in the log, in their order. */
const accountsIn = async ({ app }: Embedded): Promise<readonly string[]> => {
  const events = await app.store.readAll('0000000000000000' as never, 1_000);
  return events.filter(({ type }) => type === 'AccountRegistered').map(({ metadata }) => required(metadata.owner, 'owner'));
};

const erase = async ({ app }: Embedded, id: string): Promise<void> => {
  await requestDeletion(app, id, app.newId());
  await advanceDeletion(app, id);
};

beforeAll(async () => {
  used = mkdtempSync(join(tmpdir(), 'vouch-backed-up-'));
  const program = await start(used);
  await signUp(program, 'ann');
  await signUp(program, 'bob');
  await program.work.catchUp();
  await program.close();
  mkdirSync(join(used, 'files', 'of-somebody'), { recursive: true });
  writeFileSync(join(used, 'files', 'of-somebody', 'bundle.zip'), 'some bytes', { mode: 0o644 });
  writeFileSync(join(used, 'files', 'of-somebody', '.proof.png.half.part'), 'half');
});
afterAll(() => rmSync(used, { recursive: true, force: true }));

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'vouch-backup-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  cpSync(used, at('data'), { recursive: true });
});

const take = (folder = at('backup'), keys: string | null = null) => makeBackup(configOf(at('data')), { folder, keys });
const put = (data: string, folder = at('backup'), keys: string | null = null) => restoreBackup(configOf(at(data)), { folder, keys });

/** All files below a folder. */
const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
  );

const keysIn = (path: string): readonly string[] => {
  const database = new DatabaseSync(path, { readOnly: true });
  onTestFinished(() => database.close());
  return database
    .prepare('SELECT owner FROM keys')
    .all()
    .map(({ owner }) => String(owner));
};

describe('a backup', () => {
  test('made while the program writes is restored with its log, its keys and its files, and nothing that came later', async () => {
    const program = await start(at('data'));
    const [ann] = await accountsIn(program);
    const before = await program.app.store.head();
    const report = await take();
    expect(report).toMatchObject({ events: Number(before), files: 1, has_master_key: true, keep_days: 30 });
    expect(lastBackup(at('data'))).toBe(report.made_at);
    await signUp(program, 'cem');
    await program.close();

    expect(await put('new')).toMatchObject({ events: Number(before), files: 1, erased_again: 0 });
    // A folder that was restored has no backup of its own.
    expect(lastBackup(at('new'))).toBeNull();
    expect(filesIn(at('new', 'files')).map((path) => readFileSync(path, 'utf8'))).toEqual(['some bytes']);
    expect(
      [...filesIn(at('new')), ...filesIn(at('backup'))].filter((path) => !path.endsWith('lock.db') && statSync(path).mode & 0o077),
    ).toEqual([]);
    expect(await verified(at('new'))).toEqual([]);
    const restored = await start(at('new'));
    onTestFinished(() => restored.close());
    expect(await accountsIn(restored)).toHaveLength(2);
    const profile = await restored.app.store.readStream(`account-${ann}`, 0, 1);
    expect(await restored.app.opener.open(required(ann, 'id'), profile[0]?.private ?? null)).toMatchObject({ full_name: 'ann' });
  });

  test('onto an earlier one copies only what is new, and leaves no copy of an earlier vault or of bytes that are gone', async () => {
    await take();
    const [earlier, content] = [filesIn(at('backup')), readManifest(at('backup'))?.files[0]];
    const path = required(
      earlier.find((one) => one.endsWith(content?.sha256 ?? '-')),
      'content',
    );
    const written = statSync(path).ino;
    writeFileSync(at('data', 'files', 'of-somebody', 'more.zip'), 'more');
    await take();
    expect(statSync(path).ino).toBe(written);
    expect(filesIn(at('backup')).filter((one) => /(events|vault|master)-/.test(one))).toHaveLength(3);
    rmSync(at('data', 'files', 'of-somebody', 'bundle.zip'));
    await take();
    expect(existsSync(path)).toBe(false);
    expect(readManifest(at('backup'))?.files.map((file) => file.path)).toEqual(['of-somebody/more.zip']);
  });

  test('that ends half-way leaves the earlier one whole', async () => {
    await take();
    const program = await start(at('data'));
    await signUp(program, 'cem');
    await program.close();
    let asked = 0;
    const now = (): string => {
      asked += 1;
      if (asked === 2) throw new Error('Killed.');
      return new Date().toISOString();
    };
    const options = { data: at('data'), masterKey: masterKeyIn(at('data')), to: at('backup'), keys: null, now, erases: erasedBy };
    await expect(backUp(options)).rejects.toThrow('Killed.');
    await put('new');
    expect(await verified(at('new'))).toEqual([]);
    await take();
    expect(filesIn(at('backup')).filter((one) => /(events|vault|master)-/.test(one))).toHaveLength(3);
  });

  test('with a folder for the keys has neither the vault nor the master key', async () => {
    const report = await take(at('backup'), at('keys'));
    expect(report.keys).toBe(at('keys'));
    expect(filesIn(at('backup')).filter((path) => /vault|master|erased/.test(path))).toEqual([]);
    expect(filesIn(at('keys')).filter((path) => /vault-|master-|erased\.json/.test(path))).toHaveLength(3);
    await expect(put('new')).rejects.toThrow(/There are no keys of a backup in .*, with --keys\./);
    await put('new', at('backup'), at('keys'));
    expect(await verified(at('new'))).toEqual([]);
  });

  test('is refused if the log has a fault, into a folder with anything else, and onto one of another installation', async () => {
    mkdirSync(at('mine'));
    writeFileSync(at('mine', 'letter.txt'), '');
    await expect(take(at('mine'))).rejects.toThrow('holds something that is no part of a backup (letter.txt)');
    await expect(take(at('data'))).rejects.toThrow('is the data folder itself');
    await expect(makeBackup(configOf(at('nothing')), { folder: at('backup'), keys: null })).rejects.toThrow('There is no event log');
    await take();
    const other = await start(at('other'));
    await other.close();
    await expect(makeBackup(configOf(at('other')), { folder: at('backup'), keys: null })).rejects.toThrow('another installation');
    const database = new DatabaseSync(at('data', 'events.db'));
    database.exec(`UPDATE events SET json = replace(json, '"hash":"', '"hash":"0') WHERE position = 2`);
    database.close();
    const held = readFileSync(at('backup', 'manifest.json'), 'utf8');
    await expect(take()).rejects.toThrow(/^The event log has a fault: .* an earlier one was left as it is\. Run 'npx vouch verify'\.$/);
    expect(readFileSync(at('backup', 'manifest.json'), 'utf8')).toBe(held);
    await expect(makeBackup({ ...configOf(at('data')), servers: {} as never }, { folder: at('x'), keys: null })).rejects.toThrow(
      'their own tools',
    );
  });
});

describe('a restore', () => {
  test('erases again whoever was erased after the backup, and the program carries it out', async () => {
    await take(at('monday'), at('keys'));
    const program = await start(at('data'));
    const [ann, bob] = (await accountsIn(program)).map(String) as [string, string];
    await erase(program, bob);
    await program.close();
    const tuesday = await take(at('tuesday'), at('keys'));
    expect(tuesday.erased).toBe(1);
    expect(keysIn(at('keys', readKeysManifest(at('keys'))?.vault.file ?? ''))).not.toContain(bob);
    const report = await put('new', at('monday'), at('keys'));
    expect(report).toMatchObject({ erased_again: 1, erased_known_until: expect.stringMatching(/^20/) });
    expect(keysIn(at('new', 'vault.db'))).toContain(ann);
    expect(await verified(at('new'))).toEqual([]);
    const restored = await start(at('new'));
    await restored.work.catchUp();
    expect(await restored.app.views.documents.get(restored.app.views.current('accounts'), bob)).toBeNull();
    await restored.close();
    expect(await verified(at('new'))).toEqual([]);
  });

  test('lets every ledger go on under a new id, which says that it was restored', async () => {
    const program = await start(at('data'));
    const [ann] = (await accountsIn(program)).map(String) as [string];
    const head = required(await headFor(program.app, ann), 'head');
    await take();
    await program.close();
    await put('new');
    const restored = await start(at('new'));
    onTestFinished(() => restored.close());
    const next = required(await headFor(restored.app, ann), 'head');
    expect(next.ledger).not.toBe(head.ledger);
    expect(next.succeeds).toMatchObject({ ledger: head.ledger, size: head.size, reason: 'restored' });
  });

  test('that was killed can be run again, and until then the program does not start on the folder', async () => {
    await take();
    mkdirSync(at('new', STAGE), { recursive: true });
    cpSync(at('data', 'vault.db'), at('new', 'vault.db'));
    await expect(start(at('new'))).rejects.toThrow(/A restore into .* was interrupted/);
    await put('new');
    expect(existsSync(at('new', STAGE))).toBe(false);
    expect(await verified(at('new'))).toEqual([]);
    await (await start(at('new'))).close();
  });

  test.each([
    ['the log', () => at('backup', readManifest(at('backup'))?.log.file ?? '')],
    ['the vault', () => at('backup', 'keys', readKeysManifest(at('backup', 'keys'))?.vault.file ?? '')],
    ['a file', () => join(at('backup', 'files'), '0d', required(readManifest(at('backup'))?.files[0], 'file').sha256)],
  ])('of a backup in which %s was altered is refused, names it, and leaves the data folder empty', async (_, path) => {
    await take();
    appendFileSync(path(), 'x');
    await expect(put('new')).rejects.toThrow(`${path()} is not as the backup wrote it`);
    expect(readdirSync(at('new')).filter((name) => name !== 'lock.db')).toEqual([]);
    rmSync(path());
    await expect(put('new')).rejects.toThrow(`${path()} is missing`);
  });

  test('is refused into a folder that is not empty, and of a folder without a whole backup', async () => {
    await take();
    await expect(put('data')).rejects.toThrow('is not empty');
    await expect(put('new', at('nowhere'))).rejects.toThrow('There is no whole backup');
    writeFileSync(at('backup', 'manifest.json'), '{"backup":1}');
    await expect(put('new')).rejects.toThrow(/manifest\.json is damaged/);
    expect(existsSync(at('new'))).toBe(false);
  });
});

test.each(['web/content/legal.ts', 'docs/operations.md'])('%s says for how many days a backup is kept', (path) => {
  expect(readFileSync(join(import.meta.dirname, '../..', path), 'utf8')).toContain(`${BACKUP_DAYS} days at most`);
});
