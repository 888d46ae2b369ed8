import { describe, expect, test } from 'vitest';
import { currentViews } from '../../src/projections/engine/views.ts';
import { type EveningDoc, evenings } from '../../src/projections/evening.ts';
import { build } from './support/build.ts';
import { World } from './support/world.ts';

/** Monday 2 November 2026, 10:00 in Berlin. */
function begun(): World {
  const world = new World();
  world.register('u1');
  return world;
}

async function next(world: World): Promise<string | null> {
  const { documents } = await build(world.events, { projections: [evenings] });
  const views = currentViews(documents, [evenings]);
  const found = await documents.get<EveningDoc>(views.current(evenings.name), 'u1');
  return found?.doc.next_key ?? null;
}

const came = (world: World, date: string) =>
  world.write(`evening-u1-${date}`, 'u1', {
    type: 'EveningCame',
    data: { date, zone: 'Europe/Berlin', scheduled_at: `${date}T19:00:00.000Z`, outcome: 'mailed' },
  });
const choose = (world: World, evening_time: string) => world.choose('u1', { group: 'channels', set: { evening_time } });

describe('the next evening', () => {
  test('is that of the earliest date with an open task, and none without one', async () => {
    const world = begun();
    expect(await next(world)).toBeNull();
    world.promise('u1', 'a', 'A', { due_date: '2026-11-04' });
    world.promise('u1', 'b', 'B', { due_date: '2026-11-02' });
    world.promise('u1', 'c', 'C', { due_date: '2026-11-02' });
    expect(await next(world)).toBe('2026-11-02T19:00:00.000Z');
    world.status('u1', 'b', 'completed');
    expect(await next(world)).toBe('2026-11-02T19:00:00.000Z');
    world.status('u1', 'c', 'completed');
    expect(await next(world)).toBe('2026-11-04T19:00:00.000Z');
    world.remove('u1', 'a');
    expect(await next(world)).toBeNull();
  });

  test('comes once for a date', async () => {
    const world = begun();
    world.promise('u1', 'a', 'A', { due_date: '2026-11-02' });
    world.later({ hours: 11 });
    came(world, '2026-11-02');
    expect(await next(world)).toBeNull();
    world.promise('u1', 'b', 'B', { due_date: '2026-11-02', due_time: '23:00' });
    choose(world, '22:00');
    expect(await next(world)).toBeNull();
  });

  test('is not that of a date whose evening was past when it got its first task', async () => {
    const world = begun();
    world.later({ hours: 11 });
    world.promise('u1', 'a', 'A', { due_date: '2026-11-02', due_time: '23:00' });
    expect(await next(world)).toBeNull();
    world.remove('u1', 'a');
    world.promise('u1', 'b', 'B', { due_date: '2026-11-03' });
    expect(await next(world)).toBe('2026-11-03T19:00:00.000Z');
  });

  test('moves with the chosen time, and does not come if the new time is past', async () => {
    const world = begun();
    world.promise('u1', 'a', 'A', { due_date: '2026-11-02' });
    choose(world, '18:00');
    expect(await next(world)).toBe('2026-11-02T17:00:00.000Z');
    world.later({ hours: 7 });
    choose(world, '16:30');
    expect(await next(world)).toBeNull();
    world.promise('u1', 'b', 'B', { due_date: '2026-11-03' });
    expect(await next(world)).toBe('2026-11-03T15:30:00.000Z');
  });

  test('stays due if it was due before the time was changed', async () => {
    const world = begun();
    world.promise('u1', 'a', 'A', { due_date: '2026-11-02' });
    world.later({ hours: 11 });
    choose(world, '18:00');
    expect(await next(world)).toBe('2026-11-02T17:00:00.000Z');
  });

  test('follows the owner’s zone', async () => {
    const world = begun();
    world.promise('u1', 'a', 'A', { due_date: '2026-11-06' });
    world.move('u1', 'America/Los_Angeles');
    expect(await next(world)).toBe('2026-11-07T04:00:00.000Z');
  });
});
