import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { NO_EVENTS } from '../../src/ports/log-anchor.ts';
import { sqliteVaultRows } from '../../src/store/migrate/embedded-side.ts';
import { mongoVaultRows } from '../../src/store/migrate/servers-side.ts';
import type { VaultRows } from '../../src/store/migrate/side.ts';
import { type MongoAccess, openMongo } from '../../src/store/mongo/connect.ts';
import { rewrapMongoVault } from '../../src/store/mongo/vault/rewrap.ts';
import { openMongoVault } from '../../src/store/mongo/vault.ts';
import type { VaultDriver } from '../../src/store/vault/driver.ts';
import type { GivenKeys } from '../../src/store/vault/master-key.ts';
import { type KeyChange, type Rewrapped, rewrapVault, WRAPPED_TABLES } from '../../src/store/vault/rewrap.ts';
import { openVault } from '../../src/store/vault/sqlite-vault.ts';
import { PATIENT } from '../servers/mongodb/server.ts';
import { sharedMongo } from '../servers/shared.ts';
import { expectFilled, fillVault } from '../support/filled-vault.ts';

const server = await sharedMongo();
const OLD = new Uint8Array(32).fill(7);
const NEW = new Uint8Array(32).fill(8);
const CHANGE: KeyChange = { from: [OLD], to: NEW };
const ONLY_OLD: GivenKeys = { masterKey: OLD };
const ONLY_NEW: GivenKeys = { masterKey: NEW };
const BOTH: GivenKeys = { masterKey: NEW, oldKeys: [OLD] };

interface Kept {
  readonly rows: VaultRows;
  open(keys: GivenKeys): Promise<VaultDriver>;
  rewrap(change: KeyChange): Promise<Rewrapped>;
}

function vaultFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-rewrap-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'vault.db');
}

async function onSqlite(): Promise<Kept> {
  const path = vaultFile();
  await openVault({ path, masterKey: OLD }).close();
  const database = new DatabaseSync(path);
  onTestFinished(() => database.close());
  return {
    rows: sqliteVaultRows(database),
    open: async (keys) => openVault({ path, ...keys }),
    rewrap: async (change) => {
      await openVault({ path, masterKey: change.to, oldKeys: change.from }).close();
      return rewrapVault(path, change);
    },
  };
}

function connected(url = server?.database() ?? ''): MongoAccess {
  const mongo = openMongo({ url, timeouts: PATIENT });
  onTestFinished(() => mongo.close());
  return mongo;
}

/** Begins the change as the command does, and goes through all entries. */
async function rewrapOnMongo(mongo: MongoAccess, change: KeyChange = CHANGE): Promise<Rewrapped> {
  await (await openMongoVault({ mongo, masterKey: change.to, oldKeys: change.from })).close();
  return rewrapMongoVault(mongo, change);
}

async function onMongo(): Promise<Kept> {
  const mongo = connected();
  return {
    rows: mongoVaultRows(mongo),
    open: (keys) => openMongoVault({ mongo, ...keys }),
    rewrap: (change) => rewrapOnMongo(mongo, change),
  };
}

/** Every value in the rows of a vault that is bytes: all of them are encrypted with the master key. */
async function wrappedIn(rows: VaultRows): Promise<readonly string[]> {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (value instanceof Uint8Array) found.push(Buffer.from(value).toString('hex'));
    else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) visit(each);
  };
  for await (const row of rows.all()) visit(row);
  return found;
}

async function opened(kept: Kept, keys: GivenKeys): Promise<VaultDriver> {
  const vault = await kept.open(keys);
  onTestFinished(() => vault.close());
  return vault;
}

