import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { addDays, localDate } from '../../src/domain/calendar/local.ts';
import { outcomeOf } from '../../src/domain/task/rules.ts';
import type { Cursor, Page } from '../../src/ports/documents.ts';
import { days, daysOf } from '../../src/projections/day/days.ts';
import { collectionName } from '../../src/projections/engine/projection.ts';
import {
  allTasks,
  archivedTasks,
  childrenOf,
  type LiveFilter,
  liveTasks,
  missedTasks,
  someTasksDue,
  task,
  tasksDue,
} from '../../src/projections/task/task-lists.ts';
import { firstPlace, type TaskDoc, tasks } from '../../src/projections/task/tasks.ts';
import { build } from './support/build.ts';
import { randomWorld } from './support/random-world.ts';
import { World } from './support/world.ts';

const ids = ({ items }: Pick<Page<TaskDoc>, 'items'>) => items.map(({ id }) => id);
const ALL = { limit: 1_000 };

/** Monday 2 November 2026, 10:00 in Berlin. */
function begun(): World {
  const world = new World();
  world.register('u1');
  return world;
}

async function paged(get: (page: { limit: number; after?: Cursor }) => Promise<Page<TaskDoc>>, limit: number): Promise<string[]> {
  const all: string[] = [];
  let after: Cursor | undefined;
  for (;;) {
    const page = await get({ limit, ...(after && { after }) });
    expect(page.items.length).toBeLessThanOrEqual(limit);
    all.push(...ids(page));
    if (page.next === null) return all;
    expect(page.items.length).toBe(limit);
    after = page.next;
  }
}

describe('live tasks', () => {
  test('are sorted by due instant, then those without one, then by creation', async () => {
    const world = begun();
    world.promise('u1', 'undated', 'A');
    for (const [id, due_date, due_time] of [
      ['friday', '2026-11-06', null],
      ['noon', '2026-11-03', '12:00'],
      ['evening', '2026-11-03', null],
      ['also noon', '2026-11-03', '12:00'],
    ] as const) {
      world.later({ minutes: 1 });
      world.promise('u1', id, 'A', { due_date, due_time });
    }
    const { views } = await build(world.events);
    expect(ids(await liveTasks(views, 'u1', {}, ALL))).toEqual(['noon', 'also noon', 'evening', 'friday', 'undated']);
  });

  test('include neither archived nor deleted tasks nor those of another owner', async () => {
    const world = begun();
    world.register('u2');
    for (const id of ['kept', 'archived', 'deleted']) world.promise('u1', id, 'A');
    world.promise('u2', 'other', 'A');
    world.task('u1', 'archived', { type: 'Archive' });
    world.remove('u1', 'deleted');
    const { views } = await build(world.events);
    expect(ids(await liveTasks(views, 'u1', {}, ALL))).toEqual(['kept']);
    expect((await task(views, 'deleted'))?.doc).toMatchObject({ deleted: true, owner: 'u1' });
  });

  test('are sorted by their places, those that were made first coming first', async () => {
    const world = begun();
    for (const id of ['a', 'b', 'c', 'd']) {
      world.later({ minutes: 1 });
      world.promise('u1', id, 'A', { due_date: id === 'd' ? '2026-11-03' : null });
    }
    const own = async () => ids(await liveTasks((await build(world.events)).views, 'u1', { sort: 'place' }, ALL));
    expect(await own()).toEqual(['a', 'b', 'c', 'd']);
    world.task('u1', 'c', { type: 'Place', place: firstPlace('', { created_at: '2026-11-01T00:00:00.000Z', due_at: null }) });
    world.task('u1', 'b', { type: 'Archive' });
    expect(await own()).toEqual(['c', 'a', 'd']);
    world.task('u1', 'b', { type: 'Unarchive' });
    expect(await own()).toEqual(['c', 'a', 'b', 'd']);
  });

  test('are the same in pages, by statuses, due dates and a test, as one list that is filtered by hand', () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.option(fc.uniqueArray(fc.constantFrom('pending', 'in_progress', 'completed', 'missed', 'skipped'), { minLength: 1 })),
        fc.option(fc.constantFrom('2026-11-03', '2026-11-05')),
        fc.option(fc.constantFrom('2026-11-04', '2026-11-06')),
        fc.integer({ min: 1, max: 5 }),
        fc.constantFrom('due', 'place'),
        async (seed, statuses, dueFrom, dueTo, limit, sort) => {
          const { views } = await build(randomWorld(seed, 120).events);
          const accept = (doc: TaskDoc) => doc.version !== 2;
          const filter = {
            accept,
            sort,
            ...(statuses && { statuses }),
            ...(dueFrom && { dueFrom }),
            ...(dueTo && { dueTo }),
          } as LiveFilter;
          const all = await liveTasks(views, 'u1', { sort }, ALL);
          const expected = all.items.filter(
            ({ doc }) =>
              accept(doc) &&
              (!statuses || statuses.includes(doc.status)) &&
              (!dueFrom || (doc.due_date ?? '') >= dueFrom) &&
              (!dueTo || (doc.due_date ?? '9') <= dueTo),
          );
          expect(await paged((page) => liveTasks(views, 'u1', filter, page), limit)).toEqual(ids({ items: expected }));
        },
      ),
      { numRuns: 20 },
    ));
});

