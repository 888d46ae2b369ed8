import { describe, expect, onTestFinished, test } from 'vitest';
import { closedThrough } from '../../src/projections/day/closings.ts';
import { dueBefore, nextDue } from '../../src/projections/engine/due-work.ts';
import { collectionName } from '../../src/projections/engine/projection.ts';
import { currentViews } from '../../src/projections/engine/views.ts';
import { type RemindersDoc, reminders } from '../../src/projections/reminders.ts';
import { DUE_WORK, PROJECTIONS } from '../../src/wiring/features.ts';
import { openTestStores } from '../support/app.ts';
import { build } from './support/build.ts';
import { World } from './support/world.ts';

const FAR = '2100-01-01T00:00:00.000Z';
const COUNTS = { kept: 0, missed: 0, skipped: 0, open: 1, postponed: 0, taken_back: 0, late: 0 };
const NONE = { current: 0, longest: 0, freezes: 0 };

/** Monday 2 November 2026, 10:00 in Berlin. */
function begun(): World {
  const world = new World();
  world.register('u1');
  return world;
}

async function due(world: World, until = FAR) {
  const { views } = await build(world.events);
  const works = (await dueBefore(views, DUE_WORK, until, 100)).filter(({ kind }) => kind !== 'rhythm' && kind !== 'evening');
  return works.map((work) => `${work.kind} ${'date' in work ? work.date : work.id} ${work.next_at}`);
}

const close = (world: World, date: string) =>
  world.close('u1', { date, zone: world.zone, counts: COUNTS, streak: NONE, before: NONE, frozen: false });

test('nothing is due in an empty log', async () => {
  const { views } = await build(new World().events);
  expect(await dueBefore(views, DUE_WORK, FAR, 10)).toEqual([]);
  expect(await nextDue(views, DUE_WORK)).toBeNull();
});

test('at the same instant a task comes before the closing of its day', async () => {
  const world = begun();
  world.promise('u1', 't1', 'A', { due_date: '2026-11-02' });
  expect(await due(world)).toEqual(['task t1 2026-11-02T20:59:59.999Z', 'close 2026-11-02 2026-11-02T23:00:00.000Z']);
  world.later({ hours: 12 });
  world.task('u1', 't1', { type: 'Advance' });
  expect(await due(world)).toEqual(['task t1 2026-11-02T23:00:00.000Z', 'close 2026-11-02 2026-11-02T23:00:00.000Z']);
});

test('the query gives only work that is due at the instant, up to the limit', async () => {
  const world = begun();
  for (const [id, due_date] of [
    ['a', '2026-11-03'],
    ['b', '2026-11-04'],
  ] as const)
    world.promise('u1', id, 'A', { due_date });
  const { views } = await build(world.events);
  expect(await nextDue(views, DUE_WORK)).toBe('2026-11-02T22:59:59.999Z');
  expect((await dueBefore(views, DUE_WORK, '2026-11-02T22:59:59.999Z', 10)).length).toBe(1);
  expect((await dueBefore(views, DUE_WORK, '2026-11-02T22:59:59.998Z', 10)).length).toBe(0);
  expect((await dueBefore(views, DUE_WORK, FAR, 2)).length).toBe(2);
});

describe('the closing of a day', () => {
  const closings = async (world: World) => (await due(world)).filter((line) => line.startsWith('close'));

  test('is due for the earliest planned day that is not closed, then for the next', async () => {
    const world = begun();
    world.promise('u1', 'a', 'A', { due_date: '2026-11-04' });
    world.promise('u1', 'b', 'A', { due_date: '2026-11-02' });
    expect(await closings(world)).toEqual(['close 2026-11-02 2026-11-02T23:00:00.000Z']);
    world.later({ hours: 24 });
    close(world, '2026-11-02');
    expect(await closings(world)).toEqual(['close 2026-11-04 2026-11-04T23:00:00.000Z']);
    expect(await closedThrough((await build(world.events)).views, 'u1')).toBe('2026-11-02');
  });

  test('is not due when everything was taken back', async () => {
    const world = begun();
    world.promise('u1', 'a', 'A', { due_date: '2026-11-04' });
    world.remove('u1', 'a');
    expect(await closings(world)).toEqual([]);
  });

  test('follows the owner’s zone in nights in which the clocks change', async () => {
    const world = new World('2026-09-26T00:00:00.000Z');
    world.register('u1', 'Pacific/Auckland');
    world.promise('u1', 'a', 'A', { due_date: '2026-09-27' });
    expect(await closings(world)).toEqual(['close 2026-09-27 2026-09-27T11:00:00.000Z']);
    world.move('u1', 'Europe/Berlin');
    expect(await closings(world)).toEqual(['close 2026-09-27 2026-09-27T22:00:00.000Z']);
  });

  test('is not due again after a move to the west', async () => {
    const world = begun();
    world.promise('u1', 'a', 'A', { due_date: '2026-11-02' });
    world.later({ hours: 15 });
    close(world, '2026-11-02');
    world.move('u1', 'America/Los_Angeles');
    world.promise('u1', 'b', 'A', { due_date: '2026-11-02', due_time: '23:00' });
    expect(await closings(world)).toEqual([]);
  });
});

