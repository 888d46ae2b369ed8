import { describe, expect, test } from 'vitest';
import type { Cursor } from '../../src/ports/documents.ts';
import { type HistoryOnly, historyCount } from '../../src/projections/history/selection.ts';
import { changesOf, type HistoryEntry, historyOf } from '../../src/projections/history/timeline.ts';
import { build } from './support/build.ts';
import { randomWorld } from './support/random-world.ts';
import { World } from './support/world.ts';

const PAGE = { limit: 100 };

function begun(): World {
  const world = new World();
  world.register('u1');
  return world;
}

async function historyIn(world: World, only: HistoryOnly = {}): Promise<readonly HistoryEntry[]> {
  return (await historyOf((await build(world.events)).views, 'u1', only, PAGE)).items;
}

/** The seals of these tests are readable: `v1.<event>.<JSON>`. */
const clear = (sealed: string | null | undefined) => (sealed ? JSON.parse(sealed.slice(sealed.indexOf('{'))) : null);

test('is sorted newest first by the time of the event, and by the log at the same instant', async () => {
  const world = begun();
  world.promise('u1', 't1', 'A', { due_date: '2026-11-02', due_time: '23:00' });
  world.later({ hours: 20 });
  world.status('u1', 't1', 'completed');
  expect((await historyIn(world)).map(({ doc }) => `${doc.action} ${doc.at}`)).toEqual([
    'AlertResolved 2026-11-03T05:00:00.000Z',
    'TaskCompleted 2026-11-03T05:00:00.000Z',
    'AlertRaised 2026-11-02T22:00:00.000Z',
    'AlertResolved 2026-11-02T22:00:00.000Z',
    'TaskMissed 2026-11-02T22:00:00.000Z',
    'AlertRaised 2026-11-02T20:00:00.000Z',
    'TaskPromised 2026-11-02T09:00:00.000Z',
    'AccountConfirmed 2026-11-02T09:00:00.000Z',
    'AccountRegistered 2026-11-02T09:00:00.000Z',
  ]);
});

test('contains only the chosen type or task', async () => {
  const world = begun();
  world.promise('u1', 't1', 'A', { due_date: '2026-11-02', due_time: '11:00' });
  world.promise('u1', 't2', 'B');
  world.later({ hours: 2 });
  world.task('u1', 't1', { type: 'Advance' });
  const actions = async (only: HistoryOnly) => (await historyIn(world, only)).map(({ doc }) => doc.action);
  expect(await actions({ type: 'account' })).toEqual(['AccountConfirmed', 'AccountRegistered']);
  expect(await actions({ type: 'tasks' })).toEqual(['TaskMissed', 'TaskPromised', 'TaskPromised']);
  expect(await actions({ type: 'alerts' })).toEqual(['AlertRaised']);
  expect(await actions({ type: 'partner' })).toEqual([]);
  expect(await actions({ task_id: 't2' })).toEqual(['TaskPromised']);
});

test('gives each entry the title that its task had then', async () => {
  const world = begun();
  const rename = (title: string) => world.task('u1', 't1', { type: 'Edit', fields: {}, texts: { title } });
  const step = (act: () => unknown) => {
    world.later({ minutes: 1 });
    act();
  };
  step(() => world.promise('u1', 't1', 'First'));
  step(() => world.status('u1', 't1', 'in_progress'));
  step(() => rename('Second'));
  step(() => world.status('u1', 't1', 'completed'));
  step(() => rename('Third'));
  step(() => world.task('u1', 't1', { type: 'Undo' }));
  step(() => world.status('u1', 't1', 'pending'));
  const entries = await historyIn(world, { task_id: 't1' });
  expect(entries.map(({ doc, title }) => [doc.action, clear(title).title]).toReversed()).toEqual([
    ['TaskPromised', 'First'],
    ['TaskStarted', 'First'],
    ['TaskEdited', 'Second'],
    ['TaskCompleted', 'Second'],
    ['TaskEdited', 'Third'],
    ['TaskUndone', 'Second'],
    ['TaskReopened', 'Second'],
  ]);
});

