import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { later } from '../../src/domain/calendar/dates.ts';
import { deliveryStream, type RecordedDeliveryEvent } from '../../src/domain/delivery/events.ts';
import { createDeliver } from '../../src/messages/sending/deliver.ts';
import { type Mailer, type MailMessage, MailRefused } from '../../src/ports/mailer.ts';
import { deadLetters } from '../../src/projections/delivery.ts';
import { noWhatsApp } from '../../src/providers/whatsapp/development.ts';
import { startTestProgram, type TestProgram } from '../support/program.ts';

const never = new Promise<never>(() => undefined);
const noMailer: Mailer = { send: () => never, close: async () => undefined };
const AT = '2026-11-20T12:00:00Z';

/** A mailer that behaves as the test says. */
function setUp() {
  const tries: { at: string; message: MailMessage }[] = [];
  const behaviour: { fault: (() => Error) | null } = { fault: null };
  let program: TestProgram;
  const mailer: Mailer = {
    send: async (message) => {
      tries.push({ at: program.clock.now(), message });
      if (behaviour.fault) throw behaviour.fault();
      return { message_id: message.messageId };
    },
    close: async () => undefined,
  };
  return { tries, behaviour, start: async () => (program = await startTestProgram({ at: AT, mailer })) };
}

describe('a mail', () => {
  let world: ReturnType<typeof setUp>;
  let program: TestProgram;
  beforeEach(async () => {
    world = setUp();
    program = await world.start();
  });
  afterEach(() => program.dispose());

  const settle = async (): Promise<void> => {
    await program.accounts.drain();
    await program.app.waitForReadModels(await program.app.store.head());
  };
  /** Signs up, and gives the id of the account. */
  const ask = async (email = 'ann@example.com'): Promise<string> => {
    const given = { email, password: 'a rather long password', fullName: 'Ann', timezone: 'UTC' };
    const { userId } = await program.accounts.signup(given, 'c');
    await settle();
    return userId;
  };
  const events = async (): Promise<readonly RecordedDeliveryEvent[]> => {
    const all = await program.app.store.readAll('0'.repeat(20), 1000);
    return all.filter(({ stream }) => deliveryStream.has(stream)) as unknown as readonly RecordedDeliveryEvent[];
  };
  const minutes = (): number[] => world.tries.map(({ at }) => (Date.parse(at) - Date.parse(AT)) / 60_000);

  test('is sent once, with a link made from the delivery, and recorded', async () => {
    await ask();
    await program.timekeeper.tick();
    await program.timekeeper.tick();
    await program.to('2026-11-22T12:00:00Z');
    expect(world.tries).toHaveLength(1);
    const { message } = world.tries[0] as (typeof world.tries)[number];
    expect(message.to).toEqual({ address: 'ann@example.com', name: 'Ann' });
    const id = deliveryStream.requireId((await events())[0]?.stream ?? '');
    expect(message.messageId).toBe(`<${id}@127.0.0.1>`);
    expect(message.text).toContain(`http://127.0.0.1:3000/auth/confirm?token=${program.app.hashes.keyed('link', id)}`);
    expect((await events()).map(({ type }) => type)).toEqual(['DeliveryRequested', 'DeliveryBegun', 'DeliverySent']);
  });

  test('that cannot be sent for now is tried again after 1, 5, 30, 120 and 360 minutes', async () => {
    world.behaviour.fault = () => new Error('The mail server did not take it: ECONNREFUSED.');
    await ask();
    await program.to('2026-11-20T22:00:00Z');
    expect(minutes().map(Math.round)).toEqual([0, 1, 6, 36, 156, 516]);
    world.behaviour.fault = null;
    await program.to('2026-11-20T23:00:00Z');
    expect(world.tries).toHaveLength(6);
  });

  test('of a kind that this program does not know is left for a newer program', async () => {
    await ask();
    const [asked] = await events();
    const id = deliveryStream.requireId(asked?.stream ?? '');
    const ports = { app: program.app, mailer: noMailer, whatsapp: noWhatsApp, origin: () => 'http://127.0.0.1', weeklyReport: () => never };
    await expect(createDeliver(ports, [])(id)).rejects.toThrow("There is no message of the kind 'confirmation'.");
    expect(await events()).toEqual([asked]);
  });

  test('is sent at the next attempt once the server is back', async () => {
    world.behaviour.fault = () => new Error('The mail server did not take it: ECONNREFUSED.');
    await ask();
    await program.timekeeper.tick();
    world.behaviour.fault = null;
    await program.to('2026-11-20T13:00:00Z');
    expect((await events()).map(({ type }) => type)).toEqual([
      'DeliveryRequested',
      'DeliveryBegun',
      'DeliveryFailed',
      'DeliveryBegun',
      'DeliverySent',
    ]);
    expect(new Set(world.tries.map(({ message }) => message.messageId)).size).toBe(1);
  });

  test('that is refused for good is a dead letter at once', async () => {
    world.behaviour.fault = () => new MailRefused('Refused by the mail server: 550 at RCPT TO.');
    await ask();
    await program.to('2026-11-21T11:59:00Z');
    expect(world.tries).toHaveLength(1);
    expect((await deadLetters(program.app.views, { limit: 10 })).items.map(({ doc }) => doc.reason)).toEqual([
      'Refused by the mail server: 550 at RCPT TO.',
    ]);
  });

  test('is given up when its link would have expired, and is not sent after that', async () => {
    world.behaviour.fault = () => new Error('The mail server did not take it: ECONNREFUSED.');
    await ask();
    // A day after the sign-up all its data is deleted.
    await program.to('2026-11-21T11:59:00Z');
    expect(Math.max(...minutes())).toBeLessThan(24 * 60);
    expect((await deadLetters(program.app.views, { limit: 10 })).items).toHaveLength(1);
  });

  test('that was requested before a long downtime is not sent if its link has expired', async () => {
    const userId = await ask();
    await program.timekeeper.tick();
    const token = /token=(\w+)/.exec(world.tries[0]?.message.text ?? '')?.[1] ?? '';
    await program.accounts.confirm({ token, knownSignups: [userId] }, 'c');
    await program.accounts.forgot({ email: 'ann@example.com' }, 'c');
    await settle();
    program.sleep('PT2H');
    await program.timekeeper.tick();
    expect(world.tries).toHaveLength(1);
    expect((await events()).at(-1)).toMatchObject({ type: 'DeliveryFailed', data: { reason: 'It had expired.', next_attempt_at: null } });
  });

  test('that was requested before a long downtime is not sent if its sign-up has ended', async () => {
    await ask();
    program.sleep('PT30H');
    await program.timekeeper.tick();
    expect(world.tries).toEqual([]);
    expect((await events()).at(-1)).toMatchObject({ type: 'DeliveryCancelled', data: { reason: 'deleted' } });
  });

  test('to an account whose key was destroyed is not sent', async () => {
    await ask();
    const owner = (await events())[0]?.metadata.owner as string;
    await program.app.keys.destroyKey(owner);
    await program.timekeeper.tick();
    expect(world.tries).toEqual([]);
    expect((await events()).at(-1)).toMatchObject({ data: { reason: 'The account was deleted.', next_attempt_at: null } });
  });

  test('that fails does not hold back another', async () => {
    world.behaviour.fault = () => new Error('no');
    await ask('first@example.com');
    await program.timekeeper.tick();
    world.behaviour.fault = null;
    await ask('second@example.com');
    await program.timekeeper.tick();
    expect(world.tries.map(({ message }) => message.to.address)).toEqual(['first@example.com', 'second@example.com']);
  });

  test('that two workers handle at the same time is sent once', async () => {
    await ask();
    await Promise.all([program.timekeeper.tick(), program.timekeeper.tick(), program.timekeeper.move((now) => later(now, AT))]);
    expect(world.tries).toHaveLength(1);
  });
});
