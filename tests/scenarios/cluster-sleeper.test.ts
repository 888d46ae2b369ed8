import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { withTimeout } from '../../src/concurrency/with-timeout.ts';
import { deliveryStream } from '../../src/domain/delivery/events.ts';
import { collectionName } from '../../src/projections/engine/projection.ts';
import { PROJECTIONS } from '../../src/wiring/features.ts';
import { addSummaryLine, sharedMongo } from '../servers/shared.ts';
import { beatsUntil } from '../support/beats.ts';
import type { Cluster } from '../support/cluster.ts';
import { join, patiently, signUpBody } from '../support/cluster-life.ts';
import { type Fences, watchFences } from '../support/fences.ts';
import { compared } from '../support/rebuilt.ts';
import { call } from '../support/server-process.ts';
import { startWiredCluster, type WiredCluster } from '../support/wired-cluster.ts';
import { eventsOf } from '../support/year-story.ts';

/** On a busy machine leases are taken over late, and everything that follows waits for that. */
const PATIENCE = { timeout: 100_000, interval: 200 };
const ENDING_MS = 120_000;
const TAKEN_OVER_BEATS = 100;
const TASKS = collectionName(PROJECTIONS.find(({ name }) => name === 'tasks') as (typeof PROJECTIONS)[number]);
/** The text of a write to this collection in MongoDB's protocol. */
const WRITE = `update\0${String.fromCharCode(TASKS.length + 1)}\0\0\0${TASKS}\0`;

const mongo = await sharedMongo();

async function holders(cluster: Cluster): Promise<ReadonlyMap<string, string>> {
  return new Map((await (await cluster.stores()).leases.list()).map(({ name, holder }) => [name, holder]));
}

/** The worker that holds a lease. */
async function holderOf(cluster: Cluster, lease: string): Promise<0 | 1> {
  const found = await vi.waitUntil(async () => (await holders(cluster)).get(lease), PATIENCE);
  return ([0, 1] as const).find((index) => found.includes(`-${cluster.process('worker', index).pid}-`)) as 0 | 1;
}

/** Waits until everything is held evenly and nothing moves any more by itself. */
const shared = (cluster: Cluster): Promise<boolean> =>
  vi.waitUntil(async () => {
    const found = await holders(cluster);
    const { timekeeper: _, ...folded } = Object.fromEntries(found);
    const shares = [...Map.groupBy(Object.values(folded), (holder) => holder).values()].map(({ length }) => length);
    return found.size === PROJECTIONS.length + 1 && shares.length === 2 && Math.max(...shares) <= Math.ceil(PROJECTIONS.length / 2);
  }, PATIENCE);

const inTime = <T>(what: string, work: Promise<T>): Promise<T> =>
  withTimeout(PATIENCE.timeout, work, () => new Error(`It did not come: ${what}.`));

/** Stops a worker. Resolves once the other holds everything that it held, with the number of beats that this took. */
async function stopAndWait(cluster: Cluster, index: 0 | 1): Promise<number> {
  const { pid } = cluster.process('worker', index);
  cluster.process('worker', index).signal('SIGSTOP');
  const taken = vi.waitUntil(async () => {
    const found = await holders(cluster);
    return found.size === PROJECTIONS.length + 1 && [...found.values()].every((holder) => !holder.includes(`-${pid}-`));
  }, PATIENCE);
  const beats = await beatsUntil(taken, () => call(cluster.front, 'GET', '/healthz'));
  await taken;
  return beats;
}

