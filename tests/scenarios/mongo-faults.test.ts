import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { StoreFull, StoreUnavailable } from '../../src/domain/kernel/event-store.ts';
import { type Mongo, openMongo } from '../../src/store/mongo/connect.ts';
import { openMongoDocuments } from '../../src/store/mongo/documents.ts';
import { at, put, SPEC } from '../contract/documents.ts';
import { startCable } from '../servers/cable.ts';
import { type MongoServer, startMongo } from '../servers/mongodb.ts';
import { hasOwnMongo } from '../servers/shared.ts';

const CALL_MS = 2_000;
const SLACK_MS = 2_000;
const WRITES = ['update', 'findAndModify'];

const isHere = await hasOwnMongo();
const opened: Mongo[] = [];
afterEach(async () => {
  for (const mongo of opened.splice(0)) await mongo.close();
});

async function open(url: string, callMs = CALL_MS) {
  const mongo = openMongo({ url, timeouts: { selectionMs: callMs - 500, callMs } });
  opened.push(mongo);
  const documents = openMongoDocuments(mongo);
  await documents.ensure(SPEC);
  const write = (n: number, token = 1) =>
    documents.apply({
      writes: [{ collection: SPEC.name, writes: [put(`t${n}`, { made: n }, n)] }],
      checkpoints: [{ name: SPEC.name, position: at(n), token }],
    });
  return { mongo, documents, write };
}

const took = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

describe.skipIf(!isHere)('errors of MongoDB', { timeout: 60_000 }, () => {
  let server: MongoServer;
  beforeAll(async () => {
    server = await startMongo({ own: true });
  }, 60_000);
  // Calls that it still blocks are not awaited.
  afterAll(() => server.kill().then(() => server.stop()));

  const fail = (commands: readonly string[], data: object) =>
    server.failPoint({ mode: { times: 1 }, data: { failCommands: commands, ...data } });

  it.each([
    [10_107, 'not primary'],
    [189, 'primary stepped down'],
    [91, 'shutting down'],
    [11_600, 'interrupted'],
  ])('repeats a write that was refused with %i, %s', async (errorCode) => {
    const { documents, write } = await open(server.database());
    await fail(WRITES, { errorCode, errorLabels: ['RetryableWriteError'] });
    await write(1);
    expect((await documents.get(SPEC.name, 't1'))?.doc).toEqual({ made: 1 });
    await fail(['find'], { errorCode });
    expect(await documents.checkpoint(SPEC.name)).toBe(at(1));
  });

  it('reports the store as unavailable when a refusal may have had an effect, and continues', async () => {
    const { documents, write } = await open(server.database());
    await fail(WRITES, { errorCode: 11_601 });
    await expect(write(1)).rejects.toThrow(StoreUnavailable);
    await write(1);
    expect(await documents.checkpoint(SPEC.name)).toBe(at(1));
  });

  it('reports that the disk is full', async () => {
    const { write } = await open(server.database());
    await fail(WRITES, { errorCode: 14_031 });
    await expect(write(1)).rejects.toThrow(StoreFull);
  });

  it('passes on an error of the program unchanged', async () => {
    const { mongo } = await open(server.database());
    const wrong = mongo.run((db) => db.command({ noSuchCommand: 1 }));
    await expect(wrong).rejects.not.toThrow(StoreUnavailable);
    await expect(mongo.run(() => Promise.reject(new TypeError('ours')))).rejects.toThrow(TypeError);
  });

  it('executes a write once that was interrupted on its way', async () => {
    const { mongo } = await open(server.database());
    const tally = mongo.db.collection<{ _id: string; n: number }>('tally');
    await mongo.run(() => tally.insertOne({ _id: 'a', n: 0 }));
    await fail(['update'], { closeConnection: true });
    await mongo.run(() => tally.updateOne({ _id: 'a' }, { $inc: { n: 1 } }));
    expect(await mongo.run(() => tally.findOne({ _id: 'a' }))).toEqual({ _id: 'a', n: 1 });
  });

  describe('a network that fails', () => {
    async function wired() {
      const cable = await startCable(server.database());
      onTestFinished(() => cable.close());
      return { cable, ...(await open(cable.url)) };
    }

    it('executes a write once that was carried out but never answered', async () => {
      const { cable, mongo } = await wired();
      const tally = mongo.db.collection<{ _id: string; n: number }>('tally');
      await mongo.run(() => tally.insertOne({ _id: 'a', n: 0 }));
      for (let n = 1; n <= 5; n += 1) {
        const lost = cable.loseAnswerTo('tally');
        await mongo.run(() => tally.updateOne({ _id: 'a' }, { $inc: { n: 1 } }));
        await lost;
        expect(await mongo.run(() => tally.findOne({ _id: 'a' }))).toEqual({ _id: 'a', n });
      }
    });

    it('reports the store as unavailable when the connection breaks in the middle of a large write', async () => {
      const { cable, mongo } = await wired();
      await mongo.ping();
      cable.hang();
      const large = { text: 'x'.repeat(12_000_000) };
      const refused = expect(mongo.run((db) => db.collection('large').insertOne(large))).rejects.toThrow(StoreUnavailable);
      // More than the connection's buffers hold, so it waits to be read.
      await setTimeout(200);
      cable.cut();
      await refused;
    });

    it.each(['cut', 'hang'] as const)('makes the store unavailable while it is away (%s), and then recovers', async (how) => {
      const { cable, documents, write } = await wired();
      await write(1);
      cable[how]();
      expect(await took(() => expect(write(2)).rejects.toThrow(StoreUnavailable))).toBeLessThan(CALL_MS + SLACK_MS);
      expect(await took(() => expect(documents.get(SPEC.name, 't1')).rejects.toThrow(StoreUnavailable))).toBeLessThan(CALL_MS + SLACK_MS);
      cable.mend();
      cable.goOn();
      await write(3);
      expect((await documents.get(SPEC.name, 't3'))?.doc).toEqual({ made: 3 });
    });
  });

  it.each([['a read', ['find']] as const, ['a write', WRITES] as const])(
    'gives up in time on %s that is blocked, and recovers',
    async (_, commands) => {
      const { documents, write } = await open(server.database());
      await write(1);
      await fail(commands, { blockConnection: true, blockTimeMS: 30_000 });
      const blocked = async () => {
        const work = commands === WRITES ? write(2) : documents.get(SPEC.name, 't1');
        await expect(work).rejects.toThrow(StoreUnavailable);
      };
      expect(await took(blocked)).toBeLessThan(CALL_MS + SLACK_MS);
      await write(3);
      expect((await documents.get(SPEC.name, 't3'))?.doc).toEqual({ made: 3 });
    },
  );

  it('gives up in time on a server that accepts and never answers', async () => {
    const sockets = new Set<Socket>();
    const silent = createServer((socket) => sockets.add(socket)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
      silent.close();
    });
    const mongo = openMongo({
      url: `mongodb://127.0.0.1:${(silent.address() as AddressInfo).port}/x`,
      timeouts: { selectionMs: 500, callMs: 800 },
    });
    opened.push(mongo);
    expect(await took(() => expect(mongo.ping()).rejects.toThrow(StoreUnavailable))).toBeLessThan(800 + SLACK_MS);
  });

  it('says that the store is closed', async () => {
    const { mongo, documents } = await open(server.database());
    await mongo.close();
    await expect(documents.get(SPEC.name, 'a')).rejects.toThrow(StoreUnavailable);
  });
});

