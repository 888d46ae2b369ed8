import { describe, expect, test } from 'vitest';
import type { Recorded } from '../../../src/domain/kernel/event.ts';
import type { Projection } from '../../../src/projections/engine/projection.ts';
import { onEach } from '../../../src/projections/task/task-changes.ts';
import { counting, end, naming, promises, type Tally } from '../support/runners.ts';
import { type Cluster, cluster, named, startWorkers, sumIn, type Worker } from '../support/workers.ts';

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
