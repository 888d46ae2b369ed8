import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { userCaller } from '../../src/app/caller.ts';
import { subscribe } from '../../src/app/push/subscriptions.ts';
import { type PushServer, startPushServer } from '../servers/push.ts';
import { type PartnerProgram, startPartnerProgram } from '../support/partner-program.ts';
import { choose } from '../support/reminders.ts';

let push: PushServer;
let program: PartnerProgram;
let owner: string;

beforeEach(async () => {
  push = await startPushServer();
  program = await startPartnerProgram();
  owner = program.owner;
  await program.reactors.start();
  await program.invite();
  await program.accept();
});
afterEach(async () => {
  await program.dispose();
  await push.close();
});

async function allowPushes(): Promise<void> {
  const { endpoint, keys } = push.subscription();
  const caller = userCaller(owner, program.app.newId());
  await program.seen(
    (await subscribe(program.app, caller, { name: 'Phone', target: { endpoint, ...keys } }, program.app.newId())).position,
  );
}
const atNight = { quiet_from: '22:00', quiet_to: '07:00' };
const missed = () => push.received.filter(({ payload }) => payload.kind === 'missed').length;
const notices = () => program.notices().length;

describe('the partner hears of a miss', () => {
  test('after the owner, if its push waits for the end of the quiet hours', async () => {
    await allowPushes();
    await choose(program, owner, 'channels', atNight);
    await program.promise(owner, { title: 'Lights out', due_date: '2026-11-16', due_time: '23:30' });
    await program.to('2026-11-17T05:59:59.000Z');
    expect([missed(), notices()]).toEqual([0, 0]);
    await program.to('2026-11-17T06:00:00.000Z');
    expect([missed(), notices()]).toEqual([1, 0]);
    await program.to('2026-11-17T06:01:00.000Z');
    expect([missed(), notices()]).toEqual([1, 1]);
    expect(program.errors).toEqual([]);
  });

  test('when the day closes, if the owner heard of it before the quiet hours', async () => {
    await allowPushes();
    await choose(program, owner, 'channels', atNight);
    await program.promise(owner, { title: 'Call the bank', due_date: '2026-11-16', due_time: '12:00' });
    await program.to('2026-11-16T22:59:59.000Z');
    expect([missed(), notices()]).toEqual([1, 0]);
    await program.to('2026-11-16T23:00:00.000Z');
    expect(notices()).toBe(1);
  });

  test.each<readonly [string, () => Promise<unknown>]>([
    ['pushes are off', () => choose(program, owner, 'channels', { push: false })],
    ['reminders are off', () => choose(program, owner, 'notifications', { task_reminders: false })],
  ])('when the day closes, if %s', async (_why, choice) => {
    await allowPushes();
    await choose(program, owner, 'channels', atNight);
    await choice();
    await program.promise(owner, { title: 'Lights out', due_date: '2026-11-16', due_time: '23:30' });
    await program.to('2026-11-16T23:00:00.000Z');
    expect([missed(), notices()]).toEqual([0, 1]);
  });

  test('when the day closes, if no browser takes pushes, and of a skip at any time', async () => {
    await choose(program, owner, 'channels', atNight);
    await program.promise(owner, { title: 'Lights out', due_date: '2026-11-16', due_time: '23:30' });
    await program.to('2026-11-16T23:00:00.000Z');
    expect(notices()).toBe(1);
    await allowPushes();
    await program.skip(owner, await program.promise(owner, { title: 'Read', due_date: '2026-11-17', due_time: '23:30' }), 'Ill');
    await program.to('2026-11-17T23:00:00.000Z');
    expect(notices()).toBe(2);
  });
});