test('is the same in pages as at once', async () => {
  const { views } = await build(randomWorld(3, 120).events);
  const all = (await historyOf(views, 'u1', {}, { limit: 10_000 })).items.map(({ position }) => position);
  const paged: string[] = [];
  let after: Cursor | null | undefined;
  while (after !== null) {
    const page = await historyOf(views, 'u1', {}, { limit: 7, ...(after && { after }) });
    paged.push(...page.items.map(({ position }) => position));
    after = page.next;
  }
  expect(all.length).toBeGreaterThan(50);
  expect(paged).toEqual(all);
});

describe('filters', () => {
  /** One miss, recorded two hours later, and one completion. */
  function two(): World {
    const world = begun();
    world.promise('u1', 't1', 'A', { due_date: '2026-11-02', due_time: '11:00' });
    world.later({ hours: 2 });
    world.task('u1', 't1', { type: 'Advance' });
    world.promise('u1', 't2', 'B');
    world.later({ hours: 1 });
    world.status('u1', 't2', 'completed');
    return world;
  }
  const actions = async (only: HistoryOnly) => (await historyIn(two(), only)).map(({ doc }) => doc.action);

  test('by who acted, by the public name, and by both together with a type or a task', async () => {
    expect(await actions({ actor: 'system' })).toEqual(['AlertRaised', 'TaskMissed']);
    expect(await actions({ actor: 'user' })).toEqual([
      'TaskCompleted',
      'TaskPromised',
      'TaskPromised',
      'AccountConfirmed',
      'AccountRegistered',
    ]);
    expect(await actions({ actor: 'partner' })).toEqual([]);
    expect(await actions({ action: 'task.missed' })).toEqual(['TaskMissed']);
    expect(await actions({ action: 'task.missed', actor: 'user' })).toEqual([]);
    expect(await actions({ type: 'tasks', actor: 'user' })).toEqual(['TaskCompleted', 'TaskPromised', 'TaskPromised']);
    expect(await actions({ task_id: 't1', type: 'alerts' })).toEqual(['AlertRaised']);
    expect(await actions({ task_id: 't2', action: 'task.created' })).toEqual(['TaskPromised']);
  });

  test('by instants, of which the first is included and the last is not', async () => {
    const missed = '2026-11-02T10:00:00.000Z';
    expect(await actions({ from: missed, to: '2026-11-02T10:00:00.001Z' })).toEqual(['AlertRaised', 'TaskMissed']);
    expect(await actions({ from: missed, type: 'tasks' })).toEqual(['TaskCompleted', 'TaskPromised', 'TaskMissed']);
    expect(await actions({ to: missed, type: 'tasks' })).toEqual(['TaskPromised']);
    expect(await actions({ to: missed, task_id: 't1', actor: 'system' })).toEqual([]);
    expect(await actions({ from: missed, to: missed })).toEqual([]);
  });

  test('give the same in pages as at once, and are counted', async () => {
    const { views } = await build(randomWorld(5, 200).events);
    for (const only of [{ actor: 'system' }, { actor: 'user', type: 'tasks' }, { action: 'task.completed' }] as const) {
      const all = (await historyOf(views, 'u1', only, { limit: 10_000 })).items.map(({ position }) => position);
      const paged: string[] = [];
      let after: Cursor | null | undefined;
      while (after !== null) {
        const page = await historyOf(views, 'u1', only, { limit: 3, ...(after && { after }) });
        expect(page.items.length).toBeLessThanOrEqual(3);
        paged.push(...page.items.map(({ position }) => position));
        after = page.next;
      }
      expect(all.length).toBeGreaterThan(5);
      expect(paged).toEqual(all);
      expect(await historyCount(views, 'u1', only)).toBe(all.length);
    }
  });

  test('read only so many entries for one page, and the next page goes on behind them', async () => {
    const world = begun();
    for (let place = 0; place < 500; place += 1) world.promise('u1', `t${place}`, 'A');
    const { views } = await build(world.events);
    const only = { action: 'account.created' };
    const first = await historyOf(views, 'u1', only, { limit: 100, scan: 500 });
    expect([first.items, first.isCut]).toEqual([[], true]);
    const second = await historyOf(views, 'u1', only, { limit: 100, scan: 500, after: first.next as Cursor });
    expect(second.items.map(({ doc }) => doc.action)).toEqual(['AccountRegistered']);
    expect([second.next, second.isCut]).toEqual([null, false]);
  });
});

