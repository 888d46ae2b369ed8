import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ownerIndex } from '../../../src/projections/engine/forgetting.ts';
import { allTasks } from '../../../src/projections/task/task-lists.ts';
import { PROJECTIONS } from '../../../src/wiring/features.ts';
import { build, contents, feed } from '../support/build.ts';
import { randomWorld } from '../support/random-world.ts';

/** Read models whose documents have the owner's id, and those that carry out a deletion. */
const BY_ID = [
  'accounts',
  'closings',
  'exports',
  'free-days',
  'integrations',
  'notices',
  'proof-notices',
  'refused-sign-ins',
  'rhythm',
  'routine-plans',
  'settings',
  'signups',
  'subscriptions',
  'task-heads',
  'vacations',
];
const OUTLIVES = ['leaving'];
const withoutLeaving = (all: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(Object.entries(all).filter(([id]) => !id.startsWith('leaving ')));

describe('when an account is deleted', () => {
  test('every read model can find the documents of its owner', () => {
    const cannot = PROJECTIONS.filter((projection) => ownerIndex(projection) === null).map(({ name }) => name);
    expect(cannot.filter((name) => !BY_ID.includes(name) && !OUTLIVES.includes(name))).toEqual([]);
  });

  test('none of the owner’s documents are left and all others stay, in whatever batches the events come', () =>
    fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1_000_000 }), async (seed) => {
        const { events } = randomWorld(seed, 120);
        const left = new Set(events.flatMap(({ type, metadata }) => (type === 'AccountDeleted' ? [metadata.owner] : [])));
        expect(left.size).toBeGreaterThan(1);
        const stayed = events.filter(({ metadata }) => !left.has(metadata.owner));
        const kept = withoutLeaving(await contents((await build(stayed)).documents, stayed));
        for (const options of [{ batch: events.length }, { batch: 1, hot: 0 }, { batch: 13, hot: 3 }]) {
          const { documents } = await build(events, options);
          const found = await contents(documents, events);
          expect(withoutLeaving(found)).toEqual(kept);
          await feed(documents, events, options);
          expect(await contents(documents, events)).toEqual(found);
        }
      }),
      { numRuns: 6 },
    ));

  test('tasks without a due date are found too', async () => {
    const { events } = randomWorld(3, 40);
    const before = events.findIndex(({ type, metadata }) => type === 'AccountDeletionRequested' && metadata.owner === 'gone0');
    const { views } = await build(events.slice(0, before));
    const { items } = await allTasks(views, 'gone0', { limit: 10 });
    expect(items.map(({ id }) => id).sort()).toEqual(['of-gone0', 'undated-of-gone0']);
  });
});
