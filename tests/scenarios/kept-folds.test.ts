import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountDecider, addressDecider, identityDecider, sessionDecider } from '../../src/domain/account/decide.ts';
import { aiDecider } from '../../src/domain/ai/decide.ts';
import { EVENTS } from '../../src/domain/catalogue.ts';
import { codeDecider } from '../../src/domain/coding/decide.ts';
import { connectionDecider } from '../../src/domain/connection/decide.ts';
import { dayDecider } from '../../src/domain/day/decide.ts';
import { deliveryDecider } from '../../src/domain/delivery/decide.ts';
import { emailDecider } from '../../src/domain/email/decide.ts';
import { exportDecider } from '../../src/domain/export/decide.ts';
import { fileDecider } from '../../src/domain/file/decide.ts';
import { integrationDecider } from '../../src/domain/integration/decide.ts';
import type { Decider } from '../../src/domain/kernel/decider.ts';
import { type EventShape, type Recorded, START } from '../../src/domain/kernel/event.ts';
import { upcastersOf } from '../../src/domain/kernel/event-catalogue.ts';
import { foldStream } from '../../src/domain/kernel/fold-stream.ts';
import { partnerDecider } from '../../src/domain/partner/decide.ts';
import { postDecider } from '../../src/domain/premium/decide.ts';
import { reviewDecider } from '../../src/domain/proof/review-request.ts';
import { reminderDecider } from '../../src/domain/reminders/decide.ts';
import { routineDecider } from '../../src/domain/routine/decide.ts';
import { subscriptionDecider } from '../../src/domain/subscription/decide.ts';
import { taskDecider } from '../../src/domain/task/decide.ts';
import { tokenDecider } from '../../src/domain/token/decide.ts';
import { vacationDecider } from '../../src/domain/vacation/decide.ts';
import { openEventStore } from '../../src/store/event-log/event-store.ts';
import { openSqliteLog } from '../../src/store/event-log/sqlite-log.ts';
import { putFiles, readOldData } from '../old-data/archive.ts';
import { TestClock } from '../support/clock.ts';
import { frozen } from '../support/frozen.ts';
import { readerOf } from '../support/recorded-stream.ts';

// The streams of the recorded year: of every aggregate that it has, the state from a kept fold is that of all events.

type AnyDecider = Pick<Decider<unknown, never, EventShape>, 'events' | 'initial' | 'evolve'>;
const DECIDERS = [
  ...[accountDecider, addressDecider, identityDecider, sessionDecider, aiDecider, codeDecider, connectionDecider, dayDecider],
  ...[deliveryDecider, emailDecider, exportDecider, fileDecider, integrationDecider, partnerDecider, postDecider, reminderDecider],
  ...[reviewDecider, routineDecider, subscriptionDecider, taskDecider, tokenDecider, vacationDecider],
] as unknown as readonly AnyDecider[];

const folder = mkdtempSync(join(tmpdir(), 'vouch-kept-'));
const streams = new Map<string, Recorded[]>();

beforeAll(async () => {
  putFiles(readOldData().files, folder);
  const log = openSqliteLog({ path: join(folder, 'events.db') });
  const store = openEventStore({ log, vault: { key: async () => null }, clock: new TestClock(), upcasters: upcastersOf(EVENTS) });
  for (let after = START; ; ) {
    const events = await store.readAll(after, 1_000);
    for (const event of events) streams.set(event.stream, [...(streams.get(event.stream) ?? []), event]);
    const last = events.at(-1);
    if (last === undefined) break;
    after = last.position;
  }
  await log.close();
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const deciderOf = ([first]: readonly Recorded[]): AnyDecider | undefined =>
  DECIDERS.find(({ events }) => events.some(({ type }) => type === first?.type));

test('a kept fold, read on from any event, gives the state of all events, and no fold changes its state', async () => {
  const kinds = new Set<string>();
  for (const [stream, events] of streams) {
    const decider = deciderOf(events);
    if (decider === undefined) continue;
    kinds.add(stream.slice(0, stream.indexOf('-')));
    const whole = events.reduce<unknown>((state, event) => frozen(decider.evolve(state, event)), frozen(decider.initial));
    const growing: Recorded[] = [];
    const reader = readerOf(growing);
    for (const [index, event] of events.entries()) {
      growing.push(event);
      // Of long streams not at each event, so that this takes a second.
      if (index % 3 === 0 || index === events.length - 1) frozen((await foldStream(reader, decider, stream)).state);
    }
    expect((await foldStream(reader, decider, stream)).state, stream).toEqual(whole);
  }
  expect([...kinds].sort()).toEqual([
    ...['account', 'address', 'day', 'delivery', 'exports', 'partner', 'reminder', 'routine', 'session', 'task', 'vacations'],
    ...['weekly_assessment', 'weekly_report'],
  ]);
});
