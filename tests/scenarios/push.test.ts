import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { userCaller } from '../../src/app/caller.ts';
import { subscribe, testSubscription } from '../../src/app/push/subscriptions.ts';
import { takeVacation } from '../../src/app/vacation.ts';
import { pushSubscriptionsOf } from '../../src/projections/push.ts';
import { type PushServer, startPushServer } from '../servers/push.ts';
import { ownPrograms, type TestProgram } from '../support/program.ts';
import { choose } from '../support/reminders.ts';

/** 09:00 in Berlin on a Monday. */
const START = '2026-11-23T08:00:00.000Z';

const programs = ownPrograms();

/** Pushes and evenings are told by reactors. */
async function reacting(starting: Promise<TestProgram>): Promise<TestProgram> {
  const started = await starting;
  await started.reactors.start();
  return started;
}
const start = (at: string) => reacting(programs.start(at));
const startAgain = (ended: TestProgram, at: string) => reacting(programs.startAgain(ended, at));

let push: PushServer;
let program: TestProgram;
let ada: string;

beforeEach(async () => {
  push = await startPushServer();
  program = await start(START);
  ada = await program.signUp('ada@example.com', 'Europe/Berlin');
});
afterEach(() => push.close());

const caller = (owner = ada) => userCaller(owner, program.app.newId());
async function allow(owner = ada): Promise<string> {
  const { endpoint, keys } = push.subscription();
  const { id, position } = await subscribe(
    program.app,
    caller(owner),
    { name: 'Work', target: { endpoint, ...keys } },
    program.app.newId(),
  );
  if (position !== null) await program.app.waitForReadModels(position);
  return id;
}
const payloads = () => push.received.map(({ payload }) => payload);
const kinds = () => payloads().map(({ kind }) => kind);
const subscriptions = async () => (await pushSubscriptionsOf(program.app.views, ada)).map(({ doc }) => doc);
const promise = (title: string, due_date: string, due_time: string | null = null) => program.promise(ada, { title, due_date, due_time });

describe('what is pushed', () => {
  test('is the reminder, beside its mail, to each browser, encrypted and with a lifetime', async () => {
    await allow();
    await allow();
    await program.to('2026-11-24T07:00:00Z');
    expect(payloads()).toEqual(
      [1, 2].map(() => expect.objectContaining({ kind: 'reminder', tag: 'reminder', task_id: null, actions: [] })),
    );
    const [first] = push.received;
    expect(first?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: String(16 * 3_600) });
    expect(first?.headers.authorization).toMatch(/^vapid t=[\w-]+\.[\w-]+\.[\w-]+, ?k=[\w-]+$/);
    expect(program.sent.at(-1)?.subject).toBe('Nothing is planned for Tuesday');
    expect(await subscriptions()).toMatchObject([1, 2].map(() => ({ last_sent_at: '2026-11-24T07:00:00.000Z', problem: null })));
  });

  test('is each deadline that comes near, and the miss, which replaces them', async () => {
    await allow();
    const id = await promise('Water the ferns', '2026-11-25', '12:00');
    await program.to('2026-11-25T11:00:01Z');
    expect(payloads().filter(({ task_id }) => task_id === id)).toEqual([
      {
        ...{ kind: 'approaching', title: 'Water the ferns', body: 'Due tomorrow, 12:00', url: `/todo?task=${id}`, tag: `task-${id}` },
        ...{ task_id: id, actions: ['done', 'tomorrow', 'skip'] },
      },
      expect.objectContaining({ kind: 'approaching', body: 'Due today, 12:00', tag: `task-${id}` }),
      expect.objectContaining({ kind: 'missed', body: 'Was due today, 12:00', tag: `task-${id}`, actions: ['done', 'tomorrow'] }),
    ]);
    expect(new Set(push.received.filter(({ payload }) => payload.task_id === id).map(({ headers }) => headers.topic)).size).toBe(1);
  });

  test('has at most 3,000 bytes, whatever the title is', async () => {
    await allow();
    await promise('"\\'.repeat(100), '2026-11-24', '12:00');
    await promise('語'.repeat(200), '2026-11-24', '12:00');
    await program.to('2026-11-24T11:00:01Z');
    expect(push.received.length).toBeGreaterThan(4);
    for (const { bytes } of push.received) expect(bytes).toBeLessThanOrEqual(3_000);
  });

  test('is nothing but tests while pushes are off, or the setting of the messages is', async () => {
    const id = await allow();
    await choose(program, ada, 'channels', { push: false });
    await program.to('2026-11-24T07:00:00Z');
    await choose(program, ada, 'channels', { push: true });
    await choose(program, ada, 'notifications', { task_reminders: false });
    await promise('Water the ferns', '2026-11-25', '12:00');
    await program.to('2026-11-25T12:00:00Z');
    expect(kinds()).toEqual([]);
    await choose(program, ada, 'channels', { push: false });
    await testSubscription(program.app, caller(), id, program.app.newId());
    await program.to('2026-11-25T12:00:01Z');
    expect(kinds()).toEqual(['test']);
  });

  test('is nothing that passed while the program was down', async () => {
    await allow();
    await promise('Water the ferns', '2026-11-24', '12:00');
    program = await startAgain(program, '2026-11-26T10:00:00.000Z');
    await program.timekeeper.tick();
    await program.timekeeper.tick();
    // The reminder of the present day came at 08:00, and is told until the day ends.
    expect(kinds()).toEqual(['reminder']);
  });
});

