import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { StoreUnavailable } from '../../src/domain/kernel/event-store.ts';
import { ownersInMongo } from '../../src/store/migrate/copy-files.ts';
import { type Mongo, openMongo } from '../../src/store/mongo/connect.ts';
import { openMongoFiles } from '../../src/store/mongo/files.ts';
import { openMongoVault } from '../../src/store/mongo/vault.ts';
import type { WatchedVault } from '../../src/store/seal.ts';
import { contentOf, pieces } from '../contract/files.ts';
import { type Cable, startCable } from '../servers/cable.ts';
import { PATIENT } from '../servers/mongodb/server.ts';
import { type MongoServer, startMongo } from '../servers/mongodb.ts';
import { hasOwnMongo } from '../servers/shared.ts';
import { TEST_MASTER_KEY } from '../support/app.ts';
import { beatsUntil } from '../support/beats.ts';

const isHere = await hasOwnMongo();
let server: MongoServer;
beforeAll(async () => {
  if (isHere) server = await startMongo({ own: true });
}, 60_000);
afterAll(() => server?.stop());

/** The errors of a primary that steps down: not primary, shutting down, stepped down. */
const STEPS_DOWN = [10_107, 11_600, 189, 91] as const;
const LATER = '2026-12-01T00:00:00.000Z';
const session = { id: 's', user_id: 'ann', created_at: '2026-11-20T16:00:00.000Z', expires_at: LATER };
const token = { token_hash: 't', purpose: 'reset', user_id: 'ann', expires_at: LATER } as const;

interface Opened {
  readonly vault: WatchedVault;
  /** Those of another process, over a connection without faults. */
  readonly other: WatchedVault;
  readonly cable: Cable;
  readonly mongo: Mongo;
}

async function open(): Promise<Opened> {
  const url = server.database();
  const cable = await startCable(url);
  const through = openMongo({ url: cable.url, timeouts: { selectionMs: 1_000, callMs: 2_000 } });
  const beside = openMongo({ url, timeouts: PATIENT });
  const vault = await openMongoVault({ mongo: through, masterKey: TEST_MASTER_KEY, times: { lookMs: 3_600_000 } });
  const other = await openMongoVault({ mongo: beside, masterKey: TEST_MASTER_KEY });
  onTestFinished(async () => {
    await server.failPoint({ mode: 'off' });
    for (const one of [vault, other, through, beside, cable]) await one.close();
  });
  return { vault, other, cable, mongo: through };
}

const failing = (mode: 'once' | 'always', commands: readonly string[], errorCode: number) =>
  server.failPoint({
    mode: mode === 'once' ? { times: 1 } : 'alwaysOn',
    data: { failCommands: commands, errorCode, errorLabels: ['RetryableWriteError'] },
  });

