import { expect, test } from 'vitest';
import { StoreUnavailable } from '../../src/domain/kernel/event-store.ts';
import { pauseAfter, TRIES } from '../../src/reactors/engine/held-events.ts';
import { done, noting, openWorld, run } from './support.ts';

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
