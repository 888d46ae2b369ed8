import { describe, expect, test } from 'vitest';
import type { Recorded } from '../../../src/domain/kernel/event.ts';
import { StoreUnavailable } from '../../../src/domain/kernel/event-store.ts';
import { collectionName, type Projection } from '../../../src/projections/engine/projection.ts';
import { onEach } from '../../../src/projections/task/tasks.ts';
import { PROJECTIONS } from '../../../src/wiring/features.ts';
import { contents } from '../support/build.ts';
import { randomWorld } from '../support/random-world.ts';
import { counting, end, naming, promises, type Tally } from '../support/runners.ts';
import { type Cluster, cluster, expectTokensNeverFall, FOUR, named, quiet, startWorkers, sumIn, type Worker } from '../support/workers.ts';

const folded = ({ documents }: Cluster, position: string): Promise<void> =>
  expect
    .poll(async () =>
      [...(await documents.checkpoints(PROJECTIONS.map(collectionName))).values()].every((each) => each.position >= position),
    )
    .toBe(true);

describe('one worker', () => {
  test('holds all read models, folds old and new events, and says which may serve', async () => {
    const world = cluster(promises(3));
    const [one] = (await startWorkers(world, ['w1'], FOUR)) as [Worker];
    expect(one.names().toSorted()).toEqual(['a', 'b', 'c', 'd']);
    expect(one.runner.held().map(({ state }) => state)).toEqual(Array(4).fill('live'));
    world.log.add(...promises(2));
    await world.pass(500);
    await expect.poll(() => sumIn(world, 'a.v1')).toBe(5);
    const found = await world.documents.checkpoints(FOUR.map(collectionName));
    expect([...found.values()].map(({ live, token }) => ({ live, token }))).toEqual(Array(4).fill({ live: true, token: 1 }));
  });

  test('moves the checkpoints of read models that handle none of the events', async () => {
    const world = cluster();
    await startWorkers(world, ['w1'], [counting(1), quiet]);
    const events = promises(1);
    world.log.add(...events);
    await world.pass(500);
    expect(await world.documents.checkpoint('quiet.v1')).toBe(end(events));
  });

  test('releases everything when it ends', async () => {
    const world = cluster(promises(1));
    const [one] = (await startWorkers(world, ['w1'], FOUR)) as [Worker];
    await one.runner.stop();
    expect(await one.process.leases.list()).toEqual([]);
  });

  test('drops a lost read model while it waits for the others, without delaying them', async () => {
    const world = cluster(promises(2));
    const slow = Promise.withResolvers<void>();
    const one = world.worker('w1', FOUR, {
      take: async (name, leases) => {
        if (name === 'd.v1') await slow.promise;
        return leases.acquire(name);
      },
    });
    const started = one.runner.start();
    await world.pass(500);
    one.process.cut('calls');
    await world.pass(7_000);
    one.process.cut(null);
    slow.resolve();
    await started;
    await world.pass(1_500);
    expect(one.runner.held().map(({ state }) => state)).toEqual(Array(4).fill('live'));
    world.log.add(...promises(2));
    await world.pass(500);
    const reads = world.log.reads;
    await world.pass(500);
    expect(world.log.reads).toBe(reads);
    for (const name of ['a', 'b', 'c', 'd']) await expect.poll(() => sumIn(world, `${name}.v1`)).toBe(4);
  });

  test('acquires the other leases if one cannot be requested', async () => {
    const world = cluster(promises(2));
    let faults = 3;
    const one = world.worker('w1', FOUR, {
      take: async (name, leases) => {
        if (name === 'c.v1' && faults > 0) {
          faults -= 1;
          throw new StoreUnavailable('Not now.');
        }
        return leases.acquire(name);
      },
    });
    await one.runner.start();
    await world.pass(500);
    for (const name of ['a', 'b', 'd']) await expect.poll(() => sumIn(world, `${name}.v1`)).toBe(2);
    await world.pass(3_000);
    await expect.poll(() => sumIn(world, 'c.v1')).toBe(2);
    expect(faults).toBe(0);
  });

  test('starts again with collections that belong to another log', async () => {
    const events = promises(3);
    const world = cluster(events.slice(0, 1));
    await world.documents.ensure({ name: 'counting.v1', indexes: [] });
    await world.documents.apply({
      writes: [{ collection: 'counting.v1', writes: [{ id: 'u1', position: end(events), doc: { sum: 99 } }] }],
      checkpoints: [{ name: 'counting.v1', position: end(events), live: true }],
    });
    await startWorkers(world, ['w1'], [counting(1)]);
    await expect.poll(() => sumIn(world, 'counting.v1')).toBe(1);
  });
});