describe.skipIf(!isHere)('a primary that steps down in the middle of an operation', { timeout: 120_000 }, () => {
  it.each(STEPS_DOWN)('once, with %i: the operation is carried out once', async (code) => {
    const { vault, other } = await open();
    await other.createKey('ann');
    await other.putToken(token);
    expect(await vault.key('ann')).toHaveLength(32);
    await failing('once', ['update'], code);
    await vault.putSession(session);
    expect(await other.session('s')).toEqual(session);
    await failing('once', ['findAndModify'], code);
    expect(await vault.takeToken('t')).toEqual(token);
    expect(await other.takeToken('t')).toBeNull();
    await failing('once', ['find'], code);
    expect(await vault.session('s')).toEqual(session);
    await failing('once', ['findAndModify'], code);
    await vault.destroyKey('ann');
    expect(await other.key('ann')).toBeNull();
  });

  it.each([189, 91])('and does not return, with %i: the operation is refused clearly and can be repeated', async (code) => {
    const { vault, other } = await open();
    await other.createKey('ann');
    await other.putToken(token);
    await vault.key('ann');
    const destroyed: string[] = [];
    vault.onKeyDestroyed((owner) => destroyed.push(owner));
    await failing('always', ['update', 'findAndModify', 'find', 'delete'], code);
    const calls = [vault.putSession(session), vault.takeToken('t'), vault.destroyKey('ann'), vault.forget('ann')];
    for (const call of await Promise.allSettled(calls))
      expect(call).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) });
    await server.failPoint({ mode: 'off' });
    // It was not known whether the key is gone.
    expect(destroyed).toEqual(['ann']);
    expect(await vault.key('ann')).toHaveLength(32);
    expect(await vault.session('s')).toBeNull();
    await vault.putSession(session);
    expect(await vault.takeToken('t')).toEqual(token);
    await vault.destroyKey('ann');
    await vault.forget('ann');
    expect([await other.key('ann'), await other.session('s'), await other.token('t')]).toEqual([null, null, null]);
  });

  it('while a file is written: the file is complete, or the former one is still there', async () => {
    const { mongo, other } = await open();
    await other.createKey('ann');
    const files = await openMongoFiles({ mongo, vault: other });
    const bytes = (sign: string) => Buffer.alloc(200_000, sign);
    await files.write('ann', 'a.zip', pieces(bytes('1')));
    await failing('once', ['insert'], 189);
    await files.write('ann', 'a.zip', pieces(bytes('2')));
    expect((await contentOf(files, 'ann', 'a.zip'))?.equals(bytes('2'))).toBe(true);
    for (const command of ['insert', 'update', 'findAndModify']) {
      await failing('always', [command], 189);
      await expect(files.write('ann', 'a.zip', pieces(bytes('3')))).rejects.toBeInstanceOf(StoreUnavailable);
      await server.failPoint({ mode: 'off' });
      expect((await contentOf(files, 'ann', 'a.zip'))?.equals(bytes('2'))).toBe(true);
    }
  });
});

describe.skipIf(!isHere)('the owners of files for a copy that takes long', { timeout: 120_000 }, () => {
  it('are read in calls of their own, because the server ends a cursor that waits while files are copied', async () => {
    const { mongo } = await open();
    // More than the first answer of a cursor holds, which is 101.
    const owners = Array.from({ length: 110 }, (_, n) => `owner-${1_000 + n}`);
    const twice = [...owners, ...owners.slice(0, 5)].map((owner) => ({ filename: 'a.zip', metadata: { owner, state: 'whole' } }));
    await mongo.db.collection('files.files').insertMany(twice);
    const read = ownersInMongo(mongo)[Symbol.asyncIterator]();
    const first = await read.next();
    await failing('always', ['getMore'], 43);
    const rest = await Array.fromAsync({ [Symbol.asyncIterator]: () => read });
    expect([first.value, ...rest]).toEqual(owners);
  });
});

describe.skipIf(!isHere)('an answer that is lost', { timeout: 120_000 }, () => {
  it('of taking a token: the token is taken once, and the caller gets it', async () => {
    const { vault, other, cable } = await open();
    await other.putToken(token);
    const lost = cable.loseAnswerTo('findAndModify');
    expect(await vault.takeToken('t')).toEqual(token);
    await lost;
    expect(await other.takeToken('t')).toBeNull();
  });

  it('of ending a session or destroying a key: the operation is carried out', async () => {
    const { vault, other, cable } = await open();
    await other.createKey('ann');
    await vault.key('ann');
    const first = cable.loseAnswerTo('update');
    await vault.putSession(session);
    await first;
    expect(await other.session('s')).toEqual(session);
    const second = cable.loseAnswerTo('findAndModify');
    await vault.destroyKey('ann');
    await second;
    expect([await vault.key('ann'), await other.key('ann')]).toEqual([null, null]);
  });

  it('for good: the call is refused in time, a possibly destroyed key is no longer used, and the vault recovers', async () => {
    const { vault, other, cable } = await open();
    await other.createKey('ann');
    await vault.key('ann');
    cable.hang();
    const refused = (async () => {
      await expect(vault.destroyKey('ann')).rejects.toBeInstanceOf(StoreUnavailable);
      await expect(vault.key('ann')).rejects.toBeInstanceOf(StoreUnavailable);
    })();
    expect(await beatsUntil(refused, () => other.key('bob'))).toBeLessThan(60);
    await refused;
    cable.cut();
    cable.goOn();
    cable.mend();
    await vault.putSession(session);
    expect(await other.session('s')).toEqual(session);
    await vault.destroyKey('ann');
    expect(await other.key('ann')).toBeNull();
  });
});