describe.each([['SQLite', onSqlite, true] as const, [`${server?.name}`, onMongo, server !== null] as const])(
  'a vault on %s whose master key is changed',
  (_, openKept, isThere) => {
    test.skipIf(!isThere)('has the same entries under the new key, and none under the old one', async () => {
      const kept = await openKept();
      const before = await kept.open(ONLY_OLD);
      const key = await fillVault(before);
      await before.replaceLogAnchor({ ...NO_EVENTS, closed: true });
      const hash = before.keyed('address', 'ann');
      await before.close();
      const wrapped = await wrappedIn(kept.rows);

      expect(await kept.rewrap(CHANGE)).toEqual({ entries: wrapped.length, changed: wrapped.length, damaged: 0 });
      const rewrapped = await wrappedIn(kept.rows);
      expect(rewrapped).toHaveLength(wrapped.length);
      expect(rewrapped.filter((value) => wrapped.includes(value))).toEqual([]);
      await expect(kept.open(ONLY_OLD)).rejects.toThrow('The master key is not the one that');
      const after = await opened(kept, ONLY_NEW);
      await expectFilled(after, key);
      expect(after.keyed('address', 'ann')).toBe(hash);
      expect(await after.logAnchor()).toMatchObject({ closed: true });

      // Again, with keys that were not taken out of the settings yet.
      expect(await kept.rewrap(CHANGE)).toEqual({ entries: wrapped.length, changed: 0, damaged: 0 });
      await expectFilled(await opened(kept, { masterKey: OLD, newKeys: [NEW] }), key);
      expect(await wrappedIn(kept.rows)).toEqual(rewrapped);
    });

    test.skipIf(!isThere)('keeps damaged entries as they are, and counts them', async () => {
      const kept = await openKept();
      const before = await kept.open(ONLY_OLD);
      await before.createKey('bob');
      await before.close();
      const all = await Array.fromAsync(kept.rows.all());
      await kept.rows.clear();
      await kept.rows.put([...all, { kind: 'key', owner: 'ann', wrapped: new Uint8Array(60) }]);
      expect(await kept.rewrap(CHANGE)).toEqual({ entries: 2, changed: 2, damaged: 1 });
      const after = await opened(kept, ONLY_NEW);
      expect(await after.key('bob')).toHaveLength(32);
      await expect(after.key('ann')).rejects.toThrow('The key of ann in the vault is damaged');
    });
  },
);

const files = (path: string): Buffer => {
  const folder = join(path, '..');
  return Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name))));
};