test('missed and archived tasks are sorted newest first', async () => {
  const world = begun();
  for (const [id, due_date] of [
    ['first', '2026-11-02'],
    ['second', '2026-11-03'],
    ['put away', '2026-11-03'],
  ] as const)
    world.promise('u1', id, 'A', { due_date });
  world.later({ hours: 60 });
  for (const id of ['first', 'second', 'put away']) world.task('u1', id, { type: 'Advance' });
  world.task('u1', 'put away', { type: 'Archive' });
  world.later({ hours: 1 });
  world.promise('u1', 'also put away', 'A');
  world.task('u1', 'also put away', { type: 'Archive' });
  const { views } = await build(world.events);
  expect(ids(await missedTasks(views, 'u1', ALL))).toEqual(['second', 'first']);
  expect(ids(await archivedTasks(views, 'u1', ALL))).toEqual(['also put away', 'put away']);
});

test('children are the existing sub-tasks, oldest first', async () => {
  const world = begun();
  world.promise('u1', 'parent', 'A');
  for (const id of ['a', 'b', 'c']) {
    world.later({ minutes: 1 });
    world.promise('u1', id, 'A', { parent_id: 'parent' });
  }
  world.remove('u1', 'b');
  const { views } = await build(world.events);
  expect((await childrenOf(views, 'parent')).map(({ id }) => id)).toEqual(['a', 'c']);
});

test('tasks that were due include deleted ones with a decided outcome, and not those that were open', async () => {
  const world = begun();
  for (const id of ['kept', 'open', 'stays']) world.promise('u1', id, 'A', { due_date: '2026-11-03' });
  world.promise('u1', 'later', 'A', { due_date: '2026-11-04' });
  world.status('u1', 'kept', 'completed');
  world.remove('u1', 'kept');
  world.remove('u1', 'open');
  const { views } = await build(world.events);
  expect((await tasksDue(views, 'u1', '2026-11-03', '2026-11-03')).map(({ id, doc }) => [id, doc.deleted])).toEqual([
    ['kept', true],
    ['stays', false],
  ]);
});

test('a change of a parent that names a child does not change the child', async () => {
  const world = begun();
  world.promise('u1', 'parent', 'A');
  world.promise('u1', 'a', 'A', { parent_id: 'parent' });
  const children = [{ id: 'a', needs_proof: false }];
  world.task('u1', 'parent', { type: 'SetStatus', status: 'completed', reason: null, children }, { parts: false });
  expect((await task((await build(world.events)).views, 'a'))?.doc).toMatchObject({ version: 0, status: 'pending' });
});

test('every list is answered from its index', async () => {
  const { documents } = await build(begun().events);
  for (const [index, equals] of Object.entries({
    live: ['u1'],
    status: ['u1', 'pending'],
    place: ['u1', true],
    missed: ['u1'],
    archived: ['u1'],
    children: ['p'],
    next: [],
  })) {
    const steps = documents.explain(collectionName(tasks), { index, equals, order: 'asc', limit: 10 });
    expect(steps.join('\n')).not.toMatch(/TEMP B-TREE/);
  }
});

test('the first and the newest due tasks have the order of the whole list', async () => {
  const world = begun();
  const ids = Array.from({ length: 30 }, (_, index) => `task ${index}`);
  for (const [index, id] of ids.entries()) {
    world.later({ minutes: 1 });
    world.promise('u1', id, 'A', { due_date: '2026-11-03', due_time: index % 2 === 0 ? '12:00' : null });
  }
  world.promise('u1', 'open', 'A', { due_date: '2026-11-03' });
  world.remove('u1', 'open');
  const { views } = await build(world.events);
  const dates = { from: '2026-11-03', to: '2026-11-03' };
  const all = (await tasksDue(views, 'u1', dates.from, dates.to)).map(({ id }) => id);
  expect(all).toEqual([...ids.filter((_, index) => index % 2 === 0), ...ids.filter((_, index) => index % 2 === 1)]);
  for (const most of [1, 7, 29, 30, 31]) {
    const first = await someTasksDue(views, 'u1', dates, { most, end: 'first' });
    const newest = await someTasksDue(views, 'u1', dates, { most, end: 'newest' });
    expect(first.map(({ id }) => id)).toEqual(all.slice(0, most));
    expect(newest.map(({ id }) => id)).toEqual(all.slice(-most));
  }
});

