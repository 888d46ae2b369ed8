import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { userCaller } from '../../src/app/caller.ts';
import { undoTask } from '../../src/app/task/tasks.ts';
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
import { reviewDecider } from '../../src/domain/proof/review-events.ts';
import { reminderDecider } from '../../src/domain/reminders/decide.ts';
import { routineDecider } from '../../src/domain/routine/decide.ts';
import { subscriptionDecider } from '../../src/domain/subscription/decide.ts';
import { taskDecider } from '../../src/domain/task/decide.ts';
import { tokenDecider } from '../../src/domain/token/decide.ts';
import { vacationDecider } from '../../src/domain/vacation/decide.ts';
import { collectionName } from '../../src/projections/engine/projection.ts';
import { history } from '../../src/projections/history/history.ts';
import { openEventStore } from '../../src/store/event-log/event-store.ts';
import { openSqliteLog } from '../../src/store/event-log/sqlite-log.ts';
import { putFiles, readOldData } from '../old-data/archive.ts';
import { TestClock } from '../support/clock.ts';
import { frozen, readerOf } from '../support/given.ts';
import { startTestProgram, type TestProgram } from '../support/program.ts';
import { dumpViews } from '../support/rebuilt.ts';
import { removeViews } from '../support/views-files.ts';

describe('read models', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'vouch-rebuild-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** A week with everything that can happen to a task. */
  async function live(program: TestProgram): Promise<void> {
    const owner = await program.signUp('ann@example.com', 'Europe/Berlin');
    for (const day of [20, 21, 22, 23, 24]) {
      const date = `2026-11-${day}`;
      const parent = await program.promise(owner, { title: `Parent of ${date}`, due_date: date, due_time: '17:00', tags: ['a', 'b'] });
      await program.promise(owner, { title: 'A step', due_date: date, parent_id: parent });
      const skipped = await program.promise(owner, { title: 'Called off', due_date: date });
      const undone = await program.promise(owner, { title: 'Too early', due_date: date });
      await program.to(`${date}T14:00:00Z`);
      if (day !== 22) await program.complete(owner, parent);
      await program.skip(owner, skipped, 'Called off.');
      await program.complete(owner, undone);
      const { position } = await undoTask(program.app, userCaller(owner, 'c'), undone);
      if (position !== null) await program.app.waitForReadModels(position);
      await program.to(`2026-11-${day + 1}T07:00:00Z`);
    }
    await program.moveZone(owner, 'America/Los_Angeles');
    await program.to('2026-12-30T00:00:00Z');
  }

  test('are the same after their files were deleted and threads have built them again', async () => {
    const first = await startTestProgram({ at: '2026-11-20T07:00:00Z', folder });
    await live(first);
    await first.close();
    const before = dumpViews(folder);
    expect(Object.keys(before).length).toBeGreaterThan(7);
    expect(before[`c.${collectionName(history)}`]?.length).toBeGreaterThan(50);
    removeViews(folder);

    const again = await startTestProgram({ at: '2026-12-30T00:00:00Z', folder, threads: 2 });
    await again.close();
    expect(dumpViews(folder)).toEqual(before);
  });

  test('are the same after a rebuild in a thread that all groups share, and the hash chains verify', async () => {
    const program = await startTestProgram({ at: '2026-11-20T07:00:00Z', folder, threads: 1 });
    await live(program);
    await program.app.waitForReadModels(await program.app.store.head());
    const before = dumpViews(folder);
    await program.runner.rebuild();
    expect(dumpViews(folder)).toEqual(before);
    expect((await program.stores.verify()).breaks).toEqual([]);
    await program.close();
  });
});

describe('kept folds', () => {
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

  test('give the state of all events when they continue from any event, and no fold changes its former state', async () => {
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
});