describe('during quiet hours', () => {
  const quiet = () => choose(program, ada, 'channels', { quiet_from: '22:00', quiet_to: '07:00', evening_mail: false });

  test('pushes wait until they end', async () => {
    await allow();
    await quiet();
    await promise('Call Bo', '2026-11-24', '08:30');
    // Two hours before the deadline it is 06:30.
    await program.to('2026-11-24T05:59:59Z');
    expect(kinds()).toEqual([]);
    await program.to('2026-11-24T06:00:00Z');
    expect(payloads().map(({ body }) => body)).toEqual(['Due today, 08:30']);
  });

  test('pushes whose matter is not true any more, or has passed by then, are not sent', async () => {
    await allow();
    await quiet();
    const done = await promise('Call Bo', '2026-11-25', '08:00');
    await promise('Early', '2026-11-25', '06:30');
    await promise('Lights out', '2026-11-24', '23:30');
    // By now it was told of each that it comes near, but two hours before two of them it was quiet.
    await program.to('2026-11-25T05:15:00Z');
    const before = push.received.length;
    await program.complete(ada, done);
    await program.to('2026-11-25T06:00:00Z');
    const later = payloads().slice(before);
    expect(later.map(({ kind, title }) => `${kind} ${title}`).toSorted()).toEqual(['missed Early', 'missed Lights out']);
  });
});

describe('a push service', () => {
  test.each([404, 410])('that answers %i ends the subscription', async (status) => {
    await allow();
    push.answer(status);
    await program.to('2026-11-24T07:00:00Z');
    expect(await subscriptions()).toEqual([]);
    await program.to('2026-11-25T07:00:00Z');
    expect(push.asked()).toBe(1);
  });

  test.each([429, 500])('that answers %i is asked again like a mail server, and the subscription says so meanwhile', async (status) => {
    await allow();
    push.answer(status);
    await program.to('2026-11-24T07:00:30Z');
    expect(await subscriptions()).toMatchObject([{ problem: `The push service answered with ${status}.`, last_sent_at: null }]);
    push.answer(201);
    await program.to('2026-11-24T07:01:00Z');
    expect(await subscriptions()).toMatchObject([{ problem: null, last_sent_at: '2026-11-24T07:01:00.000Z' }]);
    expect(kinds()).toEqual(['reminder']);
  });

  test('that leads elsewhere is not followed', async () => {
    await allow();
    const inside = await startPushServer();
    push.answer(307, `${inside.url}/push/inside`);
    await program.to('2026-11-24T07:00:30Z');
    expect([push.asked(), inside.asked()]).toEqual([1, 0]);
    expect(await subscriptions()).toMatchObject([{ problem: 'The push service answered with 307.' }]);
    await inside.close();
  });

  test('is not asked any more once what would be told has passed', async () => {
    await allow();
    push.answer(500);
    await program.to('2026-11-24T23:00:00Z');
    const asked = push.asked();
    expect(asked).toBeGreaterThan(3);
    await choose(program, ada, 'notifications', { task_reminders: false });
    await program.to('2026-11-27T07:00:00Z');
    expect(push.asked()).toBe(asked);
    expect(program.errors).toEqual([]);
  });
});

