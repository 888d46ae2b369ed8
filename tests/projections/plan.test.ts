import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, datesBetween } from '../../src/domain/calendar/local.ts';
import { focusStream } from '../../src/domain/focus/events.ts';
import { focusBetween } from '../../src/projections/day/focus-days.ts';
import { focusNow, sessionsOf } from '../../src/projections/focus.ts';
import { historyOf } from '../../src/projections/history/timeline.ts';
import { task } from '../../src/projections/task/task-lists.ts';
import { countTimeBoxes, overlapsAmong, timeBox, timeBoxesOf } from '../../src/projections/time-box.ts';
import { build } from './support/build.ts';
import { randomWorld } from './support/random-world.ts';
import { World } from './support/world.ts';

const OPEN = { status: 'pending', archived: false } as const;
const DATE = '2026-11-02';

/** It is 10:00 in Berlin. */
function begun(): World {
  const world = new World();
  world.register('u1');
  world.promise('u1', 't1', 'Report');
  return world;
}
const plan = (world: World, id: string, time: string, minutes: number, date = DATE) =>
  world.box('u1', id, { type: 'Plan', task_id: 't1', task: OPEN, date, time, minutes, others: 0 });
const start = (world: World, session_id: string, box: string | null = null) =>
  world.focus('u1', {
    type: 'Start',
    session_id,
    zone: world.zone,
    minutes: null,
    task: { id: 't1', ...OPEN },
    box: box === null ? null : { id: box, minutes: 30, ends_at: '2026-11-03T00:00:00.000Z' },
  });
const stop = (world: World, session_id: string) => world.focus('u1', { type: 'Stop', session_id, end: 'stopped' });

describe('time boxes', () => {
  test('are on the date on which they begin, in the order of their beginning, until they are removed', async () => {
    const world = begun();
    plan(world, 'b', '23:30', 60);
    plan(world, 'a', '11:00', 30);
    plan(world, 'c', '00:15', 30, '2026-11-03');
    world.box('u1', 'c', { type: 'Move', date: DATE, time: '12:00', others: 2 });
    plan(world, 'd', '13:00', 30);
    world.box('u1', 'd', { type: 'Remove' });
    const { views } = await build(world.events);
    expect((await timeBoxesOf(views, 'u1', DATE, DATE)).map(({ id }) => id)).toEqual(['a', 'c', 'b']);
    expect([await countTimeBoxes(views, 'u1', DATE), await countTimeBoxes(views, 'u1', '2026-11-03')]).toEqual([3, 0]);
  });

  test('overlap if they share time, and not if they touch', async () => {
    const world = begun();
    plan(world, 'a', '11:00', 60);
    plan(world, 'b', '11:30', 15);
    plan(world, 'c', '11:40', 20);
    plan(world, 'd', '12:00', 30);
    const { views } = await build(world.events);
    expect(Object.fromEntries(overlapsAmong(await timeBoxesOf(views, 'u1', DATE, DATE)))).toEqual({
      a: ['b', 'c'],
      b: ['a', 'c'],
      c: ['a', 'b'],
    });
  });

  test('keep the time of their sessions, also if they were removed and came back', async () => {
    const world = begun();
    plan(world, 'a', '12:00', 30);
    start(world, 's1', 'a');
    world.later({ seconds: 90 });
    stop(world, 's1');
    world.box('u1', 'a', { type: 'TakeAway', because: 'e1' });
    world.box('u1', 'a', { type: 'BringBack', undoes: 'e1' });
    const { views } = await build(world.events);
    expect((await timeBox(views, 'a'))?.doc).toMatchObject({ is_planned: true, focused_seconds: 90 });
  });
});

