import { Binary, BSON } from 'mongodb';
import { describe, expect, it, onTestFinished } from 'vitest';
import { StoreUnavailable } from '../../src/domain/kernel/event-store.ts';
import { type MongoAccess, openMongo } from '../../src/store/mongo/connect.ts';
import { openMongoFiles } from '../../src/store/mongo/files.ts';
import { openMongoVault } from '../../src/store/mongo/vault.ts';
import { openOpener, seal } from '../../src/store/seal.ts';
import { contentOf, pieces } from '../contract/files.ts';
import { PATIENT } from '../servers/mongodb/server.ts';
import { sharedMongo } from '../servers/shared.ts';
import { TEST_MASTER_KEY } from '../support/app.ts';

const server = await sharedMongo();
const LATER = '2026-12-01T00:00:00.000Z';

function fresh(url = server?.database() ?? '') {
  const mongo = openMongo({ url, timeouts: PATIENT });
  onTestFinished(() => mongo.close());
  return mongo;
}

/** The connection of another process to the same database, which can be cut. */
function cuttable(mongo: MongoAccess) {
  let cut = false;
  const tries: (() => void)[] = [];
  const below: MongoAccess = {
    db: mongo.db,
    run: async (work) => {
      for (const tried of tries.splice(0)) tried();
      if (cut) throw new StoreUnavailable('cut');
      return mongo.run(work);
    },
  };
  return {
    below,
    cut: (now: boolean) => {
      cut = now;
    },
    /** Resolves when the server receives a request. */
    tried: () => new Promise<void>((resolve) => tries.push(resolve)),
  };
}

describe.skipIf(server === null)(`the vault on ${server?.name}`, () => {
  it('stores the secret of keyed hashes where it has none, with the hashes that it had, and refuses a damaged one', async () => {
    const mongo = fresh();
    const keys = mongo.db.collection<{ _id: string; wrapped: Binary }>('vault_program_keys');
    const hashes: string[] = [];
    for (const _ of ['new', 'of an earlier version']) {
      const vault = await openMongoVault({ mongo, masterKey: TEST_MASTER_KEY });
      hashes.push(vault.keyed('address', 'ann@example.org'));
      await vault.close();
      expect((await keys.deleteMany({})).deletedCount).toBe(1);
    }
    expect(hashes[1]).toBe(hashes[0]);
    await keys.insertOne({ _id: 'keyed hashes', wrapped: new Binary(Buffer.alloc(60)) });
    await expect(openMongoVault({ mongo, masterKey: TEST_MASTER_KEY })).rejects.toThrow(
      'The secret of the keyed hashes in the vault is damaged',
    );
  });

  it('uses no key from memory while it cannot know which keys other processes destroy, and learns of them afterwards', async () => {
    const mongo = fresh();
    const way = cuttable(mongo);
    let time = 0;
    const vault = await openMongoVault({ mongo: way.below, masterKey: TEST_MASTER_KEY, times: { lookMs: 5, monotonic: () => time } });
    const other = await openMongoVault({ mongo, masterKey: TEST_MASTER_KEY });
    onTestFinished(async () => void (await Promise.all([vault.close(), other.close()])));
    const opener = openOpener(vault);
    for (const owner of ['ann', 'bob']) await other.createKey(owner);
    const sealed = seal((await vault.key('ann')) as Uint8Array, 'ann', 'e', '{"title":"Swans"}');
    await opener.open('ann', sealed);
    way.cut(true);
    // The lookup before it has ended.
    await way.tried();
    await other.destroyKey('ann');
    time = 4_999;
    expect(opener.openNow('ann', sealed)).toEqual({ title: 'Swans' });
    time = 5_000;
    expect(() => opener.openNow('ann', sealed)).toThrow(StoreUnavailable);
    await expect(vault.key('bob')).rejects.toBeInstanceOf(StoreUnavailable);
    const destroyed = new Promise<string>((resolve) => vault.onKeyDestroyed(resolve));
    way.cut(false);
    expect(await destroyed).toBe('ann');
    expect(opener.openNow('ann', sealed)).toBeNull();
    await way.tried();
    await way.tried();
    expect(vault.keysCurrent()).toBe(true);
    expect(await vault.key('bob')).toHaveLength(32);
  });

  it('reads a key from the server once, and a session every time', async () => {
    const mongo = fresh();
    let asked = 0;
    const below: MongoAccess = {
      db: mongo.db,
      run: (work) => {
        asked += 1;
        return mongo.run(work);
      },
    };
    const vault = await openMongoVault({ mongo: below, masterKey: TEST_MASTER_KEY, times: { lookMs: 3_600_000 } });
    onTestFinished(() => vault.close());
    await vault.createKey('ann');
    await vault.key('ann');
    asked = 0;
    for (let n = 0; n < 5; n += 1) await vault.key('ann');
    expect(asked).toBe(0);
    for (let n = 0; n < 5; n += 1) await vault.session('s');
    expect(asked).toBe(5);
  });

  it('stores no key and no answer in plain text, and nothing of a destroyed key', async () => {
    const mongo = fresh();
    const vault = await openMongoVault({ mongo, masterKey: TEST_MASTER_KEY });
    onTestFinished(() => vault.close());
    const dump = async (): Promise<Buffer> => {
      const all: Uint8Array[] = [];
      for (const { name } of await mongo.db.listCollections().toArray()) {
        for (const row of await mongo.db.collection(name).find().toArray()) all.push(BSON.serialize(row));
      }
      return Buffer.concat(all);
    };
    await vault.createKey('ann');
    const key = (await vault.key('ann')) as Uint8Array;
    const answer = { fingerprint: 'f', status: 201, headers: {}, body: 'Call the dentist', expires_at: LATER };
    await vault.keepAnswer('ann', 'k', answer);
    const [wrapped] = await mongo.db.collection<{ _id: string; wrapped: BSON.Binary }>('vault_keys').find().toArray();
    const before = await dump();
    for (const secret of [key, TEST_MASTER_KEY, 'dentist']) expect(before.includes(secret)).toBe(false);
    const bytes = (wrapped as { wrapped: BSON.Binary }).wrapped.buffer;
    expect(before.includes(bytes)).toBe(true);
    await vault.destroyKey('ann');
    await vault.forget('ann');
    const after = await dump();
    expect(after.includes(bytes)).toBe(false);
    expect(after.includes('fingerprint')).toBe(false);
  });
});