describe('the sending of a delivery', () => {
  const mail = { channel: 'mail', kind: 'confirmation', user_id: 'u1', expires_at: null } as const;
  const failed = (attempt: number, next_attempt_at: string | null) => ({
    type: 'DeliveryFailed',
    data: { attempt, reason: 'busy', next_attempt_at },
  });
  function asked(): World {
    const world = begun();
    world.write('delivery-m1', 'u1', { type: 'DeliveryRequested', data: mail, private: { to: 'a@example.org', name: 'A' } });
    return world;
  }

  test('is due at once, after a failure at the given instant, and not once it was sent or given up', async () => {
    const world = asked();
    expect(await due(world)).toEqual(['deliver m1 2026-11-02T09:00:00.000Z']);
    world.write('delivery-m1', 'u1', failed(1, '2026-11-02T09:05:00.000Z'));
    expect(await due(world)).toEqual(['deliver m1 2026-11-02T09:05:00.000Z']);
    world.write('delivery-m1', 'u1', { type: 'DeliverySent', data: { attempt: 2, message_id: 'x' } });
    expect(await due(world)).toEqual([]);
  });

  test('is due again when the outcome of an attempt is no longer waited for', async () => {
    const world = asked();
    world.write('delivery-m1', 'u1', { type: 'DeliveryBegun', data: { attempt: 1, until: '2026-11-02T09:02:00.000Z' } });
    expect(await due(world)).toEqual(['deliver m1 2026-11-02T09:02:00.000Z']);
    world.write('delivery-m1', 'u1', { type: 'DeliverySent', data: { attempt: 1, message_id: 'x' } });
    expect(await due(world)).toEqual([]);
  });

  test('is not due after it was given up', async () => {
    const given = asked();
    given.write('delivery-m1', 'u1', failed(1, null));
    expect(await due(given)).toEqual([]);
  });
});

const NOW = '2026-11-24T07:00:00.000Z';
const ACCOUNTS = 100_000;
const DUE = 100;

async function opened() {
  const stores = openTestStores();
  onTestFinished(() => stores.dispose());
  for (const projection of PROJECTIONS) await stores.documents.ensure({ name: collectionName(projection), indexes: projection.indexes });
  return stores;
}

describe('due work', () => {
  test('is found by a declared index in every read model that has some', async () => {
    const { documents } = await opened();
    const holders = PROJECTIONS.filter(({ indexes }) => indexes.some(({ name }) => name === 'next'));
    expect(holders.map(({ name }) => name)).toContain('rhythm');
    for (const projection of holders) {
      const name = collectionName(projection);
      const plan = documents.explain(name, { index: 'next', equals: [], to: NOW, order: 'asc', limit: 500 });
      expect(plan).toEqual([expect.stringMatching(new RegExp(`^SEARCH c.${name} USING INDEX i.${name}.next`))]);
    }
  });

  test('is found for 100 of 100,000 accounts, without reading the others', async () => {
    const { documents } = await opened();
    const views = currentViews(documents, PROJECTIONS);
    const writes = Array.from({ length: ACCOUNTS }, (_, index) => {
      const due = index % (ACCOUNTS / DUE) === 0;
      const next_key = due ? NOW : `2026-11-25T${String(index % 24).padStart(2, '0')}:00:00.000Z`;
      const doc = { owner: `u${index}`, next_key } as unknown as RemindersDoc;
      return { id: `u${index}`, position: String(index + 1).padStart(20, '0'), doc };
    });
    await documents.apply({ writes: [{ collection: collectionName(reminders), writes }], checkpoints: [] });
    const found = await dueBefore(views, DUE_WORK, NOW, 500);
    expect(found).toHaveLength(DUE);
    expect(new Set(found.map(({ kind, next_at }) => `${kind} ${next_at}`))).toEqual(new Set([`rhythm ${NOW}`]));
  });
});
