import { setTimeout as delay } from 'node:timers/promises';
import { v7 } from 'uuid';
import { expect, onTestFinished, test } from 'vitest';
import { userCaller } from '../../src/app/caller.ts';
import { promiseTask } from '../../src/app/task/tasks.ts';
import { readConfig } from '../../src/config/config.ts';
import { taskStream } from '../../src/domain/task/events.ts';
import { dueBefore } from '../../src/projections/engine/due-work.ts';
import type { Stores } from '../../src/store/stores.ts';
import { DUE_WORK } from '../../src/wiring/features.ts';
import { createMeters, type Meters } from '../../src/wiring/operations/meters.ts';
import { withOverrides } from '../../src/wiring/operations/with-overrides.ts';
import { assembleOnServers, type OnServers } from '../../src/wiring/servers.ts';
import { startEventStoreDouble } from '../servers/eventstore.ts';
import { sharedMongo } from '../servers/shared.ts';

const mongo = await sharedMongo();
const SLOW_MS = 200;
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Stores that are slow to write folded documents. */
const slowly = (): Meters => ({
  ...createMeters(),
  stores: <S extends Stores>(stores: S): S => {
    const apply: Stores['documents']['apply'] = (batch) => delay(SLOW_MS).then(() => stores.documents.apply(batch));
    return withOverrides<Stores>(stores, { documents: withOverrides(stores.documents, { apply }) }) as S;
  },
});

/** A web, beside a worker that folds slowly; it is 08:00 on 20 November 2026. */
async function webBesideSlowWorker(): Promise<OnServers> {
  const eventstore = await startEventStoreDouble();
  onTestFinished(() => eventstore.stop());
  const servers = { EVENTSTORE_URL: eventstore.url, MONGODB_URL: mongo?.database() ?? '', VOUCH_MASTER_KEY: 'ab'.repeat(32) };
  async function begun(VOUCH_ROLE: 'worker' | 'web', meters: Meters): Promise<OnServers> {
    const config = readConfig({ ...servers, VOUCH_ROLE, VOUCH_DATA: '/nonexistent', VOUCH_CLOCK: '2026-11-20T08:00:00Z' });
    const process = await assembleOnServers({ config, log: silent, meters });
    onTestFinished(() => process.close());
    return process;
  }
  const worker = await begun('worker', slowly());
  await worker.work.start();
  onTestFinished(() => worker.work.stop());
  await expect.poll(() => worker.timekeeping?.isHeld(), { timeout: 20_000 }).toBe(true);
  const web = await begun('web', createMeters());
  await web.readable;
  return web;
}

test.skipIf(mongo === null)(
  'a start is refused on a log in which a newer version of the program has written',
  { timeout: 60_000 },
  async () => {
    const eventstore = await startEventStoreDouble();
    onTestFinished(() => eventstore.stop());
    const servers = { EVENTSTORE_URL: eventstore.url, MONGODB_URL: mongo?.database() ?? '', VOUCH_MASTER_KEY: 'ab'.repeat(32) };
    const config = readConfig({ ...servers, VOUCH_ROLE: 'web', VOUCH_DATA: '/nonexistent', VOUCH_CLOCK: '2026-11-20T08:00:00Z' });
    const web = await assembleOnServers({ config, log: silent });
    onTestFinished(() => web.close());
    await signUp(web);
    const [event] = await web.stores.log.readLast(1);
    const later = { ...event, id: v7(), stream: 'later-1', revision: 0, type: 'LaterThing', position: undefined };
    await web.stores.log.append('later-1', -1, [{ ...later, json: JSON.stringify(later) }]);
    await expect(assembleOnServers({ config, log: silent })).rejects.toThrow('LaterThing, which this version does not know');
  },
);

async function signUp({ accounts, app }: OnServers): Promise<string> {
  const signup = { email: 'ann@example.org', password: 'a rather long password', fullName: 'Ann', timezone: 'Europe/Berlin' };
  return (await accounts.signup(signup, app.newId())).userId;
}

test.skipIf(mongo === null)(
  'a move of the clock includes tasks that were created a moment before, however late they are folded',
  {
    timeout: 60_000,
  },
  async () => {
    const web = await webBesideSlowWorker();
    const caller = userCaller(await signUp(web), web.app.newId());
    // Other due work is done first, because it waits for the read models.
    await web.app.waitForReadModels(await web.app.store.head());
    await expect.poll(() => dueBefore(web.app.views, DUE_WORK, '2026-11-20T12:00:00.000Z', 1), { timeout: 20_000 }).toEqual([]);
    const { id } = await promiseTask(web.app, caller, { title: 'Now', due_date: '2026-11-20', due_time: '12:00' });
    await web.timekeeper.move(() => '2026-11-20T12:00:00.000Z');
    const missed = (await web.app.store.readStream(taskStream(id))).find(({ type }) => type === 'TaskMissed');
    // During the move, not at the next check for due work.
    expect(missed?.metadata.recorded_at).toBe('2026-11-20T11:00:00.001Z');
  },
);
