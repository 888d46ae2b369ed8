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
const IDLE_MS = 3_000;
const ENDING_MS = 60_000;
const TIMES = 10;
/** The calls of both processes for one request, apart from what they ask while nothing happens. */
const MOST = { creation: 12, list: 4 };

test.skipIf(mongo === null)('one web and one worker make few calls to MongoDB for a request', { timeout: 120_000 }, async () => {
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
  await delay(SETTLING_MS);

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

  const idle = await counted(() => delay(IDLE_MS));
  const repeated = async (ask: (index: number) => Promise<unknown>, settlingMs: number) => {
    const { calls, ms, sum } = await counted(async () => {
      for (let index = 0; index < TIMES; index += 1) await ask(index);
      await delay(settlingMs);
    });
    return { calls, each: (sum - (idle.sum / idle.ms) * ms) / TIMES };
  };

  const creation = await repeated(
    (index) => call(cluster.front, 'POST', '/api/tasks', { token, body: { title: `Task ${index}` } }),
    SETTLING_MS,
  );
  expect(creation.each, JSON.stringify(creation.calls)).toBeLessThanOrEqual(MOST.creation);
  // Fewer would mean that the calls are not counted: a creation is folded into four read models at least.
  expect(creation.each).toBeGreaterThan(4);
  const list = await repeated(() => call(cluster.front, 'GET', '/api/tasks?limit=50', { token }), 0);
  expect(list.each, JSON.stringify(list.calls)).toBeLessThanOrEqual(MOST.list);
});
