import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { addSummaryLine, sharedMongo } from '../servers/shared.ts';
import { beatsUntil } from '../support/beats.ts';
import { oneByChance } from '../support/by-chance.mjs';
import { join, type Person, patiently, signUpBody } from '../support/cluster-life.ts';
import { compared, delivered, standing } from '../support/rebuilt.ts';
import { call } from '../support/server-process.ts';
import { type Store, startWiredCluster, type WiredCluster } from '../support/wired-cluster.ts';

const PATIENCE = { timeout: 40_000, interval: 250 };
/** Within this time a web reports that a store is unavailable: its bound for MongoDB, and a little more. */
const ANSWER_BEATS = 130;
const NAMES: Readonly<Record<Store, string>> = { mongodb: 'MongoDB', eventstore: 'EventStoreDB' };
/** Five times as long as a lease lasts. */
const AWAY_MS = 30_000;
const ENDING_MS = 120_000;

type How = 'cut' | 'hang';

/** Each run takes one of these pairs, so that both stores are away, one of them briefly. */
const OUTAGES: readonly (readonly [Store, How, number])[][] = [
  [
    ['mongodb', 'cut', 1],
    ['eventstore', 'cut', 10],
  ],
  [
    ['eventstore', 'hang', 1],
    ['mongodb', 'hang', 10],
  ],
];

const mongo = await sharedMongo();

/** A cluster with a person who notes what was acknowledged. */
async function world(closers: (() => Promise<unknown>)[]) {
  const wired = await startWiredCluster(mongo?.database() ?? '');
  closers.push(wired.stop);
  const { cluster, smtp } = wired;
  const ann = await join(cluster.front, 'ann@example.org', smtp);
  const pids = pidsOf(wired);
  let count = 0;
  const titles: string[] = [];
  const joined: string[] = [];
  return {
    ...wired,
    ann,
    /** Creates a task and signs somebody up, both repeated until they are acknowledged. */
    async write(): Promise<void> {
      count += 1;
      const [title, email] = [`Task ${count}`, `new-${count}@example.org`];
      await add(cluster.front, ann, title);
      titles.push(title);
      await patiently(201, () =>
        call(cluster.front, 'POST', '/api/auth/signup', { headers: { 'idempotency-key': email }, body: signUpBody(email) }),
      );
      joined.push(email);
    },
    /** Waits until everything is ready again without a restart, and checks that nothing was lost. Resolves with how long that took. */
    async healed(): Promise<number> {
      const begun = performance.now();
      await Promise.all(
        (['web', 'worker'] as const).flatMap((role) =>
          [0, 1].map((index) => vi.waitUntil(async () => (await wired.readyz(role, index)).ready, PATIENCE)),
        ),
      );
      const stores = await cluster.stores();
      await vi.waitUntil(() => delivered(stores.store), PATIENCE);
      await standing(stores);
      const took = performance.now() - begun;
      expect(joined.map((email) => [email, smtp.to(email).length])).toEqual(joined.map((email) => [email, 1]));
      const { body } = await call(cluster.front, 'GET', '/api/tasks?limit=1000', { token: ann.token });
      expect(body.map((task: { title: string }) => task.title).sort()).toEqual(titles.toSorted());
      const { stands, rebuilt } = await compared(stores);
      expect(stands).toEqual(rebuilt);
      expect(pidsOf(wired)).toEqual(pids);
      return took;
    },
    async add(url: string, title: string): Promise<void> {
      await add(url, ann, title);
      titles.push(title);
    },
  };
}

const pidsOf = ({ cluster }: WiredCluster) =>
  (['web', 'worker'] as const).flatMap((role) => [0, 1].map((index) => cluster.process(role, index).pid));

const headersFor = (title: string) => ({ 'idempotency-key': title.replaceAll(' ', '-') });
const ask = (url: string, { token }: Person, title: string) =>
  call(url, 'POST', '/api/tasks', { token, headers: headersFor(title), body: { title } });
const add = (url: string, ann: Person, title: string) => patiently(201, () => ask(url, ann, title));

