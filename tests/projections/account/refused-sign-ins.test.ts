import { expect, test } from 'vitest';
import { sessionStream } from '../../../src/domain/account/session-events.ts';
import { MANY_REFUSALS, MOST_COUNTED, refusedSignIns, refusedSignInsOf } from '../../../src/projections/account/refused-sign-ins.ts';
import { build } from '../support/build.ts';
import { World } from '../support/world.ts';

let tries = 0;
const refuse = (world: World, owner: string, times: number): void => {
  for (let count = 0; count < times; count += 1) world.write(sessionStream(`s${tries++}`), owner, { type: 'SessionRefused', data: {} });
};
/** The owner's document, which must be the same if every event comes twice, and if each is written by itself. */
async function readModel({ events }: World, owner: string) {
  const projections = [{ ...refusedSignIns, forgetsOn: 'AccountDeleted' }];
  const docOf = async (given: typeof events, batch?: number) =>
    (await refusedSignInsOf((await build(given, { projections, ...(batch && { batch }) })).views, owner))?.doc ?? null;
  const doc = await docOf(events);
  expect(await docOf(events.flatMap((event) => [event, event]))).toEqual(doc);
  expect(await docOf(events, 1)).toEqual(doc);
  return doc;
}

test('counts the newest day of each owner, by dates in UTC', async () => {
  const world = new World('2026-11-02T23:30:00.000Z');
  refuse(world, 'u1', 3);
  refuse(world, 'u2', 1);
  expect(await readModel(world, 'u1')).toEqual({
    owner: 'u1',
    date: '2026-11-02',
    count: 3,
    first_at: '2026-11-02T23:30:00.000Z',
    many_on: null,
  });
  world.later({ hours: 1 });
  refuse(world, 'u1', 2);
  expect(await readModel(world, 'u1')).toMatchObject({ date: '2026-11-03', count: 2, first_at: '2026-11-03T00:30:00.000Z' });
  expect(await readModel(world, 'u2')).toMatchObject({ date: '2026-11-02', count: 1 });
  expect(await readModel(world, 'u3')).toBeNull();
});

test('knows the newest day with many, also on later days', async () => {
  const world = new World();
  refuse(world, 'u1', MANY_REFUSALS - 1);
  expect(await readModel(world, 'u1')).toMatchObject({ many_on: null });
  refuse(world, 'u1', 1);
  expect(await readModel(world, 'u1')).toMatchObject({ many_on: '2026-11-02' });
  world.later({ hours: 24 });
  refuse(world, 'u1', 1);
  expect(await readModel(world, 'u1')).toMatchObject({ date: '2026-11-03', count: 1, many_on: '2026-11-02' });
});

test('also counts what another process dates to the day before, and stops at its bound', async () => {
  const world = new World('2026-11-03T00:00:00.001Z');
  refuse(world, 'u1', 1);
  world.later({ milliseconds: -5 });
  refuse(world, 'u1', MOST_COUNTED + 5);
  expect(await readModel(world, 'u1')).toMatchObject({ date: '2026-11-03', count: MOST_COUNTED, many_on: '2026-11-03' });
});

test('is removed with the account', async () => {
  const world = new World();
  world.register('u1');
  refuse(world, 'u1', 2);
  refuse(world, 'u2', 2);
  world.write('account-u1', 'u1', { type: 'AccountDeletionRequested', data: { address_key: 'k' } });
  world.write('account-u1', 'u1', { type: 'AccountDeleted', data: { last_messages_until: world.now } });
  expect(await readModel(world, 'u1')).toBeNull();
  expect(await readModel(world, 'u2')).toMatchObject({ count: 2 });
});