describe('the changes in an entry', () => {
  const changed = async (world: World, action: string) => {
    const entry = (await historyIn(world)).find(({ doc }) => doc.action === action);
    if (!entry) throw new Error(`There is no ${action}.`);
    return changesOf(entry.doc);
  };

  test('of a new task are the fields that were set, without those that the wire does not show', async () => {
    const world = begun();
    world.promise('u1', 't1', 'A', { due_date: '2026-11-02', priority: 'high' });
    const { before, after, sealedBefore, sealedAfter } = await changed(world, 'TaskPromised');
    expect(before).toEqual({});
    expect(after).toEqual({
      status: 'pending',
      due_date: '2026-11-02',
      due_at: '2026-11-02T22:59:59.999Z',
      priority: 'high',
      created_at: '2026-11-02T09:00:00.000Z',
    });
    expect(sealedBefore).toEqual({});
    expect(Object.keys(sealedAfter)).toEqual(['title']);
    expect(clear(sealedAfter.title)).toEqual({ title: 'A' });
  });

  test('of a completion show completed beside the status', async () => {
    const world = begun();
    world.promise('u1', 't1', 'A');
    world.status('u1', 't1', 'completed');
    expect(await changed(world, 'TaskCompleted')).toEqual({
      before: { status: 'pending', completed_at: null, completed: false },
      after: { status: 'completed', completed_at: '2026-11-02T09:00:00.000Z', completed: true },
      sealedBefore: {},
      sealedAfter: {},
    });
  });

  test('of an edit show the texts before and after', async () => {
    const world = begun();
    world.promise('u1', 't1', 'First');
    world.task('u1', 't1', { type: 'Edit', fields: { priority: 'low' }, texts: { title: 'Second' } });
    const { before, after, sealedBefore, sealedAfter } = await changed(world, 'TaskEdited');
    expect([before, after]).toEqual([{ priority: 'none' }, { priority: 'low' }]);
    expect([clear(sealedBefore.title).title, clear(sealedAfter.title).title]).toEqual(['First', 'Second']);
  });

  test('of a move, an alert and an account show what was set', async () => {
    const world = begun();
    world.promise('u1', 't1', 'A', { due_date: '2026-11-02', due_time: '11:00' });
    world.later({ hours: 2 });
    world.task('u1', 't1', { type: 'Advance' });
    world.move('u1', 'Asia/Tokyo');
    expect(await changed(world, 'TimezoneChanged')).toMatchObject({
      before: { timezone: 'Europe/Berlin' },
      after: { timezone: 'Asia/Tokyo' },
    });
    expect(await changed(world, 'AlertRaised')).toMatchObject({
      before: {},
      after: { type: 'task_missed', severity: 'high', task_id: 't1', resolved: false },
    });
    expect(Object.keys((await changed(world, 'AccountRegistered')).sealedAfter)).toEqual(['email', 'full_name']);
  });
});

test('an entry names who acted and on what', async () => {
  const world = begun();
  world.promise('u1', 't1', 'A', { due_date: '2026-11-02', due_time: '11:00' });
  world.later({ hours: 2 });
  world.task('u1', 't1', { type: 'Advance' });
  const entries = await historyIn(world);
  const of = (action: string) => entries.find(({ doc }) => doc.action === action)?.doc;
  expect(of('TaskPromised')).toMatchObject({
    actor: { kind: 'user', id: 'u1' },
    subject: { kind: 'task', id: 't1' },
    recorded_at: '2026-11-02T09:00:00.000Z',
  });
  expect(of('TaskMissed')).toMatchObject({
    actor: { kind: 'system', id: null },
    at: '2026-11-02T10:00:00.000Z',
    recorded_at: '2026-11-02T11:00:00.000Z',
  });
  expect(of('AlertRaised')?.subject).toEqual({ kind: 'alert', id: expect.any(String) });
  expect(of('AccountRegistered')?.subject).toEqual({ kind: 'account', id: 'u1' });
});

test('all entries are counted, however many they are', async () => {
  const world = begun();
  for (let place = 0; place < 1_100; place += 1) world.promise('u1', `t${place}`, 'A');
  const { views } = await build(world.events);
  expect(await historyCount(views, 'u1')).toBeGreaterThan(1_100);
});