const saysAway = async ({ readyz }: WiredCluster, role: 'web' | 'worker', index: number, store: Store): Promise<void> => {
  await vi.waitUntil(async () => (await readyz(role, index)).faults.some(({ name }) => name === NAMES[store]), PATIENCE);
};

// Once somebody has waited in vain for a read model, writes are refused until it is up to date. So requests during the
// time in which nobody folds are waited for only after the connection is back.
describe.skipIf(mongo === null)('lost connections', { timeout: 240_000 }, () => {
  const closers: (() => Promise<unknown>)[] = [];
  let made: ReturnType<typeof world> | null = null;
  /** The same for both tests. It is made within the first one, since only tests wait for mails. */
  const shared = () => (made ??= world(closers));
  afterAll(async () => {
    for (const close of closers) await close();
  }, ENDING_MS);

  test('between workers and each store for a second or ten, and between a web and each store, lose and repeat nothing', async () => {
    const all = await shared();
    const { cluster, way, ann } = all;
    const took: string[] = [];
    for (const [store, how, seconds] of oneByChance(OUTAGES).flat()) {
      for (const index of [0, 1]) way('worker', index, store)[how]();
      const over = delay(seconds * 1_000);
      const writing = all.write();
      if (seconds > 1) await saysAway(all, 'worker', 0, store);
      await over;
      for (const index of [0, 1]) mend(all, 'worker', index, store);
      await writing;
      await all.write();
      took.push(`${NAMES[store]} ${how} for ${seconds} s: ${Math.round(await all.healed())} ms`);
    }
    for (const store of ['mongodb', 'eventstore'] as const)
      for (const how of oneByChance(['cut', 'hang'] as const)) {
        const [one, two] = cluster.webs as [string, string];
        way('web', 0, store)[how]();
        const title = `Asked while ${store} ${how}`;
        const answers = Promise.all([ask(one, ann, title), ask(two, ann, `${title}, of the other`)]);
        const beats = await beatsUntil(answers, () => call(two, 'GET', '/api/auth/session', { token: ann.token }));
        const [{ status }, other] = await answers;
        expect([store, how, status, other.status, beats < ANSWER_BEATS]).toEqual([store, how, 503, 201, true]);
        await saysAway(all, 'web', 0, store);
        mend(all, 'web', 0, store);
        const since = performance.now();
        await all.add(one, title);
        await all.add(two, `${title}, of the other`);
        took.push(`web without ${NAMES[store]} (${how}): 503 after ${beats} beats, back in ${Math.round(performance.now() - since)} ms`);
      }
    await all.healed();
    for (const line of took) addSummaryLine(`Network: ${line}`);
  });

  test('between one worker and MongoDB, and the other worker and EventStoreDB, for 30 seconds lose and repeat nothing', async () => {
    const all = await shared();
    const { cluster, way, ann } = all;
    way('worker', 0, 'mongodb').hang();
    way('worker', 1, 'eventstore').cut();
    const over = delay(AWAY_MS);
    const writing = (async () => {
      for (let count = 0; count < 3; count += 1) await all.write();
    })();
    await Promise.all([saysAway(all, 'worker', 0, 'mongodb'), saysAway(all, 'worker', 1, 'eventstore')]);
    // Nobody folds: a reader gets an error in time, or sees what there is.
    const answer = call(cluster.front, 'GET', '/api/tasks', { token: ann.token });
    expect(await beatsUntil(answer, () => call(cluster.front, 'GET', '/healthz'))).toBeLessThan(ANSWER_BEATS);
    expect([200, 503]).toContain((await answer).status);
    await over;
    mend(all, 'worker', 0, 'mongodb');
    mend(all, 'worker', 1, 'eventstore');
    await writing;
    await all.write();
    addSummaryLine(`Network: both workers without a store for ${AWAY_MS / 1_000} s: ${Math.round(await all.healed())} ms`);
  });
});

function mend({ way }: WiredCluster, role: 'web' | 'worker', index: number, store: Store): void {
  way(role, index, store).goOn();
  way(role, index, store).mend();
}
