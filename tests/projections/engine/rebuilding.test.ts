import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { rebuildBeside } from '../../../src/projections/engine/rebuilding.ts';
import { type Mongo, openMongo } from '../../../src/store/mongo/connect.ts';
import { openMongoDocuments } from '../../../src/store/mongo/documents.ts';
import { PATIENT } from '../../servers/mongodb/server.ts';
import { sharedMongo } from '../../servers/shared.ts';
import { counting, end, naming, promises, type Tally } from '../support/runners.ts';
import { cluster } from '../support/workers.ts';

const server = await sharedMongo();
const open: Mongo[] = [];
afterEach(async () => {
  for (const mongo of open.splice(0)) await mongo.close();
});

describe.skipIf(server === null)('rebuilding beside a serving read model', () => {
  /** A worker that folds, and an operator's process, each with a driver of its own over one database. */
  async function serving() {
    const events = promises(5);
    const url = server?.database() ?? '';
    const drivers = [1, 2].map(() => {
      const mongo = openMongo({ url, timeouts: PATIENT });
      open.push(mongo);
      return openMongoDocuments(mongo);
    });
    const [documents, others] = drivers as [(typeof drivers)[0], (typeof drivers)[0]];
    const world = cluster(events, documents);
    const worker = world.worker('w1', [counting(1)]);
    await worker.runner.start();
    const sum = async () => (await others.get<Tally>('counting.v1', 'u1'))?.doc.sum;
    await expect.poll(sum).toBe(5);
    const operator = world.leases.process('operator');
    const rebuild = async (): Promise<void> => {
      let done = false;
      const rebuilding = rebuildBeside({ store: world.log, documents: others, leases: operator.leases, pollMs: 1 }, [counting(1)]).finally(
        () => {
          done = true;
        },
      );
      rebuilding.catch(() => undefined);
      // The operator works in real time, so it may look up leases between two lookups of the worker.
      while (!done) {
        await world.pass(500);
        await delay(10);
      }
      await rebuilding;
    };
    return { world, worker, documents, others, operator, sum, rebuild };
  }

  test('repairs damaged documents, and the read model is folded further', async () => {
    const { world, worker, others, sum, rebuild } = await serving();
    const position = await world.log.head();
    await others.apply({
      writes: [{ collection: 'counting.v1', writes: [{ id: 'u1', position: `${position}x`, doc: { sum: -1 } }] }],
      checkpoints: [],
    });
    expect(await sum()).toBe(-1);
    const rebuilt = rebuild();
    const more = promises(2);
    world.log.add(...more);
    await rebuilt;
    expect(await sum()).toBe(7);
    const taken = async (): Promise<number> => {
      if (worker.names().length === 0) await world.pass(500);
      return worker.names().length;
    };
    await expect.poll(taken).toBe(1);
    const last = promises(3);
    world.log.add(...last);
    await expect.poll(sum).toBe(10);
    // On MongoDB the documents are written first, and then the checkpoint.
    const checkpoint = async () => (await others.checkpoints(['counting.v1'])).get('counting.v1');
    await expect.poll(checkpoint).toMatchObject({ live: true, position: end(last) });
    expect((await others.list()).map(({ name }) => name)).toEqual(['counting.v1']);
  });

  test('reads the log once for several, and repairs each of them', async () => {
    const events = promises(600);
    const mongo = openMongo({ url: server?.database() ?? '', timeouts: PATIENT });
    open.push(mongo);
    const documents = openMongoDocuments(mongo);
    const world = cluster(events, documents);
    const { leases } = world.leases.process('operator');
    await rebuildBeside({ store: world.log, documents, leases }, [counting(1), naming]);
    expect((await documents.get<Tally>('counting.v1', 'u1'))?.doc).toEqual({ sum: 600 });
    expect((await documents.get('naming.v1', 'all'))?.doc).toEqual({ last: events.at(-1)?.stream });
    const checkpoint = { live: true, position: end(events) };
    const checkpoints = await documents.checkpoints(['counting.v1', 'naming.v1']);
    expect([...checkpoints.values()]).toEqual([expect.objectContaining(checkpoint), expect.objectContaining(checkpoint)]);
    expect((await documents.list()).map(({ name }) => name).sort()).toEqual(['counting.v1', 'naming.v1']);
    // The log has three batches. What was added meanwhile is looked for before each of the two is replaced.
    expect(world.log.reads).toBe(5);
    expect(await leases.list()).toEqual([]);
  });

  test('is done by one process at a time', async () => {
    const { world, operator, rebuild } = await serving();
    const other = await world.leases.process('other').leases.acquire('counting.v1.rebuilding');
    await expect(rebuild()).rejects.toThrow('counting is being rebuilt already.');
    await other?.release();
    await rebuild();
    expect(await operator.leases.list()).not.toContainEqual(expect.objectContaining({ holder: 'operator' }));
  });
});

test('a rebuild is refused by stores that cannot replace one collection by another', async () => {
  const world = cluster();
  const { leases } = world.leases.process('operator');
  await expect(rebuildBeside({ store: world.log, documents: world.documents, leases }, [counting(1)])).rejects.toThrow(
    'These stores cannot put one collection in the place of another.',
  );
});
