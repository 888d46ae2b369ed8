import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { START } from '../../../src/domain/kernel/event.ts';
import { itemAt } from '../../../src/domain/kernel/records.ts';
import type { Documents, Query } from '../../../src/ports/documents.ts';
import { Folding, ownerIndex } from '../../../src/projections/engine/folding.ts';
import { collectionName, specOf } from '../../../src/projections/engine/projection.ts';
import { everything } from '../../../src/projections/engine/views.ts';
import { allTasks } from '../../../src/projections/task/task-lists.ts';
import { tasks } from '../../../src/projections/task/tasks.ts';
import { openDocuments } from '../../../src/store/documents/sqlite-documents.ts';
import { PROJECTIONS } from '../../../src/wiring/features.ts';
import { build, contents, feed } from '../support/build.ts';
import { randomWorld } from '../support/random-world.ts';
import { end, promises } from '../support/runners.ts';
import { FOUR } from '../support/workers.ts';

test('a collection that turns out to be lost when it is written is removed, and the others are written', async () => {
  const documents = openDocuments(':memory:');
  const folding = new Folding(documents, { hot: 10 });
  for (const [index, projection] of FOUR.entries()) {
    await documents.ensure({ name: collectionName(projection), indexes: projection.indexes });
    const lease = new AbortController();
    // Like a worker that was suspended: the lease turns out to be lost, and the worker then drops the collection.
    lease.signal.addEventListener('abort', () => folding.remove([collectionName(projection)]));
    const lost = new Proxy(lease.signal, {
      get(signal, name) {
        if (index === 0) lease.abort();
        return Reflect.get(signal, name, signal);
      },
    });
    folding.add(projection, { checkpoint: START, hold: { token: 1, lost } });
  }
  const events = promises(2);
  await folding.fold(events);
  await folding.write();
  const found = await documents.checkpoints(FOUR.map(collectionName));
  expect([...found].map(([name, { position }]) => [name, position])).toEqual(['b.v1', 'c.v1', 'd.v1'].map((name) => [name, end(events)]));
  await documents.close();
});

test('a collection with few changed documents waits to be written, but not for ever', async () => {
  const documents = openDocuments(':memory:');
  const projection = itemAt(FOUR, 0);
  const name = collectionName(projection);
  await documents.ensure(specOf(projection));
  const folding = new Folding(documents, { hot: 10 });
  folding.add(projection, START);
  const events = promises(2);
  await folding.fold(events);
  await folding.write(2);
  expect(await documents.checkpoint(name)).toBe(START);
  await folding.write(1);
  expect(await documents.checkpoint(name)).toBe(end(events));
  const later = promises(3);
  await folding.fold(later);
  for (let asked = 0; asked < 200 && (await documents.checkpoint(name)) < end(later); asked += 1) await folding.write(1_000);
  expect(await documents.checkpoint(name)).toBe(end(later));
  await documents.close();
});

test('the task of a new stream is not looked up, and any other one is found', async () => {
  const documents = openDocuments(':memory:');
  await documents.ensure(specOf(tasks));
  const asked: number[] = [];
  const watched: Documents = {
    ...documents,
    getMany: async (name, ids) => {
      const found = await documents.getMany(name, ids);
      asked.push(ids.length - found.size);
      // biome-ignore lint/suspicious/noExplicitAny: documents of any type
      return found as any;
    },
  };
  const folding = new Folding(watched, { hot: 1 });
  folding.add(tasks, START);
  const { events } = randomWorld(7, 150);
  for (let at = 0; at < events.length; at += 7) {
    await folding.fold(events.slice(at, at + 7));
    await folding.write();
  }
  expect([asked.length > 0, asked.some((lacking) => lacking > 0)]).toEqual([true, false]);
  await documents.close();
});

/** Read models whose documents have the owner's id, and those that carry out a deletion. */
const BY_ID = [
  'accounts',
  'closings',
  'evenings',
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

test('other work runs between the pages of a long list, even if the store answers at once', async () => {
  const item = (place: number) => ({ id: String(place), position: '1', doc: { place } });
  const find = async (_name: string, { limit, after }: Query) => {
    const from = Number(after?.[0] ?? 0);
    const items = Array.from({ length: limit }, (_, index) => item(from + index));
    return { items, next: from + limit < 3_000 ? [from + limit] : null };
  };
  let turns = 0;
  const count = (): void => {
    turns += 1;
    if (turns < 100) setImmediate(count);
  };
  setImmediate(count);
  const found = await everything({ find } as unknown as Documents, 'tasks.v1', { index: 'due', equals: ['u1'] });
  expect(found.map(({ doc }) => doc.place)).toEqual(Array.from({ length: 3_000 }, (_, place) => place));
  expect(turns).toBeGreaterThanOrEqual(5);
  turns = 100;
});
