import { expect, onTestFinished, test, vi } from 'vitest';
import { done, noting, openWorld, run } from './support.ts';

test('a reactor hears of the types that it names, each event once, also over restarts', async () => {
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

test('it hears of what comes without being asked, a moment later', async () => {
  const world = openWorld();
  const seen: string[] = [];
  await run(world, [noting(seen)]);
  await world.add('a');
  await expect.poll(() => seen).toHaveLength(1);
});

test('what it has come to is stored although nothing concerned it, so that the next start does not begin far back', async () => {
  const world = openWorld();
  await run(world, [noting([])]);
  const { position } = await world.add('a', 'Other');
  await vi.waitUntil(async () => (await world.stores.reactors.checkpoints())[0]?.position === position, { timeout: 15_000 });
});

test('a new one begins with what comes from now on, with everything, or with the newest few', async () => {
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

test('one that begins now has begun, whether or not the program lived on', async () => {
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

test('a checkpoint beyond the log’s head is set back to the head', async () => {
  const world = openWorld();
  const seen: string[] = [];
  await world.add('a');
  const event = { stream: 'lost', revision: 7 };
  await world.stores.reactors.putCheckpoint({ reactor: 'noting', position: '9'.repeat(20), event });
  const running = await run(world, [noting(seen)]);
  await world.add('b');
  await done(running);
  expect(seen).toEqual(['b 0']);
  expect(world.logged).toContain('A reactor stood beyond the end of the log and is set back.');
});

test('streams go side by side, a stream never does', async () => {
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

test('one that is far behind keeps nobody waiting who does not ask for all', async () => {
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
