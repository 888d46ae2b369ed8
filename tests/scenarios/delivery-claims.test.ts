import { afterEach, describe, expect, test, vi } from 'vitest';
import { type DeliveryEvent, deliveryStream } from '../../src/domain/delivery/events.ts';
import { type RecordedOf, START } from '../../src/domain/kernel/event.ts';
import { StoreUnavailable } from '../../src/domain/kernel/event-store.ts';
import { createDeliver } from '../../src/messages/sending/deliver.ts';
import type { Mailer, MailMessage } from '../../src/ports/mailer.ts';
import { deliveriesOf } from '../../src/projections/delivery.ts';
import { noWhatsApp } from '../../src/providers/whatsapp/development.ts';
import { MESSAGES } from '../../src/wiring/features.ts';
import { startTestProgram, type TestProgram } from '../support/program.ts';

const AT = '2026-11-20T12:00:00.000Z';
const never = new Promise<never>(() => undefined);

let open: TestProgram[] = [];
afterEach(async () => {
  for (const program of open) await program.dispose();
  open = [];
});

interface Claims {
  readonly program: TestProgram;
  /** Everything that any program gave to the mail server. */
  readonly tried: readonly MailMessage[];
  /** What the server does before it accepts a message. */
  readonly server: { before: () => Promise<void> };
  /** The program is killed, and another one starts on its folder. */
  restart(): Promise<TestProgram>;
}

/** A program with a confirmation mail that is to be sent. */
async function asked(): Promise<Claims> {
  const tried: MailMessage[] = [];
  const server: Claims['server'] = { before: async () => undefined };
  const mailer: Mailer = {
    send: async (message) => {
      await server.before();
      tried.push(message);
      return { message_id: message.messageId };
    },
    close: async () => undefined,
  };
  const begin = async (folder?: string) => {
    const program = await startTestProgram({ at: AT, mailer, ...(folder && { folder }) });
    open.push(program);
    return program;
  };
  const program = await begin();
  const person = { email: 'ann@example.com', password: 'a rather long password', fullName: 'Ann', timezone: 'UTC' };
  await program.accounts.signup(person, 'c');
  await program.accounts.drain();
  await program.app.waitForReadModels(await program.app.store.head());
  const restart = async () => {
    await program.close();
    open = [];
    return begin(program.folder);
  };
  return { program, tried, server, restart };
}

const events = async ({ app }: TestProgram): Promise<readonly RecordedOf<DeliveryEvent>[]> =>
  (await app.store.readAll(START, 1000)).filter(({ stream }) => deliveryStream.has(stream)) as unknown as RecordedOf<DeliveryEvent>[];
const story = async (program: TestProgram) =>
  (await events(program)).map(({ type, data, metadata }) =>
    [type, 'attempt' in data ? data.attempt : 0, metadata.at.slice(11, 19)].join(' '),
  );
const UNKNOWN = ['DeliveryRequested 0 12:00:00', 'DeliveryBegun 1 12:00:00', 'DeliveryBegun 2 12:02:00', 'DeliverySent 2 12:02:00'];

/** The mail server accepts nothing and does not answer. Resolves when a mail arrives at it. */
function hanging(server: Claims['server']): Promise<void> {
  const reached = Promise.withResolvers<void>();
  server.before = () => {
    reached.resolve();
    return never;
  };
  return reached.promise;
}

/** From now on no outcome can be written. */
function mute({ app }: TestProgram, fault: () => Error | null): void {
  const append = app.store.append.bind(app.store);
  app.store.append = async (stream, expected, all) => {
    const error = all.some(({ type }) => type === 'DeliverySent') ? fault() : null;
    if (error) throw error;
    return append(stream, expected, all);
  };
}