describe('a vault file whose master key is changed', () => {
  test('holds no bytes of any entry as it was', async () => {
    const answers = fc.array(fc.record({ bytes: fc.integer({ min: 0, max: 12_000 }), again: fc.boolean() }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(answers, fc.integer({ min: 0, max: 150 }), async (bodies, owners) => {
        const path = vaultFile();
        const vault = openVault({ path, masterKey: OLD });
        await Promise.all(Array.from({ length: owners }, (_, n) => vault.createKey(`user-${(n * 37) % 151}`)));
        for (const [n, { bytes, again }] of bodies.entries())
          for (const body of again ? ['x', 'y'.repeat(bytes)] : ['y'.repeat(bytes)])
            await vault.keepAnswer('POST ann', `k-${n}`, { fingerprint: '', status: 200, headers: {}, body, expires_at: '2027' });
        await vault.close();
        const database = new DatabaseSync(path);
        const old = (await wrappedIn(sqliteVaultRows(database))).map((hex) => Buffer.from(hex, 'hex'));
        database.close();
        // Of a large value only a part may remain, so that parts are looked for. The end of one can be on two pages.
        const heads = old.map((value) => value.subarray(0, 16));
        const isThere = (trace: Buffer) => files(path).includes(trace);
        expect(heads.filter(isThere)).toEqual(heads);
        const traces = [...heads, ...old.map((value) => value.subarray(-16)).filter(isThere)];
        expect(rewrapVault(path, CHANGE)).toMatchObject({ changed: old.length, damaged: 0 });
        expect(traces.filter(isThere)).toEqual([]);
      }),
      { numRuns: 6 },
    );
  });

  test('has no column of bytes that the change does not know', async () => {
    const path = vaultFile();
    await openVault({ path, masterKey: OLD }).close();
    const database = new DatabaseSync(path);
    onTestFinished(() => database.close());
    const columns = database
      .prepare(
        'SELECT s.name AS "table", c.name AS "column" FROM sqlite_schema s, pragma_table_info(s.name) c WHERE s.type = \'table\' AND c.type = \'BLOB\'',
      )
      .all();
    const known = WRAPPED_TABLES.map(({ table, column }) => ({ table, column }));
    expect(new Set(columns.map((each) => ({ ...each })))).toEqual(new Set([{ table: 'proof', column: 'wrapped' }, ...known]));
  });

  test('is not said to be free of the old key while another process reads it, and is when the change is made again', async () => {
    const path = vaultFile();
    const vault = openVault({ path, masterKey: OLD });
    await vault.createKey('ann');
    await vault.close();
    const reader = new DatabaseSync(path, { readOnly: true });
    reader.exec('BEGIN; SELECT * FROM keys');
    expect(() => rewrapVault(path, CHANGE, { timeoutMs: 0 })).toThrow('but another process reads the file');
    reader.close();
    expect(rewrapVault(path, CHANGE)).toMatchObject({ changed: 0, damaged: 0 });
  });
});

describe.skipIf(server === null)(`a vault on ${server?.name} whose master key is changed beside its processes`, () => {
  async function aVault(): Promise<readonly [string, MongoAccess, VaultDriver]> {
    const url = server?.database() ?? '';
    const mongo = connected(url);
    const process = await openMongoVault({ mongo, masterKey: OLD });
    onTestFinished(() => process.close());
    return [url, mongo, process];
  }

  /** The connection of the command. `between` runs after each page of entries that it has read, before it writes. */
  const command = (mongo: MongoAccess, between: () => Promise<void>): MongoAccess => ({
    db: mongo.db,
    run: async (work) => {
      const result = await mongo.run(work);
      if (Array.isArray(result) && result.length > 0) await between();
      return result;
    },
  });

  test('neither gets back a key that was destroyed meanwhile nor loses what was written meanwhile', async () => {
    const [, mongo, old] = await aVault();
    for (const owner of ['ann', 'bob']) await old.createKey(owner);
    const tokens = { access: 'a', refresh: null, expires_at: null, id: '1', scopes: [] };
    await old.putProviderTokens('bob', 'github', tokens);
    const process = await openMongoVault({ mongo, ...BOTH });
    onTestFinished(() => process.close());
    // The first page that is not empty has the keys, and the second the tokens.
    let page = 0;
    const between = async () => {
      page += 1;
      if (page === 1) await process.destroyKey('ann');
      if (page === 2) await process.putProviderTokens('bob', 'github', { ...tokens, access: 'newer' });
    };
    expect(await rewrapMongoVault(command(mongo, between), CHANGE)).toMatchObject({ entries: 3, damaged: 0 });
    const after = await openMongoVault({ mongo, ...ONLY_NEW });
    onTestFinished(() => after.close());
    expect(await after.key('ann')).toBeNull();
    expect(await after.key('bob')).toHaveLength(32);
    expect(await after.providerTokens('bob', 'github')).toMatchObject({ access: 'newer' });
  });

  test('is used with both keys from its beginning to its end, and a process with one of them does not start', async () => {
    const [, mongo, old] = await aVault();
    await old.createKey('ann');
    // It reads with both, and has not changed anything yet.
    const early = await openMongoVault({ mongo, masterKey: OLD, newKeys: [NEW] });
    const process = await openMongoVault({ mongo, ...BOTH });
    onTestFinished(async () => void (await Promise.all([early.close(), process.close()])));
    await process.createKey('bob');
    expect([await process.key('ann'), await early.key('bob')]).toEqual([await old.key('ann'), await process.key('bob')]);
    const [isChanging, isOther] = ['The master key of the database .* is being changed', 'The master key is not the one that'];
    await expect(openMongoVault({ mongo, ...ONLY_OLD })).rejects.toThrow(new RegExp(isChanging));
    await expect(openMongoVault({ mongo, ...ONLY_NEW })).rejects.toThrow(isOther);
    await expect(openMongoVault({ mongo, masterKey: new Uint8Array(32).fill(9), oldKeys: [OLD] })).rejects.toThrow(new RegExp(isChanging));

    // Nobody changes it to a third key meanwhile.
    const third: KeyChange = { from: [NEW, OLD], to: new Uint8Array(32).fill(9) };
    await expect(rewrapOnMongo(mongo, third)).rejects.toThrow('The vault is being changed to another master key. End that change first');

    // Killed after its first page, and run again.
    const killed = command(mongo, () => Promise.reject(new Error('killed')));
    await expect(rewrapMongoVault(killed, CHANGE)).rejects.toThrow('killed');
    await expect(openMongoVault({ mongo, ...ONLY_NEW })).rejects.toThrow(isOther);
    expect(await rewrapMongoVault(mongo, CHANGE)).toMatchObject({ entries: 3, damaged: 0 });
    await expect(openMongoVault({ mongo, ...ONLY_OLD })).rejects.toThrow(isOther);
    for (const keys of [ONLY_NEW, BOTH, { masterKey: OLD, newKeys: [NEW] }]) {
      const after = await openMongoVault({ mongo, ...keys });
      await after.createKey(`owner-${after.keyed('a', 'b').length}`);
      expect(await after.key('bob')).toEqual(await process.key('bob'));
      await after.close();
    }
    expect(await rewrapMongoVault(mongo, CHANGE)).toMatchObject({ changed: 0, damaged: 0 });
  });

  test('is not said to be free of the old key while a process goes on encrypting with it', async () => {
    const [, mongo, old] = await aVault();
    let n = 0;
    const between = () => {
      n += 1;
      return old.createKey(`owner-${n}`);
    };
    await (await openMongoVault({ mongo, ...BOTH })).close();
    await expect(rewrapMongoVault(command(mongo, between), CHANGE)).rejects.toThrow(
      'A process goes on encrypting with the old master key.',
    );
    expect(await rewrapMongoVault(mongo, CHANGE)).toMatchObject({ entries: n + 1, damaged: 0 });
  });
});