describe('two workers', () => {
  test('share the read models and give the same documents as one', async () => {
    const { events } = randomWorld(7, 400);
    const half = Math.floor(events.length / 2);
    const alone = cluster(events);
    await startWorkers(alone, ['w1'], PROJECTIONS);
    await folded(alone, end(events));
    const world = cluster(events.slice(0, half));
    const [one, two] = (await startWorkers(world, ['w1', 'w2'], PROJECTIONS)) as [Worker, Worker];
    expect(Math.abs(one.names().length - two.names().length)).toBeLessThanOrEqual(1);
    expect([...one.names(), ...two.names()].toSorted()).toEqual(PROJECTIONS.map(({ name }) => name).toSorted());
    world.log.add(...events.slice(half));
    await folded(world, end(events));
    expect(await contents(world.documents, events)).toEqual(await contents(alone.documents, events));
    expectTokensNeverFall(world);
  });

  test('fold within 10 seconds the read models of a dead one', async () => {
    const world = cluster(promises(2));
    const [one, two] = (await startWorkers(world, ['w1', 'w2'], FOUR)) as [Worker, Worker];
    expect(two.names()).toHaveLength(2);
    two.block();
    two.process.die();
    world.log.add(...promises(3));
    await world.pass(10_000);
    expect(one.names().toSorted()).toEqual(['a', 'b', 'c', 'd']);
    for (const name of ['a', 'b', 'c', 'd']) await expect.poll(() => sumIn(world, `${name}.v1`)).toBe(5);
    expectTokensNeverFall(world);
  });

  test('look when the lease of another may have expired, however rarely they look otherwise', async () => {
    const world = cluster(promises(1));
    const [one, two] = ['w1', 'w2'].map((name) => world.worker(name, FOUR, { lookMs: 60_000 })) as [Worker, Worker];
    // The second one is the first to look: it takes all of them, and has to release none for a worker that it has not seen.
    await two.runner.start();
    await one.runner.start();
    await world.pass(3_000);
    expect([one.names().length, two.names().length]).toEqual([0, 4]);
    two.block();
    two.process.die();
    await world.pass(7_000);
    expect(one.names().toSorted()).toEqual(['a', 'b', 'c', 'd']);
  });

  test('overwrite nothing after one stops in the middle of a write and wakes later', async () => {
    const world = cluster(promises(2));
    const [one, two] = (await startWorkers(world, ['w1', 'w2'], FOUR)) as [Worker, Worker];
    const tokens = new Map(two.runner.held().map(({ collection, token }) => [collection, token]));
    two.block();
    world.log.add(...promises(3));
    await world.pass(500);
    two.process.stop();
    await world.pass(10_000);
    world.log.add(...promises(1));
    await world.pass(500);
    expect(one.names()).toHaveLength(4);
    const writes = world.writes.length;
    two.unblock();
    await two.process.wake();
    await world.pass(500);
    const stale = world.writes.slice(writes).filter(({ by, collection, token }) => by === 'w2' && token === tokens.get(collection));
    expect(stale).toEqual([]);
    for (const name of ['a', 'b', 'c', 'd']) await expect.poll(() => sumIn(world, `${name}.v1`)).toBe(6);
    expectTokensNeverFall(world);
    expect(two.logged.map(({ event }) => event)).toContain('read_model.lost');
  });

  test('keep what they hold when one is slow, and lose nothing', async () => {
    const world = cluster(promises(2));
    const [one, two] = (await startWorkers(world, ['w1', 'w2'], FOUR)) as [Worker, Worker];
    const before = two.names();
    two.block();
    world.log.add(...promises(3));
    await world.pass(10_000);
    expect([one.names().length, two.names()]).toEqual([2, before]);
    two.unblock();
    for (const name of ['a', 'b', 'c', 'd']) await expect.poll(() => sumIn(world, `${name}.v1`)).toBe(5);
    expectTokensNeverFall(world);
  });

  test('stop writing when the network is cut, before another begins', async () => {
    const world = cluster(promises(2));
    const [one, two] = (await startWorkers(world, ['w1', 'w2'], FOUR)) as [Worker, Worker];
    two.process.cut('calls');
    await world.pass(10_000);
    expect(two.names()).toEqual([]);
    expect(one.names()).toHaveLength(4);
    two.process.cut(null);
    world.log.add(...promises(2));
    await world.pass(5_000);
    expect([one.names().length, two.names().length]).toEqual([2, 2]);
    for (const name of ['a', 'b', 'c', 'd']) await expect.poll(() => sumIn(world, `${name}.v1`)).toBe(4);
    expectTokensNeverFall(world);
  });

  test('continue with other collections after one of them is fenced off', async () => {
    const world = cluster(promises(2));
    const [one] = (await startWorkers(world, ['w1'], FOUR)) as [Worker];
    const position = await world.documents.checkpoint('b.v1');
    await world.documents.apply({ writes: [], checkpoints: [{ name: 'b.v1', position, token: 50 }] });
    world.log.add(...promises(3));
    await world.pass(0);
    await expect.poll(() => sumIn(world, 'd.v1')).toBe(5);
    await expect.poll(() => sumIn(world, 'b.v1')).toBe(2);
    expect(one.logged.map(({ fields }) => fields)).toContainEqual(
      expect.objectContaining({ collection: 'b.v1', why: 'It is written under a newer lease.' }),
    );
  });

  test('hand over a read model when an operator asks for it', async () => {
    const world = cluster(promises(1));
    const [one, two] = (await startWorkers(world, ['w1', 'w2'], FOUR)) as [Worker, Worker];
    const moved = one.names()[0] as string;
    await two.process.leases.requestHandover(`${moved}.v1`);
    await world.pass(3_000);
    expect(two.names()).toContain(moved);
    expect(one.names()).not.toContain(moved);
  });
});