describe.skipIf(!isHere)('MongoDB killed under load', { timeout: 120_000 }, () => {
  it('keeps every write that was acknowledged, and recovers by itself', async () => {
    const server = await startMongo({ keep: true });
    onTestFinished(() => server.stop());
    const { documents } = await open(server.database(), 10_000);
    const acknowledged = new Map<string, number>();
    const refused: unknown[] = [];
    let writing = true;
    const writer = async (name: string): Promise<void> => {
      for (let n = 1; writing; ) {
        const writes = [put(`${name}-${n % 5}`, { made: n }, n)];
        try {
          await documents.apply({ writes: [{ collection: SPEC.name, writes }], checkpoints: [] });
          acknowledged.set(`${name}-${n % 5}`, n);
          n += 1;
        } catch (error) {
          refused.push(error);
        }
      }
    };
    const writers = Array.from({ length: 4 }, (_, n) => writer(`w${n}`));
    const reach = async (count: number): Promise<void> => {
      while ([...acknowledged.values()].reduce((sum, n) => sum + n, 0) < count) await new Promise((resolve) => setImmediate(resolve));
    };
    for (let kill = 1; kill <= 2; kill += 1) {
      await reach(kill * 150);
      await server.kill();
      const lasting = new Map(acknowledged);
      await server.restart();
      const found = await documents.getMany(SPEC.name, [...lasting.keys()]);
      const lost = [...lasting].filter(([id, n]) => ((found.get(id)?.doc.made as number | undefined) ?? 0) < n);
      expect(lost).toEqual([]);
    }
    await reach(450);
    writing = false;
    await Promise.all(writers);
    expect(refused.filter((error) => !(error instanceof StoreUnavailable))).toEqual([]);
  });
});
