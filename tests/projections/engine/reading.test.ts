import { describe, expect, test, vi } from 'vitest';
import type { NewEvent, Recorded } from '../../../src/domain/kernel/event.ts';
import { StoreUnavailable } from '../../../src/domain/kernel/event-store.ts';
import type { Demanded } from '../../../src/projections/engine/demanded.ts';
import type { Projection } from '../../../src/projections/engine/projection.ts';
import type { SharedViews } from '../../../src/projections/engine/shared-views.ts';
import { onEach } from '../../../src/projections/task/tasks.ts';
import { openDocuments } from '../../../src/store/documents/sqlite-documents.ts';
import { counting, end, gate, naming, promises, setUp, type Tally, troubled } from '../support/runners.ts';
import { type Cluster, cluster, quiet, type WebOptions } from '../support/workers.ts';

const days: Projection<Tally> = { name: 'days', version: 1, indexes: [], ids: () => [], on: { DayClosed: () => null } };
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A runner whose documents are written only while the gate is open. */
async function held() {
  const { open, opened } = gate();
  let closed = false;
  const documents = troubled(() => (closed ? opened : Promise.resolve()));
  const { runner, log } = setUp({ documents, projections: [counting(1), days] });
  await runner.start();
  closed = true;
  const store = runner.noting({
    ...log,
    append: async (_stream, _expected, events) => {
      const recorded = events as unknown as readonly Recorded[];
      log.add(...recorded);
      return { revision: 0, position: end(recorded), events: recorded };
    },
  });
  const write = async (count: number) => (await store.append('any', 'no_stream', promises(count) as never)).position;
  const read = () => runner.views.documents.get<Tally>(runner.views.current('counting'), 'u1');
  return { runner, write, read, open };
}

test('a read after an answer waits for the events of that answer; the answer itself does not wait', async () => {
  const { runner, write, read, open } = await held();
  await runner.waitForReadModels(await write(3), { readersWait: true });
  let seen: number | undefined;
  const reading = read().then((found) => {
    seen = found?.doc.sum;
  });
  await settled();
  expect(seen).toBeUndefined();
  open();
  await reading;
  expect(seen).toBe(3);
});

test('a read model that handles none of the written events is read at once', async () => {
  const { runner, write, open } = await held();
  await runner.waitForReadModels(await write(1), { readersWait: true });
  await expect(runner.views.documents.get(runner.views.current('days'), 'u1')).resolves.toBeNull();
  open();
});

test('a read waits for every durable event, even before its writer waits', async () => {
  const { write, read, open } = await held();
  await write(2);
  const reading = read();
  open();
  expect((await reading)?.doc.sum).toBe(2);
});

test('if read models cannot catch up, readers do not wait and the writer gets the error', async () => {
  const broken: Projection<Tally> = {
    ...counting(1),
    on: onEach<Tally>(['TaskPromised'], () => {
      throw new Error('This fold is broken.');
    }),
  };
  const { runner, log } = setUp({ documents: openDocuments(':memory:'), projections: [broken] });
  await runner.start();
  const events = promises(1);
  log.add(...events);
  await expect(runner.waitForReadModels(end(events), { timeoutMs: 20 })).rejects.toThrow(StoreUnavailable);
  const answering = runner.waitForReadModels(end(events), { readersWait: true });
  await expect(runner.views.documents.get(runner.views.current('counting'), 'u1')).resolves.toBeNull();
  await Promise.all([runner.stop(), expect(answering).rejects.toThrow(StoreUnavailable)]);
});

const read = async (views: SharedViews) => (await views.views.documents.get<Tally>(views.views.current('counting'), 'u1'))?.doc.sum ?? 0;

/** Writes what a worker elsewhere would write. */
async function fold({ documents }: Cluster, collection: string, position: string, sum: number, live = true): Promise<void> {
  await documents.ensure({ name: collection, indexes: [] });
  await documents.apply({
    writes: [{ collection, writes: [{ id: 'u1', position, doc: { sum } }] }],
    checkpoints: [{ name: collection, position, token: 1, ...(live && { live: true as const }) }],
  });
}

