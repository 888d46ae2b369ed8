import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { collectionName } from '../../src/projections/engine/projection.ts';
import { PROJECTIONS } from '../../src/wiring/features.ts';
import { startMongo } from '../servers/mongodb.ts';
import { addSummaryLine, hasOwnMongo } from '../servers/shared.ts';
import { oneByChance, someByChance } from '../support/by-chance.mjs';
import { join, PASSWORD, patiently, signUpBody } from '../support/cluster-life.ts';
import { compared, delivered, standing } from '../support/rebuilt.ts';
import { type Answered, call } from '../support/server-process.ts';
import { startWiredCluster } from '../support/wired-cluster.ts';
import { eventsOf } from '../support/year-story.ts';

const PATIENCE = { timeout: 60_000, interval: 250 };
/** A web answers every request within this time, if only with a refusal. */
const ANSWER_MS = 25_000;
const ENDING_MS = 120_000;
const AWAY_MS = 2_000;
/** Longer than a call may take with its search for a server, and three times as long as a lease lasts. */
const BLOCKED_MS = 20_000;
const COMMANDS = ['insert', 'update', 'delete', 'findAndModify', 'find', 'aggregate'];
const RETRYABLE = ['RetryableWriteError'];
const CODES = [
  [10_107, 'not primary'],
  [11_600, 'interrupted as it shuts down'],
  [189, 'primary stepped down'],
  [91, 'shutting down'],
] as const;
/** One of each kind: after the second kind the driver also drops its connections. */
const ENDINGS = [CODES[0], CODES[3]];
/** The connections of a web and of a worker on which answers get lost. */
const OF_A_WEB = ['vault_keys', 'vault_passwords', 'vault_answers', '_claims', 'vault_sessions'];
const OF_A_WORKER = ['_checkpoints', '_leases', ...['tasks', 'deliveries'].map(collectionOf)];

/** On as many of them answers get lost in one run. */
const LOST_OF_A_RUN = 3;

function collectionOf(readModel: string): string {
  return collectionName(PROJECTIONS.find(({ name }) => name === readModel) as (typeof PROJECTIONS)[number]);
}

const isHere = await hasOwnMongo();

async function world(closers: (() => Promise<unknown>)[]) {
  const server = await startMongo({ own: true });
  // Calls that it still blocks are not awaited.
  closers.push(() => server.kill().then(() => server.stop()));
  const wired = await startWiredCluster(server.database());
  closers.push(wired.stop);
  const { cluster, smtp } = wired;
  const ann = await join(cluster.front, 'ann@example.org', smtp);
  const titles: string[] = [];
  const joined: string[] = [];
  const seen = new Map<number, number>();
  let slowest = 0;
  const until = (status: number, ask: () => Promise<Answered>): Promise<Answered> =>
    patiently(status, ask, (code, ms) => {
      slowest = Math.max(slowest, ms);
      seen.set(code, (seen.get(code) ?? 0) + 1);
    });
  const keyed = (key: string) => ({ 'idempotency-key': key.replaceAll(' ', '-') });
  /** A task is created and completed; each step is repeated while the answer is that it cannot be done now. */
  async function write(url: string, token: string): Promise<void> {
    const title = `Task ${titles.length}`;
    const { body: task } = await until(201, () => call(url, 'POST', '/api/tasks', { token, headers: keyed(title), body: { title } }));
    titles.push(title);
    await until(200, () => call(url, 'PATCH', `/api/tasks/${task.id}/status`, { token, body: { status: 'completed' } }));
  }
  /** Waits until every process is ready and everything is folded. Resolves with how long that took, in milliseconds. */
  async function well(): Promise<number> {
    const begun = performance.now();
    for (const role of ['web', 'worker'] as const)
      for (const index of [0, 1]) await vi.waitUntil(async () => (await wired.readyz(role, index)).ready, PATIENCE);
    await standing(await cluster.stores(), PATIENCE.timeout);
    return performance.now() - begun;
  }
  return {
    ...wired,
    /** The answers, counted by how they ended. */
    seen,
    slowest: () => slowest,
    fail: (mode: unknown, data: object) => server.failPoint({ mode, data: { failCommands: COMMANDS, appName: 'vouch', ...data } }),
    write: (url = cluster.front) => write(url, ann.token),
    /** Somebody signs in and writes, and somebody else signs up. */
    async live(url = cluster.front): Promise<void> {
      const { body } = await until(200, () => call(url, 'POST', '/api/auth/signin', { body: { email: ann.email, password: PASSWORD } }));
      await write(url, body.session.access_token);
      const email = `new-${joined.length}@example.org`;
      await until(201, () => call(url, 'POST', '/api/auth/signup', { headers: keyed(email), body: signUpBody(email) }));
      joined.push(email);
    },
    well,
    /** Waits until every process has recovered, and checks that nothing was lost or duplicated. */
    async healed(): Promise<void> {
      await well();
      const stores = await cluster.stores();
      await vi.waitUntil(() => delivered(stores.store), PATIENCE);
      expect(joined.filter((email) => smtp.to(email).length !== 1)).toEqual([]);
      const events = await Array.fromAsync(eventsOf(stores.store));
      const count = (type: string): number => events.filter((event) => event.type === type).length;
      expect([count('TaskPromised'), count('TaskCompleted')]).toEqual([titles.length, titles.length]);
      expect(count('AccountRegistered')).toBe(joined.length + 1);
      const { stands, rebuilt } = await compared(stores);
      expect(stands).toEqual(rebuilt);
      expect(slowest).toBeLessThan(ANSWER_MS);
    },
  };
}

