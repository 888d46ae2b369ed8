import { expect, onTestFinished, test, vi } from 'vitest';
import { StoreUnavailable } from '../../src/domain/kernel/event-store.ts';
import { pauseAfter, TRIES } from '../../src/reactors/engine/held-events.ts';
import { done, noting, openWorld, run } from './support.ts';

test('a reactor gets each event of its types once, also over restarts', async () => {
  const world = openWorld();
  const seen: string[] = [];
  await world.add('a');
  await world.add('a', 'Other');
  const first = await run(world, [noting(seen)]);
  await world.add('b');
  await done(first);
  expect(seen).toEqual(['a 0', 'b 0']);
  await first.stop();
  await world.add('a');
  const second = await run(world, [noting(seen)]);
  expect(seen).toEqual(['a 0', 'b 0', 'a 2']);
  await done(second);
  expect(seen).toHaveLength(3);
});

test('a reactor gets new events soon, without a call of catchUp', async () => {
  const world = openWorld();
  const seen: string[] = [];
  await run(world, [noting(seen)]);
  await world.add('a');
  await expect.poll(() => seen).toHaveLength(1);
});

test('the checkpoint is stored even if no event concerned the reactor, so that the next start does not begin far back', async () => {
  const world = openWorld();
  await run(world, [noting([])]);
  const { position } = await world.add('a', 'Other');
  await vi.waitUntil(async () => (await world.stores.reactors.checkpoints())[0]?.position === position, { timeout: 15_000 });
});

test('a new reactor begins with new events, with the first event, or with the newest few', async () => {
  const world = openWorld();
  const seen: Record<'now' | 'start' | 'newest', string[]> = { now: [], start: [], newest: [] };
  for (let count = 0; count < 6; count += 1) await world.add('a');
  const reactors = await run(world, [
    noting(seen.now, { name: 'now', from: 'now' }),
    noting(seen.start, { name: 'start', from: 'start' }),
    noting(seen.newest, { name: 'newest', from: { newest: 2 } }),
  ]);
  await world.add('b');
  await done(reactors);
  expect(seen).toEqual({
    now: ['b 0'],
    start: ['a 0', 'a 1', 'a 2', 'a 3', 'a 4', 'a 5', 'b 0'],
    newest: ['a 4', 'a 5', 'b 0'],
  });
});

test('new reactors that begin with the first event read the log once together', async () => {
  const world = openWorld();
  const seen: readonly string[][] = [[], [], []];
  for (let count = 0; count < 1_200; count += 1) await world.add(`s${count}`);
  const read = vi.spyOn(world.stores.store, 'readAll');
  await done(
    await run(
      world,
      seen.map((each, index) => noting(each, { name: `number ${index}`, from: 'start' })),
    ),
  );
  expect(seen.map(({ length }) => length)).toEqual([1_200, 1_200, 1_200]);
  // Three pages, of which the last is not full.
  const pages = new Set(read.mock.calls.map(([after]) => after));
  expect([pages.size, read.mock.calls.length <= 5]).toEqual([3, true]);
});

test('a reactor that begins with new events keeps its start over a crash', async () => {
  const world = openWorld();
  const seen: string[] = [];
  await world.add('a');
  const first = world.process([noting(seen, { from: 'now' })]);
  await first.start();
  await first.stop();
  await world.add('b');
  await run(world, [noting(seen, { from: 'now' })]);
  expect(seen).toEqual(['b 0']);
});

test('a checkpoint beyond the end of the log moves back to the end', async () => {
  const world = openWorld();
  const seen: string[] = [];
  await world.add('a');
  const event = { stream: 'lost', revision: 7 };
  await world.stores.reactors.putCheckpoints([{ reactor: 'noting', position: '9'.repeat(20), event }]);
  const running = await run(world, [noting(seen)]);
  await world.add('b');
  await done(running);
  expect(seen).toEqual(['b 0']);
  expect(world.logged).toContain('reactor.set_back');
});

test('events of different streams run in parallel, events of one stream do not', async () => {
  const world = openWorld();
  const [under, most] = [new Map<string, number>(), { streams: 0, ofOne: 0 }];
  for (let index = 0; index < 40; index += 1) await world.add(`s${index % 8}`);
  await run(world, [
    {
      ...noting([]),
      async react({ stream, position }) {
        under.set(stream, (under.get(stream) ?? 0) + 1);
        most.streams = Math.max(most.streams, under.size);
        most.ofOne = Math.max(most.ofOne, ...under.values());
        await new Promise(setImmediate);
        under.delete(stream);
        return position;
      },
    },
  ]);
  expect(most).toEqual({ streams: 8, ofOne: 1 });
});

test('a reactor that is far behind delays only callers that ask for all', async () => {
  const world = openWorld();
  const [seen, late]: [string[], string[]] = [[], []];
  const gate = Promise.withResolvers<void>();
  onTestFinished(() => gate.resolve());
  const slow = noting(late, { name: 'slow' });
  await world.add('a');
  const running = world.process([noting(seen), { ...slow, react: (...given) => gate.promise.then(() => slow.react(...given)) }]);
  await running.start();
  await world.add('b');
  await vi.waitUntil(
    async () => {
      await running.catchUp();
      return seen.length === 2;
    },
    { timeout: 15_000 },
  );
  expect(late).toEqual([]);
  gate.resolve();
  await done(running);
  expect(late).toEqual(['a 0', 'b 0']);
});