/** A web over documents with two tasks, and the store through which it appends. */
async function serving(projections: readonly Projection<Tally>[] = [counting(1)], options: WebOptions = {}) {
  const events = promises(2);
  const world = cluster(events);
  await fold(world, 'counting.v1', end(events), 2);
  const web = world.web(projections, options);
  await web.start();
  const store = web.noting({
    ...world.log,
    append: async (_stream, _expected, appended) => {
      const recorded = appended as unknown as ReturnType<typeof promises>;
      world.log.add(...recorded);
      return { revision: 0, position: end(recorded), events: recorded };
    },
  });
  const write = async (count: number) => (await store.append('any', 'no_stream', promises(count) as unknown as NewEvent[])).position;
  return { world, web, write };
}

describe('the version that serves', () => {
  test('is none before one has caught up', async () => {
    const events = promises(2);
    const world = cluster(events);
    const checkpoints = vi.spyOn(world.documents, 'checkpoints');
    const web = world.web([counting(1)]);
    let started = false;
    const starting = web.start().then(() => {
      started = true;
    });
    await fold(world, 'counting.v1', events[0]?.position as string, 1, false);
    // It has already seen that event, and continues to look for newer ones.
    const looks = checkpoints.mock.calls.length;
    await expect.poll(() => checkpoints.mock.calls.length, { interval: 5 }).toBeGreaterThan(looks + 2);
    expect(started).toBe(false);
    const share = Number(events[0]?.position) / Number(end(events));
    expect(await web.building()).toEqual([{ name: 'counting', version: 1, share }]);
    await fold(world, 'counting.v1', end(events), 2);
    await starting;
    expect(await web.building()).toEqual([]);
    expect(await read(web)).toBe(2);
    expect(await web.status()).toMatchObject([{ name: 'counting', serving: 'counting.v1', state: 'live', documents: 1 }]);
  });

  test('is an older one until the newer one has caught up', async () => {
    const { world, web } = await serving([counting(2, 10)]);
    expect(web.views.current('counting')).toBe('counting.v1');
    expect(await web.status()).toMatchObject([{ serving: 'counting.v1', state: 'building' }]);
    await fold(world, 'counting.v2', await world.log.head(), 20);
    await expect.poll(() => web.views.current('counting')).toBe('counting.v2');
    expect(await read(web)).toBe(20);
  });

  test('is not an older one that queries cannot read', async () => {
    const events = promises(1);
    const world = cluster(events);
    await fold(world, 'counting.v1', end(events), 1);
    const web = world.web([{ ...counting(2, 10), incompatible: true }]);
    const starting = web.start();
    await fold(world, 'counting.v2', end(events), 10);
    await starting;
    expect(web.views.current('counting')).toBe('counting.v2');
  });

  test('is not a newer program’s', async () => {
    const { world, web } = await serving();
    await fold(world, 'counting.v2', await world.log.head(), 20);
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(web.views.current('counting')).toBe('counting.v1');
  });
});