describe('focus sessions', () => {
  test('add their time to the task, to the day of their start and to what is shown of today', async () => {
    const world = begun();
    start(world, 's1');
    world.later({ seconds: 100 });
    stop(world, 's1');
    start(world, 's2');
    const before = await build(world.events);
    expect(await focusNow(before.views, 'u1', DATE, world.now)).toMatchObject({
      current: { id: 's2' },
      today: { minutes: 1, sessions: 1 },
    });
    world.later({ minutes: 25 });
    // Its end has not been recorded yet.
    expect(await focusNow(before.views, 'u1', DATE, world.now)).toEqual({
      current: null,
      today: { date: DATE, minutes: 26, sessions: 2 },
    });
    world.focus('u1', { type: 'Advance' });
    const { views } = await build(world.events);
    expect((await focusNow(views, 'u1', DATE, world.now)).today).toEqual({ date: DATE, minutes: 26, sessions: 2 });
    expect((await task(views, 't1'))?.doc.focused_seconds).toBe(1_600);
    expect(await focusBetween(views, 'u1', DATE, DATE)).toEqual({ minutes: 26, sessions: 2, planned_minutes: 0 });
  });

  test('are listed page by page, by the dates of their start', async () => {
    const world = begun();
    for (const id of ['s1', 's2', 's3', 's4']) {
      start(world, id);
      world.later({ minutes: 5 });
      stop(world, id);
      world.later({ hours: 10 });
    }
    const { views } = await build(world.events);
    const pages: string[][] = [];
    let after: Parameters<typeof sessionsOf>[3]['after'] | null;
    do {
      const page = await sessionsOf(views, 'u1', { from: DATE, to: '2026-11-03' }, { limit: 2, ...(after && { after }) });
      pages.push(page.items.map(({ id }) => id));
      after = page.next;
    } while (after);
    expect(pages).toEqual([
      ['s4', 's3'],
      ['s2', 's1'],
    ]);
    expect((await sessionsOf(views, 'u1', { to: DATE }, { limit: 2 })).items.map(({ id }) => id)).toEqual(['s2', 's1']);
  });
});

test('the history of a task has its boxes and sessions, with the title that it had then', async () => {
  const world = begun();
  plan(world, 'a', '12:00', 30);
  start(world, 's1');
  world.later({ minutes: 1 });
  stop(world, 's1');
  world.task('u1', 't1', { type: 'Edit', fields: {}, texts: { title: 'Report for Kim' } });
  const { views } = await build(world.events);
  const { items } = await historyOf(views, 'u1', { task_id: 't1' }, { limit: 10 });
  expect(items.map(({ doc: { action, subject } }) => [action, subject.kind, subject.id])).toEqual([
    ['TaskEdited', 'task', 't1'],
    ['FocusEnded', 'focus', 's1'],
    ['FocusStarted', 'focus', 's1'],
    ['TimeBoxPlanned', 'time_box', 'a'],
    ['TaskPromised', 'task', 't1'],
  ]);
  expect(new Set(items.slice(1).map(({ title }) => title)).size).toBe(1);
});

test('over any history, the figures of all days are those that a count of the events gives', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 1_000_000 }), async (seed) => {
      const { events } = randomWorld(seed, 120);
      const { views } = await build(events);
      const dates = datesBetween('2026-10-30', addDays('2026-11-02', 90));
      const shown = await Promise.all(dates.map((date) => focusBetween(views, 'u1', date, date)));
      const ended = events.filter(({ type, stream }) => type === 'FocusEnded' && stream === focusStream('u1'));
      expect(shown.reduce((sum, { sessions }) => sum + sessions, 0)).toBe(ended.length);
      const boxes = await timeBoxesOf(views, 'u1', dates[0] ?? '', dates.at(-1) ?? '');
      for (const [index, date] of dates.entries()) {
        const seconds = ended.reduce((sum, { data }) => sum + (data.date === date ? Number(data.focused_seconds) : 0), 0);
        const minutes = boxes.reduce((sum, { doc }) => sum + (doc.date === date ? doc.minutes : 0), 0);
        expect([date, shown[index]?.minutes, shown[index]?.planned_minutes]).toEqual([date, Math.floor(seconds / 60), minutes]);
      }
    }),
    { numRuns: 10 },
  );
});