test('a failed event blocks only its own stream, in order, and no other reactor', async () => {
  const world = openWorld();
  const [seen, other]: [string[], string[]] = [[], []];
  let isDown = true;
  const reactors = [
    noting(seen, {}, ({ stream, revision }) => isDown && stream === 'a' && revision === 0),
    noting(other, { name: 'other' }),
  ];
  for (const stream of ['a', 'b', 'a', 'b']) await world.add(stream);
  const running = await run(world, reactors);
  expect(seen).toEqual(['b 0', 'b 1']);
  expect(other.toSorted()).toEqual(['a 0', 'a 1', 'b 0', 'b 1']);
  expect(await world.stores.reactors.counts()).toEqual([{ reactor: 'noting', waiting: 2, aside: 0 }]);
  await world.add('a');
  await world.add('c');
  await done(running);
  expect(seen).toEqual(['b 0', 'b 1', 'c 0']);
  isDown = false;
  await done(running);
  expect(seen).toHaveLength(3);
  world.stores.clock.advance(pauseAfter(1));
  await done(running);
  expect(seen.slice(3)).toEqual(['a 0', 'a 1', 'a 2']);
  expect(await world.stores.reactors.counts()).toEqual([]);
});

test('a failed event is tried 8 times with growing pauses, also over restarts, and then set aside until a retry', async () => {
  const world = openWorld();
  const seen: string[] = [];
  let [isDown, tried] = [true, 0];
  const reactor = noting(seen, {}, ({ revision }) => {
    if (revision !== 0) return false;
    tried += 1;
    return isDown;
  });
  const failing = await world.add('a');
  await world.add('a');
  let running = await run(world, [reactor]);
  for (let tries = 1; tries < TRIES; tries += 1) {
    expect([tried, seen]).toEqual([tries, []]);
    world.stores.clock.advance(pauseAfter(tries) - 1);
    await done(running);
    expect(tried).toBe(tries);
    await running.stop();
    world.stores.clock.advance(1);
    running = await run(world, [reactor]);
  }
  expect([tried, seen]).toEqual([8, ['a 1']]);
  const progress = world.stores.reactors;
  const [aside] = await progress.aside();
  expect(aside).toMatchObject({
    event_id: failing.id,
    tries: 8,
    next_at: null,
    error: 'Error: not a',
    held_at: '2026-11-20T16:00:00.000Z',
  });
  world.stores.clock.advance('PT1000H');
  await done(running);
  expect(tried).toBe(8);

  isDown = false;
  if (aside) await progress.change({ ...aside, aside: false, tries: 0, next_at: null });
  await done(running);
  expect([tried, seen]).toEqual([9, ['a 1', 'a 0']]);
  expect(await progress.counts()).toEqual([]);
});

test('a held event that is missing in a restored log is dropped', async () => {
  const world = openWorld();
  const { position } = await world.add('a');
  const lost = { reactor: 'noting', event_id: 'x', type: 'Asked', stream: 'gone', revision: 3, position, tries: 1 };
  await world.stores.reactors.hold({ ...lost, next_at: null, aside: false, error: null, held_at: '2026-11-20T16:00:00.000Z' });
  await run(world, [noting([])]);
  expect(await world.stores.reactors.counts()).toEqual([]);
});

test('an unreachable store is no failure of an event: all events wait until it is back', async () => {
  const world = openWorld();
  const seen: string[] = [];
  let isAway = true;
  const reactor = noting(seen);
  const away = {
    ...reactor,
    react: async (...given: Parameters<typeof reactor.react>) => {
      if (isAway) throw new StoreUnavailable('It is away.');
      return reactor.react(...given);
    },
  };
  await world.add('a');
  await world.add('b');
  const running = world.process([away]);
  await running.start();
  await expect(running.catchUp({ all: true })).rejects.toThrow('It is away.');
  expect(await world.stores.reactors.counts()).toEqual([]);
  isAway = false;
  await done(running);
  expect(seen.toSorted()).toEqual(['a 0', 'b 0']);
});

test('the events of a deleted account are dropped, before or during their reaction, and block nobody', async () => {
  const world = openWorld();
  const seen: string[] = [];
  const { vault } = world.stores;
  for (const owner of ['ann', 'bob']) await vault.createKey(owner);
  await world.add('a', 'Asked', 'ann');
  await world.add('b', 'Asked', 'bob');
  await world.add('c');
  await vault.destroyKey('ann');
  const reactor = noting(seen);
  await run(world, [
    {
      ...reactor,
      async react(event, context) {
        if (event.stream !== 'b') return reactor.react(event, context);
        await vault.destroyKey('bob');
        throw new Error('There is no key.');
      },
    },
  ]);
  expect(seen).toEqual(['c 0']);
  expect(await world.stores.reactors.counts()).toEqual([]);
});