describe('a program that was killed', () => {
  test('before it sent the mail: the next program sends it when the first attempt can no longer be under way', async () => {
    const { program, server, tried, restart } = await asked();
    const reached = hanging(server);
    void program.timekeeper.tick();
    await reached;
    const next = await restart();
    server.before = async () => undefined;
    await next.timekeeper.tick();
    expect(tried).toEqual([]);
    await next.to('2026-11-20T13:00:00.000Z');
    expect(tried).toHaveLength(1);
    expect(await story(next)).toEqual(UNKNOWN);
  });

  test('after it sent the mail: it may arrive twice, as one message, and the log shows why', async () => {
    const { program, tried, restart } = await asked();
    mute(program, () => new Error('gone'));
    await program.timekeeper.tick();
    expect(tried).toHaveLength(1);
    const next = await restart();
    await next.to('2026-11-20T13:00:00.000Z');
    expect(await story(next)).toEqual(UNKNOWN);
    expect(new Set(tried.map(({ messageId, text }) => messageId + text)).size).toBe(1);
    expect(tried).toHaveLength(2);
  });
});

test('two workers at once send one mail, and the slower one finds nothing to do', async () => {
  const { program, tried } = await asked();
  const { app } = program;
  const mailer: Mailer = {
    send: async (message) => {
      (tried as MailMessage[]).push(message);
      await new Promise((resolve) => setImmediate(resolve));
      return { message_id: message.messageId };
    },
    close: async () => undefined,
  };
  const ports = { app, mailer, whatsapp: noWhatsApp, origin: () => 'http://127.0.0.1:3000', weeklyReport: () => never };
  const id = deliveryStream.requireId((await events(program))[0]?.stream ?? '');
  const answers = await Promise.all([1, 2, 3, 4].map(() => createDeliver(ports, MESSAGES)(id)));
  expect(tried).toHaveLength(1);
  expect(answers.filter((position) => position !== null)).toHaveLength(1);
  expect((await events(program)).map(({ type }) => type)).toEqual(['DeliveryRequested', 'DeliveryBegun', 'DeliverySent']);
});

describe('a store that is unavailable when the outcome is recorded', () => {
  test('for a moment: the outcome is recorded when the store is back, and nothing is sent again', async () => {
    const { program, tried } = await asked();
    const [{ stream } = { stream: '' }] = await events(program);
    const read = vi.spyOn(program.app.store, 'readStream');
    let faults = 2;
    mute(program, () => {
      if (faults-- <= 0) return null;
      read.mockClear();
      return new StoreUnavailable('away');
    });
    await program.timekeeper.tick();
    await program.to('2026-11-20T14:00:00.000Z');
    expect(tried).toHaveLength(1);
    expect((await story(program)).at(-1)).toBe('DeliverySent 1 12:00:00');
    // A store that was away may come back with another log.
    expect(read.mock.calls.map(([name]) => name)).toContain(stream);
    expect(program.errors).toEqual([]);
  });

  test('for longer: the outcome is kept in memory and recorded instead of another attempt', async () => {
    const { program, tried } = await asked();
    let away = true;
    mute(program, () => (away ? new Error('broken') : null));
    await program.timekeeper.tick();
    await program.to('2026-11-20T12:01:00.000Z');
    away = false;
    await program.to('2026-11-20T14:00:00.000Z');
    expect(tried).toHaveLength(1);
    expect(await story(program)).toEqual(['DeliveryRequested 0 12:00:00', 'DeliveryBegun 1 12:00:00', 'DeliverySent 1 12:02:00']);
  });
});

test('during an attempt a mail counts as waiting, and as due when its outcome is no longer waited for', async () => {
  const { program, server } = await asked();
  const reached = hanging(server);
  void program.timekeeper.tick();
  await reached;
  await program.app.waitForReadModels(await program.app.store.head());
  const owner = (await events(program))[0]?.metadata.owner as string;
  const { items } = await deliveriesOf(program.app.views, owner, { limit: 1 });
  expect(items[0]?.doc).toMatchObject({ status: 'waiting', attempts: 1, next_key: '2026-11-20T12:02:00.000Z' });
});