describe('events that this process wrote', () => {
  test('are waited for by the next reader, until a worker has folded them', async () => {
    const { world, web, write } = await serving();
    await web.waitForReadModels(await write(1), { readersWait: true });
    const reading = read(web);
    await fold(world, 'counting.v1', await world.log.head(), 3);
    expect(await reading).toBe(3);
  });

  test('of other types are not waited for', async () => {
    const events = promises(1);
    const world = cluster(events);
    for (const name of ['counting.v1', 'quiet.v1']) await fold(world, name, end(events), 1);
    const web = world.web([counting(1), quiet]);
    await web.start();
    const appended = promises(1);
    const store = web.noting({ ...world.log, append: async () => ({ revision: 0, position: end(appended), events: appended }) });
    await store.append('any', 'no_stream', []);
    expect((await web.views.documents.get<Tally>('quiet.v1', 'u1'))?.doc.sum).toBe(1);
  });

  test('that no worker folds fail one reader; later ones and writers do not wait; this recovers', async () => {
    const { world, web, write } = await serving();
    await web.waitForReadModels(await write(1), { readersWait: true });
    await expect(read(web)).rejects.toThrow(StoreUnavailable);
    expect(await read(web)).toBe(2);
    await web.waitForReadModels(await world.log.head(), { readersWait: true });
    await fold(world, 'counting.v1', await world.log.head(), 3);
    await expect.poll(async () => (await web.status())[0]?.state).toBe('live');
    await web.waitForReadModels(await write(1), { readersWait: true });
    const reading = read(web);
    await fold(world, 'counting.v1', await world.log.head(), 4);
    expect(await reading).toBe(4);
  });

  test('are shown to the request that wrote them, also while the read model is late', async () => {
    let request: Demanded | null = null;
    const { world, web, write } = await serving([counting(1)], { demanded: () => request });
    await write(1);
    await expect(read(web)).rejects.toThrow(StoreUnavailable);
    request = { written: await write(1), claimed: null };
    const reading = read(web);
    request = null;
    expect(await read(web)).toBe(2);
    await fold(world, 'counting.v1', await world.log.head(), 4);
    expect(await reading).toBe(4);
  });

  test('that a writing request shows to have seen are waited for in the read models that it reads', async () => {
    let request: Demanded | null = null;
    const events = promises(2);
    const world = cluster(events);
    for (const name of ['counting.v1', 'quiet.v1']) await fold(world, name, end(events), 2);
    const web = world.web([counting(1), quiet], { demanded: () => request });
    await web.start();
    const later = promises(1);
    world.log.add(...later);
    request = { written: null, claimed: end(later) };
    // None of the events concerns it, so it is read although nobody folds it.
    expect((await web.views.documents.get<Tally>('quiet.v1', 'u1'))?.doc.sum).toBe(2);
    const reading = read(web);
    await fold(world, 'counting.v1', end(later), 3);
    expect(await reading).toBe(3);
    // The log has no such position, and is asked once for a request.
    request = { written: null, claimed: '9'.repeat(20) };
    const { reads } = world.log;
    expect([await read(web), await read(web)]).toEqual([3, 3]);
    expect(world.log.reads).toBe(reads + 1);
  });

  test('by another process are waited for by who did not find what must exist, if they concern the read model', async () => {
    const events = promises(2);
    const world = cluster(events);
    for (const name of ['counting.v1', 'quiet.v1']) await fold(world, name, end(events), 2);
    const web = world.web([counting(1), quiet]);
    await web.start();
    const later = promises(1);
    world.log.add(...later);
    await web.views.untilCurrent?.('quiet');
    const seen = web.views.untilCurrent?.('counting').then(() => read(web));
    await fold(world, 'counting.v1', end(later), 3);
    expect(await seen).toBe(3);
  });

  test('by another process are waited for by a reader who shows their position', async () => {
    const { world, web } = await serving();
    const events = promises(1);
    world.log.add(...events);
    const seen = web.waitForClaimed(end(events), 2_000).then(() => read(web));
    await fold(world, 'counting.v1', end(events), 3);
    expect(await seen).toBe(3);
  });

  test('are waited for, if their position is shown, also while the read model is late', async () => {
    const { world, web, write } = await serving();
    await web.waitForReadModels(await write(1), { readersWait: true });
    await expect(read(web)).rejects.toThrow(StoreUnavailable);
    const seen = web.waitForClaimed(await world.log.head()).then(() => read(web));
    await expect(web.waitForClaimed(await world.log.head(), 20)).rejects.toThrow(StoreUnavailable);
    await fold(world, 'counting.v1', await world.log.head(), 3);
    expect(await seen).toBe(3);
  });

  test('are read without asking the log when the read model holds the position', async () => {
    const { world, web } = await serving();
    const events = promises(1);
    await fold(world, 'counting.v1', end(events), 3);
    world.log.head = () => Promise.reject(new StoreUnavailable('The log is away.'));
    await web.waitForClaimed(end(events));
    expect(await read(web)).toBe(3);
  });

  test('are not waited for at a position beyond the end of the log', async () => {
    const { web } = await serving();
    await web.waitForClaimed('9'.repeat(20), 60_000);
  });
});

test('the web reads events at once, whichever worker folds them', async () => {
  const world = cluster(promises(1));
  const workers = ['w1', 'w2'].map((name) => world.worker(name, [counting(1), naming]));
  for (const { runner } of workers) await runner.start();
  await world.pass(3_000);
  const web = world.web([counting(1), naming]);
  await web.start();
  const before = await read(web);
  for (let round = 1; round <= 3; round += 1) {
    const events = promises(2);
    world.log.add(...events);
    await web.waitForReadModels(end(events));
    expect(await read(web)).toBe(before + round * 2);
  }
});
