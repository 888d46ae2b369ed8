import { expect, onTestFinished, test, vi } from 'vitest';
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
  await world.stores.reactors.putCheckpoint({ reactor: 'noting', position: '9'.repeat(20), event });
  const running = await run(world, [noting(seen)]);
  await world.add('b');
  await done(running);
  expect(seen).toEqual(['b 0']);
  expect(world.logged).toContain('A reactor stood beyond the end of the log and is set back.');
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
