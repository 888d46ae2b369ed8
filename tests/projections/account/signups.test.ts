import { expect, test } from 'vitest';
import type { AccountEvent } from '../../../src/domain/account/events.ts';
import { accountStream } from '../../../src/domain/account/events.ts';
import { deliveryStream } from '../../../src/domain/delivery/events.ts';
import { isReplaced, SIDE_BY_SIDE, signup, signups, signupsFrom, signupsOf } from '../../../src/projections/account/signups.ts';
import { build } from '../support/build.ts';
import { World } from '../support/world.ts';

const write = (world: World, owner: string, event: AccountEvent): void => void world.write(accountStream(owner), owner, event);
const signUp = (world: World, owner: string, source?: string, address_key = 'k'): void =>
  write(world, owner, {
    type: 'AccountRegistered',
    data: { address_key, timezone: 'UTC', ...(source && { source }) },
    private: { email: 'a@b.cd', full_name: owner },
  });
const link = (world: World, owner: string, id: string, kind: string, expires_at: string): void =>
  void world.write(deliveryStream(id), owner, {
    type: 'DeliveryRequested',
    data: { channel: 'mail', kind, user_id: owner, expires_at },
    private: { to: 'a@b.cd', name: owner },
  });

/** The read model; the same where every event comes twice, and where each is written by itself. */
async function readModel({ events }: World) {
  const projections = [{ ...signups, forgetsOn: 'AccountDeleted' }];
  const built = await Promise.all([
    build(events, { projections }),
    build(
      events.flatMap((event) => [event, event]),
      { projections },
    ),
  ]);
  const [views, twice] = built.map((each) => each.views);
  const oneByOne = (await build(events, { projections, batch: 1 })).views;
  if (!views || !twice) throw new Error('Nothing was built.');
  const all = async (of: typeof views) => (await signupsOf(of, 'k', { limit: 200 })).items;
  expect(await all(twice)).toEqual(await all(views));
  expect(await all(oneByOne)).toEqual(await all(views));
  return views;
}

test('a sign-up is due a moment after it until its mail was asked for, and then when its newest link expires', async () => {
  const world = new World('2026-11-02T09:00:00.000Z');
  signUp(world, 'u1', 'here');
  const due = async () => (await signup(await readModel(world), 'u1'))?.doc;
  expect(await due()).toMatchObject({ answered: false, next_key: '2026-11-02T09:00:15.000Z' });
  link(world, 'u1', 'd1', 'confirmation', '2026-11-03T09:00:00.000Z');
  expect(await due()).toMatchObject({ answered: false, next_key: '2026-11-02T09:00:15.000Z' });
  write(world, 'u1', { type: 'SignupAnswered', data: { until: '2026-11-03T09:00:00.500Z' } });
  expect(await due()).toMatchObject({ answered: true, next_key: '2026-11-03T09:00:00.500Z' });
  link(world, 'u1', 'd2', 'confirmation', '2026-11-03T20:00:00.000Z');
  expect(await due()).toMatchObject({ next_key: '2026-11-03T20:00:00.000Z' });
});

test('a sign-up of an earlier version waits without an end', async () => {
  const world = new World();
  signUp(world, 'u1');
  signUp(world, 'u1');
  link(world, 'u1', 'd1', 'confirmation', '2026-11-03T09:00:00.000Z');
  expect((await signup(await readModel(world), 'u1'))?.doc).toMatchObject({ source: null, answered: true, next_key: null });
});

test('a confirmed, ended or deleted sign-up is removed', async () => {
  const world = new World();
  for (const owner of ['u1', 'u2', 'u3']) signUp(world, owner, 'here');
  write(world, 'u1', { type: 'AccountConfirmed', data: { timezone: 'UTC' } });
  write(world, 'u2', { type: 'SignupEnded', data: { address_key: 'k', how: 'expired' } });
  write(world, 'u3', { type: 'AccountDeleted', data: { last_messages_until: '2026-11-03T09:00:00.000Z' } });
  expect((await signupsOf(await readModel(world), 'k', { limit: 9 })).items).toEqual([]);
});

test('only the newest sign-ups of one source count, whatever others do', async () => {
  const world = new World();
  signUp(world, 'mine', 'home');
  signUp(world, 'old');
  for (let count = 0; count <= SIDE_BY_SIDE; count += 1) signUp(world, `their-${count}`, 'elsewhere');
  signUp(world, 'other', 'elsewhere', 'another address');
  const views = await readModel(world);
  const replaced = async (id: string) => {
    const found = await signup(views, id);
    return found && isReplaced(views, found);
  };
  expect(await Promise.all(['mine', 'old', 'their-0', 'their-1', 'their-5'].map(replaced))).toEqual([false, false, true, false, false]);
  const counting = (await signupsFrom(views, 'k', 'elsewhere')).map(({ id }) => id);
  expect(counting).toEqual(['their-5', 'their-4', 'their-3', 'their-2', 'their-1']);
});