describe('a fold that throws', () => {
  const broken = (until: { fixed: boolean }): Projection<Tally> => ({
    ...named('broken'),
    on: onEach<Tally>(['TaskPromised'], (doc) => {
      if (!until.fixed) throw new Error('This fold is broken.');
      return { sum: (doc?.sum ?? 0) + 1 };
    }),
  });

  test('stops its own read model only, and is tried again', async () => {
    const state = { fixed: true };
    const world = cluster(promises(1));
    const [one] = (await startWorkers(world, ['w1'], [named('a'), broken(state), named('c')])) as [Worker];
    state.fixed = false;
    world.log.add(...promises(2));
    await world.pass(500);
    expect([await sumIn(world, 'a.v1'), await sumIn(world, 'broken.v1'), await sumIn(world, 'c.v1')]).toEqual([3, 1, 3]);
    expect(one.runner.held().find(({ name }) => name === 'broken')?.state).toBe('failing');
    state.fixed = true;
    await world.pass(500);
    await expect.poll(() => sumIn(world, 'broken.v1')).toBe(3);
    expect(one.runner.held().find(({ name }) => name === 'broken')?.state).toBe('live');
  });

  test('does not keep others from serving while it is built for the first time', async () => {
    const events: readonly Recorded[] = promises(2);
    const world = cluster(events);
    await startWorkers(world, ['w1'], [named('a'), broken({ fixed: false })]);
    expect((await world.documents.checkpoints(['a.v1', 'broken.v1'])).get('a.v1')).toMatchObject({ live: true, position: end(events) });
    expect((await world.documents.checkpoints(['broken.v1'])).get('broken.v1')?.live).toBe(false);
  });
});

describe('versions of a read model', () => {
  const exists = async ({ documents }: Cluster, name: string) => (await documents.list()).some((each) => each.name === name);

  test('an older one is folded by older workers, and dropped when nobody has folded it for a while', async () => {
    const world = cluster(promises(2));
    const [old] = (await startWorkers(world, ['old'], [counting(1), naming])) as [Worker];
    const next = world.worker('new', [counting(2, 10), naming], { olderMs: 4_000 });
    await next.runner.start();
    await world.pass(10_000);
    await expect.poll(() => sumIn(world, 'counting.v2')).toBe(20);
    world.log.add(...promises(1));
    await world.pass(500);
    expect([await sumIn(world, 'counting.v1'), await sumIn(world, 'counting.v2')]).toEqual([3, 30]);
    await old.runner.stop();
    await old.process.leases.close();
    await world.pass(3_000);
    expect(await exists(world, 'counting.v1')).toBe(true);
    await world.pass(4_000);
    expect(await exists(world, 'counting.v1')).toBe(false);
    expect(await exists(world, 'counting.v2')).toBe(true);
  });

  test('a newer one does not change', async () => {
    const world = cluster(promises(1));
    await startWorkers(world, ['new'], [counting(2, 10)]);
    const old = world.worker('old', [counting(1)], { olderMs: 1_000 });
    await old.runner.start();
    await world.pass(5_000);
    await expect.poll(() => sumIn(world, 'counting.v2')).toBe(10);
    expect(await exists(world, 'counting.v2')).toBe(true);
  });
});
