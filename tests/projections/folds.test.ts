import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Recorded } from '../../src/domain/kernel/event.ts';
import { collectionName } from '../../src/projections/engine/projection.ts';
import { PROJECTIONS } from '../../src/wiring/features.ts';
import { build, contents, feed } from './support/build.ts';
import { randomWorld } from './support/random-world.ts';

const STEPS = 150;
/** Other histories in each run of the tests. They are the same for all read models, because it takes longer to make one than to fold it. */
const HISTORIES = fc
  .sample(fc.integer({ min: 1, max: 1_000_000 }), 8)
  .map((seed) => ({ seed, events: randomWorld(seed, STEPS).events as readonly Recorded[] }));
const FIXED = randomWorld(7, STEPS).events.map(frozen);

describe.each(PROJECTIONS.map((projection) => [projection.name, projection] as const))('%s', (_name, projection) => {
  const projections = [projection];
  const built = async (events: readonly Recorded[], options: { batch?: number; hot?: number } = {}) =>
    contents((await build(events, { projections, ...options })).documents, events, projections);

  test('give the same documents in one batch, one by one, and without documents in memory', async () => {
    let documents = 0;
    for (const { seed, events } of HISTORIES.slice(0, 4)) {
      const expected = await built(events, { batch: events.length });
      documents += Object.keys(expected).length;
      expect([seed, await built(events, { batch: 1 })]).toEqual([seed, expected]);
      expect([seed, await built(events, { batch: 7, hot: 0 })]).toEqual([seed, expected]);
    }
    // A single history may by chance contain no event for a read model.
    expect(documents).toBeGreaterThan(0);
  });

  test('do not change when events are repeated, at once or later', async () => {
    for (const { seed, events } of HISTORIES.slice(4)) {
      const expected = await built(events);
      expect([seed, await built(events.flatMap((event) => [event, event]))]).toEqual([seed, expected]);
      const { documents } = await build(events, { projections });
      await lose(documents, projection);
      await feed(documents, events, { projections, hot: 0 });
      expect([seed, await contents(documents, events, projections)]).toEqual([seed, expected]);
    }
  });

  test('never change a document or an event that they are given', () => {
    const docs = new Map<string, unknown>();
    for (const event of FIXED) {
      const fold = projection.on[event.type];
      if (!fold) continue;
      const add = (id: string, doc: unknown) => docs.set(id, frozen(doc));
      for (const id of projection.ids(event)) docs.set(id, frozen(fold((docs.get(id) as never) ?? null, event, id, add)));
    }
    expect(docs.size).toBeGreaterThan(0);
  });
});

/** As after a crash of a driver that writes documents before checkpoints: there are documents, and no checkpoint. */
async function lose(documents: Awaited<ReturnType<typeof build>>['documents'], projection: (typeof PROJECTIONS)[number]): Promise<void> {
  await documents.apply({ writes: [], checkpoints: [{ name: collectionName(projection), position: '0'.repeat(20) }] });
}

function frozen<T>(value: T): T {
  if (value !== null && typeof value === 'object' && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) frozen(part);
  }
  return value;
}