describe.skipIf(server === null)(`files on ${server?.name}`, () => {
  const KEY = new Uint8Array(32).fill(1);
  const vault = { key: async () => KEY };
  const anHourAgo = (mongo: MongoAccess) =>
    mongo.db.collection('files.files').updateMany({}, { $set: { 'metadata.since': new Date(Date.now() - 3_601_000) } });
  const lying = async (mongo: MongoAccess) => ({
    files: await mongo.db.collection('files.files').countDocuments(),
    chunks: await mongo.db.collection('files.chunks').countDocuments(),
  });

  it('hide and remove incomplete files of a process that died', async () => {
    const url = server?.database();
    const dying = openMongo({ url: url ?? '' });
    const mongo = fresh(url);
    const written = Promise.withResolvers<void>();
    const content = async function* () {
      yield Buffer.alloc(3_000_000);
      written.resolve();
      await new Promise(() => undefined);
    };
    void (await openMongoFiles({ mongo: dying, vault })).write('ann', 'a.zip', content());
    await written.promise;
    await dying.close();
    const files = await openMongoFiles({ mongo, vault });
    expect(await files.read('ann', 'a.zip')).toBeNull();
    await files.sweep(new Date().toISOString());
    expect((await lying(mongo)).chunks).toBeGreaterThan(0);
    await anHourAgo(mongo);
    await files.sweep(new Date().toISOString());
    expect(await lying(mongo)).toEqual({ files: 0, chunks: 0 });
  });

  it.each(['forgotten', 'swept'])('that were %s while they were written cannot be finished', async (how) => {
    const mongo = fresh();
    const files = await openMongoFiles({ mongo, vault });
    const content = async function* () {
      yield Buffer.alloc(3_000_000);
      if (how === 'forgotten') await files.forget('ann');
      else await anHourAgo(mongo).then(() => files.sweep(new Date().toISOString()));
      yield Buffer.from('end');
    };
    await expect(files.write('ann', 'a.zip', content())).rejects.toBeInstanceOf(StoreUnavailable);
    expect(await files.read('ann', 'a.zip')).toBeNull();
  });

  it('are removed in large numbers if incomplete, and kept if complete', { timeout: 60_000 }, async () => {
    const mongo = fresh();
    const files = await openMongoFiles({ mongo, vault });
    const names = Array.from({ length: 105 }, (_, n) => `${n}.zip`);
    await Promise.all(names.map((name) => files.write('ann', name, pieces(Buffer.from(name)))));
    await files.write('bob', 'b.zip', pieces(Buffer.from('of bob')));
    await files.forget('ann');
    await anHourAgo(mongo);
    await files.sweep(new Date().toISOString());
    expect(await lying(mongo)).toEqual({ files: 1, chunks: 1 });
    expect(String(await contentOf(files, 'bob', 'b.zip'))).toBe('of bob');
  });
});