describe.skipIf(!isHere)('a MongoDB server that refuses', { timeout: 300_000 }, () => {
  const closers: (() => Promise<unknown>)[] = [];
  let made: ReturnType<typeof world> | null = null;
  /** The same for all tests. It is made within the first one, since only tests wait for mails. */
  const shared = () => (made ??= world(closers));
  afterEach(async () => (await made)?.fail('off', {}));
  afterAll(async () => {
    for (const close of closers.toReversed()) await close();
  }, ENDING_MS);

  test('one call goes unnoticed, calls for some seconds is reported, and a write whose answer is lost is done once', async () => {
    const { fail, write, live, seen, well, healed, way, eventstore, cluster, slowest } = await shared();
    for (const [index, failing] of COMMANDS.entries()) {
      // Every code at a read and at a write is tested in mongo-faults.test.ts. Here each command fails once.
      const [errorCode] = CODES[index % CODES.length] as (typeof CODES)[number];
      const refused = { errorCode, errorLabels: failing === 'find' ? [] : RETRYABLE };
      for (const how of oneByChance([refused, { closeConnection: true }])) {
        await fail({ times: 1 }, { failCommands: [failing], ...how });
        await write();
      }
    }
    await live();
    expect([...seen.keys()].sort()).toEqual([200, 201]);

    for (const [errorCode, name] of ENDINGS) {
      seen.clear();
      await fail('alwaysOn', { errorCode, errorLabels: RETRYABLE });
      const over = delay(AWAY_MS).then(() => fail('off', {}));
      await live();
      await over;
      const took = await well();
      expect([...seen.keys()].filter((code) => ![200, 201, 503].includes(code))).toEqual([]);
      addSummaryLine(
        `MongoDB refuses for ${AWAY_MS} ms, ${name}: ${seen.get(503) ?? 0} answers of 503, all well after ${Math.round(took)} ms`,
      );
    }

    seen.clear();
    for (const [role, texts] of [['web', OF_A_WEB] as const, ['worker', OF_A_WORKER] as const])
      for (const text of someByChance(texts, LOST_OF_A_RUN)) {
        const lost = way(role, 0, 'mongodb').loseAnswerTo(text);
        // If the first worker holds nothing of it, the second one does.
        if (role === 'worker') void way(role, 1, 'mongodb').loseAnswerTo(text);
        await live(role === 'web' ? cluster.webs[0] : cluster.front);
        if (role === 'web') await lost;
      }
    for (let count = 0; count < 3; count += 1) {
      await eventstore.faults.loseAnswers(1);
      await write();
    }
    await healed();
    addSummaryLine(
      `Answers lost, of MongoDB and of EventStoreDB: ${[...seen].map(([code, times]) => `${code} ${times} times`).join(', ')}; the slowest answer ${Math.round(slowest())} ms`,
    );
  });

  test('to answer for 20 seconds is reported in time, and its late work causes no damage', async () => {
    const { fail, live, seen, well, healed, slowest } = await shared();
    await live();
    seen.clear();
    await fail('alwaysOn', { blockConnection: true, blockTimeMS: BLOCKED_MS });
    const over = delay(BLOCKED_MS).then(() => fail('off', {}));
    // The last request is the last one carried out.
    const late = delay(2 * BLOCKED_MS);
    const living = live();
    await over;
    await living;
    expect(seen.get(503)).toBeGreaterThan(0);
    const took = await well();
    await late;
    await live();
    await healed();
    addSummaryLine(
      `MongoDB blocks for 20 s: ${seen.get(503)} answers of 503, the slowest after ${Math.round(slowest())} ms; all well after ${Math.round(took)} ms`,
    );
  });
});