describe('the evening', () => {
  const evenings = () => program.sent.filter(({ subject }) => /still open today/.test(subject));

  test('comes by push where one can go out', async () => {
    await allow();
    await promise('Water the ferns', '2026-11-23');
    await promise('Call Bo', '2026-11-23', '12:00');
    await program.to('2026-11-23T19:00:00Z');
    expect(payloads().filter(({ kind }) => kind === 'evening')).toEqual([
      {
        ...{ kind: 'evening', title: '1 promise of today is still open', body: 'Water the ferns\nMissed: Call Bo' },
        ...{ url: '/close-of-day', tag: 'evening', task_id: null, actions: [] },
      },
    ]);
    expect(evenings()).toEqual([]);
  });

  test('comes by mail where no push can go out, once, and lists the misses of the day', async () => {
    await promise('Water the ferns', '2026-11-23');
    await promise('Call Bo', '2026-11-23', '12:00');
    await program.to('2026-11-23T22:00:00Z');
    expect(evenings()).toMatchObject([{ at: '2026-11-23T19:00:00.000Z', subject: '1 promise is still open today' }]);
    expect(evenings()[0]?.text).toContain('Water the ferns');
    expect(evenings()[0]?.text).toContain('Call Bo');
  });

  test('comes by mail during quiet hours', async () => {
    await allow();
    await choose(program, ada, 'channels', { quiet_from: '19:00', quiet_to: '07:00' });
    await promise('Water the ferns', '2026-11-23');
    await program.to('2026-11-23T19:00:00Z');
    expect([evenings().length, kinds().includes('evening')]).toEqual([1, false]);
  });

  test.each<readonly [string, (task: string) => Promise<unknown>]>([
    ['nothing is open', (task) => program.complete(ada, task)],
    ['evening mails are off', () => choose(program, ada, 'channels', { evening_mail: false })],
    ['reminders are off', () => choose(program, ada, 'notifications', { task_reminders: false })],
    ['the owner is on vacation', () => takeVacation(program.app, caller(), { from: '2026-11-23', to: '2026-11-24' }, program.app.newId())],
  ])('does not come if %s', async (_why, change) => {
    await change(await promise('Water the ferns', '2026-11-23'));
    await program.to('2026-11-23T22:00:00Z');
    expect(evenings()).toEqual([]);
  });

  test('comes at the chosen time, once a date also if the time is changed afterwards', async () => {
    await choose(program, ada, 'channels', { evening_time: '18:30' });
    await promise('Water the ferns', '2026-11-23');
    await program.to('2026-11-23T17:30:00Z');
    await choose(program, ada, 'channels', { evening_time: '21:00' });
    await program.to('2026-11-23T22:00:00Z');
    expect(evenings().map(({ at }) => at)).toEqual(['2026-11-23T17:30:00.000Z']);
  });

  test('does not come for a task that was made after it', async () => {
    await program.to('2026-11-23T20:00:00Z');
    await promise('Water the ferns', '2026-11-23');
    await program.to('2026-11-23T22:30:00Z');
    expect(evenings()).toEqual([]);
  });

  test('comes late on the same date, and not for dates that passed while the program was down', async () => {
    await promise('Water the ferns', '2026-11-23');
    await promise('Call Bo', '2026-11-25');
    program = await startAgain(program, '2026-11-25T21:00:00.000Z');
    await program.timekeeper.tick();
    await program.timekeeper.tick();
    expect(evenings()).toMatchObject([{ at: '2026-11-25T21:00:00.000Z' }]);
    expect(evenings()[0]?.text).toContain('Call Bo');
    expect(evenings()[0]?.text).not.toContain('Water the ferns');
  });

  test('comes on a rest day', async () => {
    await choose(program, ada, 'channels', { rest_days: ['monday'] });
    await promise('Water the ferns', '2026-11-23');
    await program.to('2026-11-23T22:00:00Z');
    expect(evenings()).toHaveLength(1);
  });
});
