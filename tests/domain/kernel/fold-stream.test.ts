import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EventShape, Recorded, RecordedOf } from '../../../src/domain/kernel/event.ts';
import { foldStream, PIECE } from '../../../src/domain/kernel/fold-stream.ts';
import { readEvents } from '../../../src/domain/kernel/read-stream.ts';
import { taskDecider } from '../../../src/domain/task/decide.ts';
import { record } from '../../support/given.ts';
import { readerOf } from '../../support/recorded-stream.ts';
import { livable, live } from '../../support/task-lives.ts';

interface Added extends EventShape {
  readonly type: 'Added';
  readonly data: { readonly n: number };
}
const summing = {
  initial: { sum: 0 },
  evolve: ({ sum }: { readonly sum: number }, { data: { n } }: RecordedOf<Added>) => ({ sum: sum + n }),
};
const STREAM = 's-1';
const added = (count: number, from = 0): Recorded[] =>
  Array.from({ length: count }, (_, index) =>
    record<Added>({ type: 'Added', data: { n: 1 } }, from + index, { stream: STREAM, owner: 'o' }),
  );

describe('a stream', () => {
  test('is read whole once, in pieces, and after that only from the last event on', async () => {
    const events = added(2 * PIECE + 7);
    const reader = readerOf(events);
    expect(await foldStream(reader, summing, STREAM)).toEqual({ state: { sum: 107 }, last: { revision: 106, hash: 's-1@106' } });
    expect(reader.read).toEqual([PIECE, PIECE, 7]);
    events.push(...added(2, events.length));
    expect((await foldStream(reader, summing, STREAM)).state).toEqual({ sum: 109 });
    expect((await foldStream(reader, summing, STREAM)).state).toEqual({ sum: 109 });
    expect(reader.read.slice(3)).toEqual([3, 1]);
  });

  test('of which others have written much meanwhile is read on in pieces', async () => {
    const events = added(10);
    const reader = readerOf(events);
    await foldStream(reader, summing, STREAM);
    events.push(...added(3 * PIECE, events.length));
    expect((await foldStream(reader, summing, STREAM)).state).toEqual({ sum: 160 });
    expect(reader.read).toEqual([10, PIECE, PIECE, PIECE, 1]);
  });

  test('whose last folded event is another one, or gone, is read again from the beginning', async () => {
    for (const restored of [
      added(3),
      added(5).map((event) => ({ ...event, metadata: { ...event.metadata, hash: `other ${event.revision}` } })),
    ]) {
      const events = added(5);
      const reader = readerOf(events);
      expect((await foldStream(reader, summing, STREAM)).state).toEqual({ sum: 5 });
      events.splice(0, events.length, ...restored);
      expect((await foldStream(reader, summing, STREAM)).state).toEqual({ sum: restored.length });
      expect((await foldStream(reader, summing, STREAM)).last?.hash).toBe(restored.at(-1)?.metadata.hash);
    }
  });

  test('that is folded by another function does not get the state of the first', async () => {
    const reader = readerOf(added(4));
    await foldStream(reader, summing, STREAM);
    const counting = { initial: 0, evolve: (count: number) => count + 1 };
    expect((await foldStream(reader, counting, STREAM)).state).toBe(4);
    expect((await foldStream(reader, summing, STREAM)).state).toEqual({ sum: 4 });
  });

  test('gives its state before any event, and who asks event by event reads only the next ones', async () => {
    const reader = readerOf(added(9));
    for (const before of [3, 4, 8]) expect((await foldStream(reader, summing, STREAM, before)).state).toEqual({ sum: before });
    expect(reader.read).toEqual([3, 2, 5]);
    expect((await foldStream(reader, summing, STREAM, 5)).state).toEqual({ sum: 5 });
    expect((await foldStream(reader, summing, STREAM, 0)).state).toEqual({ sum: 0 });
    expect(await foldStream(reader, summing, STREAM)).toMatchObject({ state: { sum: 9 } });
  });

  test('that does not exist gives the initial state, and nothing is kept of it', async () => {
    const events: Recorded[] = [];
    const reader = readerOf(events);
    expect(await foldStream(reader, summing, STREAM)).toEqual({ state: { sum: 0 }, last: null });
    events.push(...added(1));
    expect((await foldStream(reader, summing, STREAM)).state).toEqual({ sum: 1 });
  });

  test('gives some of its events without holding the others', async () => {
    const reader = readerOf(added(PIECE + 5));
    const found = await readEvents(reader, summing, STREAM, { from: 2, only: ({ revision }) => revision % 10 === 0 });
    expect(found.map(({ revision }) => revision)).toEqual([10, 20, 30, 40, 50]);
  });
});

test('however often a process keeps the fold of a task and reads on from it, the state is that of all events', async () => {
  const stops = fc.infiniteStream(fc.integer({ min: 1, max: 5 }));
  await fc.assert(
    fc.asyncProperty(livable, stops, async (one, steps) => {
      const { past, state } = live(one).at(-1) as ReturnType<typeof live>[number];
      const events: Recorded[] = [];
      const reader = readerOf(events);
      for (const stop of steps) {
        events.push(...past.slice(events.length, events.length + stop));
        const fold = await foldStream(reader, taskDecider, past[0]?.stream ?? '');
        expect(fold.state).toEqual(
          events.length === 0 ? taskDecider.initial : (events as typeof past).reduce(taskDecider.evolve, taskDecider.initial),
        );
        if (events.length === past.length) break;
      }
      expect((await foldStream(reader, taskDecider, past[0]?.stream ?? '')).state).toEqual(state);
    }),
    { numRuns: 200 },
  );
});