describe.skipIf(mongo === null)('a worker that is suspended for longer than its leases last', { timeout: 480_000 }, () => {
  let fences: Fences;
  let wired: WiredCluster;
  const arrived = new Map<string, PromiseWithResolvers<void>>();
  const gates = new Map<string, PromiseWithResolvers<void>>();
  const taking = async ({ to }: { to?: readonly { address?: string }[] | undefined }): Promise<void> => {
    const address = to?.[0]?.address ?? '';
    const gate = gates.get(address);
    gates.delete(address);
    arrived.get(address)?.resolve();
    await gate?.promise;
  };
  beforeAll(async () => {
    const url = mongo?.database() ?? '';
    fences = await watchFences(url);
    wired = await startWiredCluster(url, taking);
  }, 120_000);
  afterAll(() => wired?.stop(), ENDING_MS);

  test('and wakes in the middle of a write overwrites nothing', async () => {
    const { cluster, smtp, way } = wired;
    const { token } = await join(cluster.front, 'ann@example.org', smtp);
    const stores = await cluster.stores();
    const add = async (title: string): Promise<string> =>
      (await patiently(201, () => call(cluster.front, 'POST', '/api/tasks', { token, body: { title } }))).body.id;
    const complete = (id: string) =>
      patiently(200, () => call(cluster.front, 'PATCH', `/api/tasks/${id}/status`, { token, body: { status: 'completed' } }));
    const took: number[] = [];
    const asRebuilt = async (): Promise<void> => {
      const { stands, rebuilt } = await compared(stores);
      expect(stands).toEqual(rebuilt);
    };

    for (const first of ['the write arrives', 'the worker wakes'] as const) {
      await shared(cluster);
      const sleeper = await holderOf(cluster, TASKS);
      const { pid } = cluster.process('worker', sleeper);
      const held = way('worker', sleeper, 'mongodb').holdBack(WRITE);
      const id = await add(`Written as it fell asleep; ${first}`);
      const arrive = await inTime('the write that is held back', held);
      const taken = stopAndWait(cluster, sleeper);
      await complete(id);
      took.push(await taken);
      await add(`Written while it slept; ${first}`);
      await asRebuilt();

      const wake = (): void => cluster.process('worker', sleeper).signal('SIGCONT');
      if (first === 'the worker wakes') wake();
      await inTime('the answer to the write', arrive());
      await asRebuilt();
      if (first === 'the write arrives') wake();
      await shared(cluster);
      expect(cluster.process('worker', sleeper)).toMatchObject({ pid });
      expect(cluster.process('worker', sleeper).stderr()).toContain('read_model.lost');
      await add(`Written after all; ${first}`);
      await asRebuilt();
    }
    for (const beats of took) expect(beats).toBeLessThan(TAKEN_OVER_BEATS);
    expect((await fences.stop()).faults).toEqual([]);
    addSummaryLine(`Cluster: what a worker that sleeps held was taken over after ${took.join(' and ')} beats`);
  });

  test('in the middle of a delivery sends it once if it wakes in time; otherwise the same message is sent again', async () => {
    const { cluster, smtp } = wired;
    const { store } = await cluster.stores();
    const told = async (): Promise<ReadonlyMap<string, readonly string[]>> => {
      const deliveries = (await Array.fromAsync(eventsOf(store))).filter(({ stream }) => deliveryStream.has(stream));
      return new Map([...Map.groupBy(deliveries, ({ stream }) => stream)].map(([stream, all]) => [stream, all.map(({ type }) => type)]));
    };
    const storyOf = async (email: string) => (await told()).get(`delivery-${/^<(.+)@/.exec(smtp.to(email)[0]?.messageId ?? '')?.[1]}`);
    const moveClock = async (): Promise<void> => {
      expect((await call(cluster.front, 'POST', '/dev/clock', { body: { advance: 'PT10M' } })).status).toBe(200);
    };

    for (const wakes of ['in time', 'too late'] as const) {
      await shared(cluster);
      const email = `${wakes.replace(' ', '-')}@example.org`;
      const [came, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      arrived.set(email, came);
      gates.set(email, gate);
      const sleeper = await holderOf(cluster, 'timekeeper');
      await patiently(201, () => call(cluster.front, 'POST', '/api/auth/signup', { body: signUpBody(email) }));
      await inTime('the mail', came.promise);
      expect(await stopAndWait(cluster, sleeper)).toBeLessThan(TAKEN_OVER_BEATS);
      expect(await storyOf(email)).toEqual(['DeliveryRequested', 'DeliveryBegun']);
      if (wakes === 'too late') await moveClock();
      gate.resolve();
      cluster.process('worker', sleeper).signal('SIGCONT');
      await vi.waitUntil(async () => (await storyOf(email))?.at(-1) === 'DeliverySent', PATIENCE);
      await shared(cluster);
      await moveClock();
      const mails = smtp.to(email);
      const again = wakes === 'in time' ? [] : ['DeliveryBegun'];
      expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1);
      expect(mails).toHaveLength(1 + again.length);
      expect((await storyOf(email))?.slice(0, 3 + again.length)).toEqual(['DeliveryRequested', 'DeliveryBegun', ...again, 'DeliverySent']);
    }
    const { stands, rebuilt } = await compared(await cluster.stores());
    expect(stands).toEqual(rebuilt);
  });
});
