import { v7 } from 'uuid';
import { afterAll, beforeEach } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { type Caller, userCaller } from '../../src/app/caller.ts';
import { carryZoneMove } from '../../src/app/task/zone-moves.ts';
import { accountDecider } from '../../src/domain/account/decide.ts';
import { accountStream } from '../../src/domain/account/events.ts';
import { handle } from '../../src/domain/kernel/handle.ts';
import { createRunner } from '../../src/projections/engine/projection-runner.ts';
import { PROJECTIONS } from '../../src/wiring/features.ts';
import type { TestClock } from './clock.ts';
import { plainApp } from './plain-app.ts';
import { openTestStores } from './stores.ts';

export interface TestApp extends App {
  readonly clock: TestClock;
  /** A confirmed account in that zone. */
  user(zone?: string): Promise<Caller>;
  move(caller: Caller, zone: string): Promise<void>;
  /** Waits until the read models contain everything that was written. */
  upToDate(): Promise<void>;
  /** Gives the result of the work when the read models contain what it wrote. */
  done<T>(work: Promise<T>): Promise<T>;
  dispose(): Promise<void>;
}

/** Where the clock stands when a test begins: Friday, 17:00 in Berlin. */
const BEGINNING = '2026-11-20T16:00:00.000Z';

/**
 * Opens one app for all tests of a file. Before each test the clock is set back, and `begin` is called with a new confirmed
 * account in Berlin.
 */
export async function appForFile(begin?: (me: Caller) => void): Promise<TestApp> {
  const app = await openTestApp();
  afterAll(() => app.dispose());
  if (begin)
    beforeEach(async () => {
      app.clock.set(BEGINNING);
      begin(await app.user());
    });
  return app;
}

/** Use cases over real stores and read models, without HTTP. The clock stands at 2026-11-20T16:00Z. */
export async function openTestApp(): Promise<TestApp> {
  const stores = openTestStores();
  const { store, documents, vault, clock } = stores;
  const log = { info: () => undefined, error: (_fields: object, message: string) => console.error(message) };
  const runner = createRunner({ store, documents, projections: PROJECTIONS, log });
  await runner.start();
  const handling = { store, clock, newId: () => v7() };
  const upToDate = async () => runner.waitForReadModels(await store.head());
  const app: TestApp = {
    ...plainApp(stores, runner),
    clock,
    upToDate,
    async done(work) {
      const result = await work;
      await upToDate();
      return result;
    },
    async user(zone = 'Europe/Berlin') {
      const caller = userCaller(v7(), v7());
      await vault.createKey(caller.owner);
      const identity = { email: `${caller.owner}@example.org`, full_name: 'Ada' };
      const stream = accountStream(caller.owner);
      await handle(handling, accountDecider, stream, { type: 'Register', addressKey: caller.owner, timezone: zone, identity }, caller);
      await handle(handling, accountDecider, stream, { type: 'Confirm' }, caller);
      await upToDate();
      return caller;
    },
    async move(caller, zone) {
      const command = { type: 'ChangeProfile', timezone: zone, if_match: null } as const;
      const { events } = await handle(handling, accountDecider, accountStream(caller.owner), command, caller);
      await upToDate();
      for (const event of events) await carryZoneMove(app, event);
      await upToDate();
    },
    async dispose() {
      await runner.stop();
      await stores.dispose();
    },
  };
  return app;
}
