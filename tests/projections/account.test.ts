import { describe, expect, test } from 'vitest';
import { type AccountEvent, accountStream } from '../../src/domain/account/events.ts';
import { sessionStream } from '../../src/domain/account/sign-in-events.ts';
import { deliveryStream } from '../../src/domain/delivery/events.ts';
import { START } from '../../src/domain/kernel/event.ts';
import type { Documents } from '../../src/ports/documents.ts';
import { account } from '../../src/projections/account/accounts.ts';
import { MANY_REFUSALS, MOST_COUNTED, refusedSignIns, refusedSignInsOf } from '../../src/projections/account/refused-sign-ins.ts';
import { isReplaced, SIDE_BY_SIDE, signup, signups, signupsFrom, signupsOf } from '../../src/projections/account/signups.ts';
import { build } from './support/build.ts';
import { World } from './support/world.ts';

describe('the refused sign-ins of an account', () => {
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

  test('are counted on the newest day of each owner, by dates in UTC', async () => {
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

  test('give the newest day with many of them, also on later days', async () => {
    const world = new World();
    refuse(world, 'u1', MANY_REFUSALS - 1);
    expect(await readModel(world, 'u1')).toMatchObject({ many_on: null });
    refuse(world, 'u1', 1);
    expect(await readModel(world, 'u1')).toMatchObject({ many_on: '2026-11-02' });
    world.later({ hours: 24 });
    refuse(world, 'u1', 1);
    expect(await readModel(world, 'u1')).toMatchObject({ date: '2026-11-03', count: 1, many_on: '2026-11-02' });
  });

  test('include those that another process dates to the day before, and are counted up to a limit', async () => {
    const world = new World('2026-11-03T00:00:00.001Z');
    refuse(world, 'u1', 1);
    world.later({ milliseconds: -5 });
    refuse(world, 'u1', MOST_COUNTED + 5);
    expect(await readModel(world, 'u1')).toMatchObject({ date: '2026-11-03', count: MOST_COUNTED, many_on: '2026-11-03' });
  });

  test('are removed with the account', async () => {
    const world = new World();
    world.register('u1');
    refuse(world, 'u1', 2);
    refuse(world, 'u2', 2);
    world.write('account-u1', 'u1', { type: 'AccountDeletionRequested', data: { address_key: 'k' } });
    world.write('account-u1', 'u1', { type: 'AccountDeleted', data: { last_messages_until: world.now } });
    expect(await readModel(world, 'u1')).toBeNull();
    expect(await readModel(world, 'u2')).toMatchObject({ count: 2 });
  });
});

describe('sign-ups', () => {
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

  test('are due a moment later until their mail is requested, and then when their newest link expires', async () => {
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

  test('of an earlier version never expire', async () => {
    const world = new World();
    signUp(world, 'u1');
    signUp(world, 'u1');
    link(world, 'u1', 'd1', 'confirmation', '2026-11-03T09:00:00.000Z');
    expect((await signup(await readModel(world), 'u1'))?.doc).toMatchObject({ source: null, answered: true, next_key: null });
  });

  test('are removed when they are confirmed, ended or deleted', async () => {
    const world = new World();
    for (const owner of ['u1', 'u2', 'u3']) signUp(world, owner, 'here');
    write(world, 'u1', { type: 'AccountConfirmed', data: { timezone: 'UTC' } });
    write(world, 'u2', { type: 'SignupEnded', data: { address_key: 'k', how: 'expired' } });
    write(world, 'u3', { type: 'AccountDeleted', data: { last_messages_until: '2026-11-03T09:00:00.000Z' } });
    expect((await signupsOf(await readModel(world), 'k', { limit: 9 })).items).toEqual([]);
  });

  test('count only with the newest ones of one source, without effect of other sources', async () => {
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
});

test('an account that is not found is looked for again when the read model shows what is in the log', async () => {
  let isShown = false;
  const stored = { id: 'u1', position: START, doc: { owner: 'u1' } };
  const get = async () => (isShown ? stored : null);
  const views = { documents: { get } as unknown as Documents, current: (name: string) => `${name}.v1` };
  expect(await account(views, 'u1')).toBeNull();
  const untilCurrent = async (name: string): Promise<void> => {
    isShown = name === 'accounts';
  };
  expect(await account({ ...views, untilCurrent }, 'u1')).toBe(stored);
});
