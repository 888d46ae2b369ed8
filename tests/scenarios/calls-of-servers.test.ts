import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { startEventStoreDoubleProcess } from '../servers/eventstore.ts';
import { sharedMongo } from '../servers/shared.ts';
import { type ClusterRole, startCluster } from '../support/cluster.ts';
import { join } from '../support/cluster-life.ts';
import { startCountedCalls } from '../support/counted-calls.ts';
import { startSmtp } from '../support/mail-servers.ts';
import { call } from '../support/server-process.ts';

const mongo = await sharedMongo();
/** Checkpoints that moved without a reaction are stored within a second. */
const SETTLING_MS = 1_500;
/**
 * Nothing is asked for while a worker renews its leases this often, a third of their length apart: 30 s. Due work is looked for every
 * 15 s, which takes a handful of calls, so a shorter time has more of them in it than its share, or none.
 */
const RENEWALS = 15;
const WAITING_MS = 60_000;
const ENDING_MS = 60_000;
const TIMES = 10;
const TRIES = 4;
/** The calls of both processes in a second in which nothing happens, and for one request apart from these. */
const MOST = { idle: 3, creation: 12, list: 4, upload: 20 };

test.skipIf(mongo === null)('one web and one worker make few calls to MongoDB for a request', { timeout: 240_000 }, async () => {
  const smtp = await startSmtp();
  onTestFinished(() => smtp.close());
  const eventstore = await startEventStoreDoubleProcess();
  onTestFinished(() => eventstore.stop(), ENDING_MS);
  const mongodbUrl = mongo?.database() ?? '';
  const counters = { web: await startCountedCalls(mongodbUrl), worker: await startCountedCalls(mongodbUrl) };
  const envOf = (role: ClusterRole) => ({ MONGODB_URL: counters[role].url });
  const cluster = await startCluster({ webs: 1, workers: 1, mongodbUrl, eventstore, env: { SMTP_URL: smtp.url }, envOf });
  onTestFinished(() => cluster.stop(), ENDING_MS);
  const { token } = await join(cluster.front, 'ann@example.org', smtp);

  /** The calls during the work, by their names, and the milliseconds that it took. */
  async function counted(work: () => Promise<unknown>) {
    const begun = performance.now();
    for (const { reset } of Object.values(counters)) reset();
    await work();
    const calls = Object.entries(counters).flatMap(([role, { counts }]) =>
      [...counts()].map(([name, times]) => ({ name: `${role} ${name}`, times })),
    );
    return { calls, ms: performance.now() - begun, sum: calls.reduce((total, { times }) => total + times, 0) };
  }

  const of = (name: string) => counters.worker.counts().get(name) ?? 0;
  // The hourly work runs soon after the start, and must not be counted below.
  await expect.poll(() => of('delete vault_sessions'), { timeout: WAITING_MS }).toBe(1);
  await delay(SETTLING_MS);
  const repeated = (ask: (index: number) => Promise<unknown>, settlingMs: number) =>
    counted(async () => {
      for (let index = 0; index < TIMES; index += 1) await ask(index);
      await delay(settlingMs);
    });
  const create = (): ReturnType<typeof counted> =>
    repeated((index) => call(cluster.front, 'POST', '/api/tasks', { token, body: { title: `Task ${index}` } }), SETTLING_MS);
  const upload = (): ReturnType<typeof counted> =>
    repeated(async (index) => {
      const body = new FormData();
      body.set('file', new Blob([Buffer.alloc(40_000, `${crypto.randomUUID()}\n`)]), `${index}.txt`);
      const headers = { Authorization: `Bearer ${token}` };
      expect((await fetch(`${cluster.front}/api/files`, { method: 'POST', headers, body })).status).toBe(201);
    }, SETTLING_MS);
  /** A worker that is kept waiting by other work of the machine folds one event in several batches, which costs more calls. */
  async function fewest(ask: () => ReturnType<typeof counted>, most: number): ReturnType<typeof counted> {
    let best = await ask();
    for (let tries = 1; tries < TRIES && best.sum > most * TIMES; tries += 1) {
      const again = await ask();
      if (again.sum < best.sum) best = again;
    }
    return best;
  }
  const creations = await fewest(create, MOST.creation);
  const uploads = await fewest(upload, MOST.upload);
  const lists = await repeated(() => call(cluster.front, 'GET', '/api/tasks?limit=50', { token }), 0);
  const idle = await counted(() => expect.poll(() => of('update _leases'), { timeout: WAITING_MS }).toBeGreaterThanOrEqual(RENEWALS));
  const each = ({ sum, ms }: { readonly sum: number; readonly ms: number }) => (sum - (idle.sum / idle.ms) * ms) / TIMES;

  expect((idle.sum / idle.ms) * 1_000, JSON.stringify(idle.calls)).toBeLessThanOrEqual(MOST.idle);
  expect(each(creations), JSON.stringify(creations.calls)).toBeLessThanOrEqual(MOST.creation);
  // Fewer would mean that the calls are not counted: a creation is folded into four read models at least.
  expect(each(creations)).toBeGreaterThan(4);
  expect(each(uploads), JSON.stringify(uploads.calls)).toBeLessThanOrEqual(MOST.upload);
  expect(each(uploads)).toBeGreaterThan(8);
  expect(each(lists), JSON.stringify(lists.calls)).toBeLessThanOrEqual(MOST.list);
});
