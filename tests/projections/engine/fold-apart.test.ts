import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { itemAt } from '../../../src/domain/kernel/records.ts';
import { foldApart } from '../../../src/projections/engine/fold-apart.ts';
import { collectionName } from '../../../src/projections/engine/projection.ts';
import { openTemporaryDocuments } from '../../../src/store/documents/sqlite-documents.ts';
import { PROJECTIONS } from '../../../src/wiring/features.ts';
import { build, contents } from '../support/build.ts';
import { randomWorld } from '../support/random-world.ts';
import { counting, promises, type Tally } from '../support/runners.ts';

const inBatches = <Item>(items: readonly Item[], size: number): readonly Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, n) => items.slice(n * size, (n + 1) * size));

describe('a fold apart', () => {
  test('gives the documents of a fold that serves, in whatever batches the events come', () =>
    fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 1, max: 60 }), async (seed, size) => {
        const { events } = randomWorld(seed, 100);
        const served = await build(events);
        const documents = openTemporaryDocuments();
        await foldApart({ documents, projections: PROJECTIONS, events: inBatches(events, size) });
        expect(await contents(documents, events)).toEqual(await contents(served.documents, events));
        await Promise.all([documents.close(), served.documents.close()]);
      }),
      { numRuns: 10 },
    ));

  test('ends for each read model at its own position, and goes on from there', async () => {
    const events = promises(9);
    const [early, late] = [counting(1), { ...counting(1), name: 'later' }];
    const ends = (first: number, second: number) =>
      new Map([
        ['counting', itemAt(events, first - 1).position],
        ['later', itemAt(events, second - 1).position],
      ]);
    const documents = openTemporaryDocuments();
    const sums = async () =>
      Promise.all([early, late].map(async (each) => (await documents.get<Tally>(collectionName(each), 'u1'))?.doc.sum));
    const fold = (first: number, second: number) =>
      foldApart({ documents, projections: [early, late], events: inBatches(events, 4), ends: ends(first, second) });
    await fold(2, 7);
    expect(await sums()).toEqual([2, 7]);
    await fold(2, 9);
    expect(await sums()).toEqual([2, 9]);
    const views = await foldApart({ documents, projections: [early, late], events: inBatches(events, 4) });
    expect(await sums()).toEqual([9, 9]);
    expect(views.current('later')).toBe('later.v1');
    await documents.close();
  });

  test('reads no event after the last end', async () => {
    const events = promises(3);
    let read = 0;
    async function* batches() {
      for (const event of events) {
        read += 1;
        yield [event];
      }
    }
    const documents = openTemporaryDocuments();
    await foldApart({
      documents,
      projections: [counting(1)],
      events: batches(),
      ends: new Map([['counting', itemAt(events, 0).position]]),
    });
    expect(read).toBe(2);
    await documents.close();
  });

  test('names the event that a fold cannot take', async () => {
    const events = promises(2);
    const refuse = (): never => {
      throw new Error('Not a promise.');
    };
    const broken = { ...counting(1), on: { TaskPromised: refuse } };
    const documents = openTemporaryDocuments();
    const folding = foldApart({ documents, projections: [broken], events: [events] });
    await expect(folding).rejects.toThrow(`counting.v1 cannot take in TaskPromised (event ${events[0]?.id})`);
    await documents.close();
  });
});
