import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import type { Mailer } from '../../src/ports/mailer.ts';
import { createMeters } from '../../src/wiring/operations/meters.ts';
import { assembleOnServers, type OnServers } from '../../src/wiring/servers.ts';
import { type EventStoreDoubleServer, startEventStoreDouble } from '../servers/eventstore.ts';
import { sharedMongo } from '../servers/shared.ts';
import { confirm } from '../support/confirmed.ts';
import { type CountedCalls, startCountedCalls } from '../support/counted-calls.ts';

const mongo = await sharedMongo();
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const WAITING_MS = 60_000;
const ACCOUNTS = 64;
/** The reminder of the evening, its mail, and its escalation, which nobody is told because there is no partner. */
const PIECES = 3 * ACCOUNTS;
/** The most calls to both stores for a piece, including what its events cause in read models and reactors. */
const MOST = 6;

const owners = Array.from({ length: ACCOUNTS }, (_, index) => `due${index}`);

/** One process in both roles at 20:00 UTC, with its own mail server. */
async function programOn(eventstore: EventStoreDoubleServer, mongodb: CountedCalls) {
  const sent: string[] = [];
  const mailer: Mailer = {
    send: async ({ to }) => {
      sent.push(to.address);
      return { message_id: 'none' };
    },
    close: async () => undefined,
  };
  const servers = { EVENTSTORE_URL: eventstore.url, MONGODB_URL: mongodb.url, VOUCH_MASTER_KEY: 'ab'.repeat(32) };
  const config = readConfig({ ...servers, VOUCH_DATA: '/nonexistent', VOUCH_CLOCK: '2026-11-23T20:00:00Z' });
  const meters = createMeters();
  const program = await assembleOnServers({ config, log: silent, meters, mailer });
  onTestFinished(() => program.close());
  await program.work.start();
  onTestFinished(() => program.work.stop());
  await expect.poll(() => program.timekeeping?.isHeld(), { timeout: WAITING_MS }).toBe(true);
  await program.readable;
  const pieces = async () => (await meters.metrics.work.get()).values.reduce((sum, { value }) => sum + value, 0);
  return { program, sent, pieces };
}

/** Resolves when nothing is left of what the accounts caused. */
async function settled({ app, reactors }: OnServers): Promise<void> {
  while (await reactors.catchUp({ all: true }));
  await app.waitForReadModels(await app.store.head(), { timeoutMs: WAITING_MS });
}

test.skipIf(mongo === null)(
  'when the reminders of many accounts are due at once, each piece of due work costs few calls to the stores',
  { timeout: 240_000 },
  async () => {
    const eventstore = await startEventStoreDouble();
    onTestFinished(() => eventstore.stop());
    const mongodb = await startCountedCalls(mongo?.database() ?? '');
    onTestFinished(() => mongodb.close());
    const { program, sent, pieces } = await programOn(eventstore, mongodb);
    await Promise.all(owners.map((owner) => confirm(program.app, owner)));
    await settled(program);

    const ofLog = async () => Object.values((await eventstore.faults.state()).calls).reduce((sum, calls) => sum + calls, 0);
    const before = { log: await ofLog(), pieces: await pieces() };
    mongodb.reset();
    await program.timekeeper.move((now) => Temporal.Instant.from(now).add({ hours: 24 }).toString({ fractionalSecondDigits: 3 }));
    // Production has no shared clock.
    const documents = [...mongodb.counts()].filter(([name]) => !name.endsWith(' _clock'));
    const calls = { log: (await ofLog()) - before.log, documents: documents.reduce((sum, [, times]) => sum + times, 0) };

    expect(sent.toSorted()).toEqual(owners.map((owner) => `${owner}@example.org`).toSorted());
    expect((await pieces()) - before.pieces).toBe(PIECES);
    expect((calls.log + calls.documents) / PIECES, JSON.stringify({ calls, documents })).toBeLessThanOrEqual(MOST);
    // Fewer would mean that the calls are not counted: each piece appends at least one event.
    expect(calls.log / PIECES).toBeGreaterThan(1);
  },
);
