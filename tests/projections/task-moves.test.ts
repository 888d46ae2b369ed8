import fc from 'fast-check';
import { expect, test } from 'vitest';
import { collectionName } from '../../src/projections/engine/projection.ts';
import { task } from '../../src/projections/task/task-lists.ts';
import { type TaskDoc, tasks } from '../../src/projections/task/tasks.ts';
import { build } from './support/build.ts';
import { randomWorld } from './support/random-world.ts';
import { World } from './support/world.ts';

/** Monday 2 November 2026, 10:00 in Berlin. */
function begun(): World {
  const world = new World();
  world.register('u1');
  return world;
}

test('a task lists by how many days each of its moves went, and its first due date', async () => {
  const world = begun();
  world.promise('u1', 't', 'Call', { due_date: '2026-11-05' });
  const facts = async () => {
    const doc = (await task((await build(world.events)).views, 't'))?.doc;
    return [doc?.first_due_date, doc?.move_days, doc?.postponed];
  };
  const move = (due_date: string | null, due_time: string | null = null) =>
    world.task('u1', 't', { type: 'Edit', fields: { due_date, due_time }, texts: {} });
  expect(await facts()).toEqual(['2026-11-05', [], 0]);
  move('2026-11-08');
  move('2026-11-06');
  move('2026-11-06', '12:00');
  expect(await facts()).toEqual(['2026-11-05', [3], 1]);
  move('2026-11-06', '13:00');
  expect(await facts()).toEqual(['2026-11-05', [3, 0], 2]);
  world.task('u1', 't', { type: 'Undo' });
  expect(await facts()).toEqual(['2026-11-05', [3], 1]);
  move(null);
  move('2026-11-20');
  expect(await facts()).toEqual(['2026-11-05', [3], 1]);
});

test('a due date that was given and taken back was not the first', async () => {
  const world = begun();
  world.promise('u1', 't', 'Call');
  world.task('u1', 't', { type: 'Edit', fields: { due_date: '2026-11-05' }, texts: {} });
  world.task('u1', 't', { type: 'Undo' });
  world.task('u1', 't', { type: 'Edit', fields: { due_date: '2026-11-09' }, texts: {} });
  expect((await task((await build(world.events)).views, 't'))?.doc.first_due_date).toBe('2026-11-09');
});

test('over any history, as many moves are listed as are counted', () =>
  fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 1_000_000 }), async (seed) => {
      const world = randomWorld(seed, 80, ['u1']);
      const { documents } = await build(world.events);
      const { items } = await documents.find<TaskDoc>(collectionName(tasks), {
        index: 'due',
        equals: ['u1'],
        order: 'asc',
        limit: 1_000,
      });
      for (const { doc } of items) {
        expect(doc.move_days.length).toBe(doc.postponed);
        expect(doc.move_days.every((days) => days >= 0)).toBe(true);
        if (doc.due_date !== null) expect(doc.first_due_date).not.toBeNull();
      }
    }),
    { numRuns: 30 },
  ));