test('a part of the tasks of a year is read without reading all of them', async () => {
  const world = begun();
  const days = Array.from({ length: 40 }, (_, index) => addDays('2026-11-03', index));
  for (const [index, due_date] of days.flatMap((day) => new Array(40).fill(day)).entries())
    world.promise('u1', `task ${index}`, 'A', { due_date });
  const { views } = await build(world.events);
  const find = vi.spyOn(views.documents, 'find');
  const dates = { from: '2026-11-03', to: '2027-11-02' };
  const all = (await tasksDue(views, 'u1', dates.from, dates.to)).map(({ id }) => id);
  expect([all.length, find.mock.calls.length]).toEqual([1_600, 4]);
  for (const end of ['first', 'newest'] as const) {
    find.mockClear();
    const part = (await someTasksDue(views, 'u1', dates, { most: 100, end })).map(({ id }) => id);
    expect([part, find.mock.calls.length]).toEqual([end === 'first' ? all.slice(0, 100) : all.slice(-100), 1]);
  }
});

const [FIRST, LAST] = ['2026-01-01', '2027-12-31'];

/** How many tasks with each outcome each date has, by `date outcome`; tasks that count nowhere are left out. */
function countOutcomes(found: readonly { readonly due_date: string | null; readonly outcome: string }[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { due_date, outcome } of found)
    if (outcome !== 'none') sums[`${due_date} ${outcome}`] = (sums[`${due_date} ${outcome}`] ?? 0) + 1;
  return sums;
}

/** Tasks are created, edited, completed, skipped, undone and deleted, with routines, vacations and moves, while days pass. */
const world = fc.record({ seed: fc.integer({ min: 1, max: 1_000_000 }), steps: fc.integer({ min: 1, max: 150 }) });

test('over any history the outcomes of a day’s tasks add up to the counts of that day', { timeout: 60_000 }, () =>
  fc.assert(
    fc.asyncProperty(world, async ({ seed, steps }) => {
      const { views } = await build(randomWorld(seed, steps).events, { projections: [tasks, days] });
      for (const owner of ['u1', 'u2']) {
        const docs = (await allTasks(views, owner, { limit: 1_000 })).items.map(({ doc }) => doc);
        const listed = (await tasksDue(views, owner, FIRST, LAST)).map(({ doc }) => doc);
        const counted = (await daysOf(views, owner, FIRST, LAST)).flatMap(({ date, counts }) =>
          (['kept', 'missed', 'skipped', 'open'] as const).map((name) => [`${date} ${name}`, counts[name]] as const),
        );
        const rolledUp = Object.fromEntries(counted.filter(([, count]) => count !== 0));
        expect(countOutcomes(docs)).toEqual(rolledUp);
        // a report lists what it counts
        expect(countOutcomes(listed)).toEqual(rolledUp);
        for (const doc of docs) expect(doc.outcome).toBe(outcomeOf(doc));
      }
    }),
    { numRuns: 60 },
  ),
);

test('over any history with changes of zone, what is due after the last of them is listed and counted on its date in the present zone', {
  timeout: 60_000,
}, async () => {
  let rezoned = 0;
  const seeds = fc.record({ seed: fc.integer({ min: 1, max: 1_000_000 }), steps: fc.integer({ min: 50, max: 200 }) });
  await fc.assert(
    fc.asyncProperty(seeds, async ({ seed, steps }) => {
      const played = randomWorld(seed, steps, ['u1']);
      rezoned += played.events.filter(({ type }) => type === 'TaskRezoned').length;
      const moved = played.events.findLast(({ type }) => type === 'TimezoneChanged')?.metadata.at ?? '';
      const { views } = await build(played.events, { projections: [tasks, days] });
      const ahead = (await tasksDue(views, 'u1', FIRST, LAST)).filter(({ doc }) => doc.due_at !== null && doc.due_at >= moved);
      for (const { doc } of ahead) expect(doc.due_date).toBe(localDate(doc.due_at as string, played.zone));
    }),
    { numRuns: 40 },
  );
  expect(rezoned).toBeGreaterThan(0);
});

test('a task that is promised again stays as it is, and the new one names it', async () => {
  const world = begun();
  world.promise('u1', 'old', 'Call', { due_date: '2026-11-02', due_time: '12:00' });
  world.later({ hours: 3 });
  world.task('u1', 'old', { type: 'Advance' });
  const before = (await task((await build(world.events)).views, 'old'))?.doc;
  world.later({ hours: 1 });
  world.task('u1', 'old', { type: 'Renew', again: 'new', over: null, due_date: '2026-11-03', due_time: null });
  world.promise('u1', 'new', 'Call', { due_date: '2026-11-03', again_of: 'old' });
  const { views } = await build(world.events);
  expect((await task(views, 'old'))?.doc).toEqual({ ...before, accepted_alert: null, settled_through: world.now });
  expect((await task(views, 'new'))?.doc).toMatchObject({ again_of: 'old', status: 'pending', due_date: '2026-11-03' });
});
