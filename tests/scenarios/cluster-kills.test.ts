import { expect, onTestFinished, test, vi } from 'vitest';
import { AccountRegistered } from '../../src/domain/account/events.ts';
import { isEvent } from '../../src/domain/kernel/define-event.ts';
import { numbers } from '../projections/support/random-world.ts';
import { startEventStoreDoubleProcess } from '../servers/eventstore.ts';
import { startMongo } from '../servers/mongodb.ts';
import { addSummaryLine, hasOwnMongo } from '../servers/shared.ts';
import { type Cluster, type ClusterRole, startCluster } from '../support/cluster.ts';
import { type Acknowledged, join, startLoad } from '../support/cluster-life.ts';
import { watchFences } from '../support/fences.ts';
import { startSmtp } from '../support/mail-servers.ts';
import { compared, delivered } from '../support/rebuilt.ts';
import { call, KILLS, runCommand, signIn } from '../support/server-process.ts';
import { eventsOf, outcomesIn, unknownIn } from '../support/year-story.ts';

const SEED = 6;
/** After this time no further kills are made, so that the test ends in time on any machine; the summary shows how many were left out. */
const BOUND_MS = 240_000;
/** Workers are left alone every other time: what a killed one held is taken over meanwhile. */
const ROUND = 5;
const NO_WORKERS: readonly Victim[] = ['web 0', 'web 1', 'mongodb'];
const ALL: readonly Victim[] = ['web 0', 'web 1', 'worker 0', 'worker 1', 'mongodb'];
const ENDING_MS = 120_000;
const PATIENCE = { timeout: 60_000, interval: 250 };

type Victim = `${ClusterRole} ${0 | 1}` | 'mongodb';

const isHere = await hasOwnMongo();

/** Kills processes on request, and makes sure that they start again. */
function killer(cluster: Cluster, mongo: { kill(): Promise<void>; restart(): Promise<void> }) {
  const rising = new Map<Victim, Promise<void>>();
  const faults: unknown[] = [];
  async function rise(victim: Victim): Promise<void> {
    if (victim === 'mongodb') {
      await mongo.kill();
      return mongo.restart();
    }
    const [role, index] = victim.split(' ') as [ClusterRole, string];
    await cluster.kill(role, Number(index));
    // Like an operator's service manager: a process that ends because a store is missing is started again.
    while (!(await cluster.restart(role, Number(index)).then(() => true, endedForWant)));
  }
  return {
    up: async (victim: Victim): Promise<void> => rising.get(victim),
    kill(victim: Victim): void {
      const risen = rise(victim).then(
        () => void rising.delete(victim),
        (error: unknown) => void faults.push(error),
      );
      rising.set(victim, risen);
    },
    sound: (): boolean => faults.length === 0,
    /** Waits. Gives the processes that did not start again for another reason than a missing store. */
    async faults(): Promise<readonly unknown[]> {
      await Promise.all(rising.values());
      return faults;
    },
  };
}

/** It ended with a sentence and without a stack. */
function endedForWant(error: Error): false {
  if (/\n\s+at /.test(error.message)) throw error;
  return false;
}

async function everythingAcknowledged(cluster: Cluster, people: readonly string[], { made, completed, joined }: Acknowledged) {
  const titles = new Map<string, readonly string[]>();
  const statuses = new Map<string, string>();
  for (const email of people) {
    const token = await signIn(cluster.front, email);
    for (let path: string | null = '/api/tasks?limit=1000'; path !== null; ) {
      const page: Awaited<ReturnType<typeof call>> = await call(cluster.front, 'GET', path, { token });
      expect(page.status).toBe(200);
      for (const { id, title, status } of page.body) {
        titles.set(title, [...(titles.get(title) ?? []), id]);
        statuses.set(id, status);
      }
      path = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? null;
    }
  }
  // Nothing is lost or duplicated: every client repeated the same request.
  expect([...titles].filter(([, ids]) => ids.length !== 1)).toEqual([]);
  expect([...made].filter(([title, id]) => titles.get(title)?.[0] !== id)).toEqual([]);
  expect([...completed].filter((id) => statuses.get(id) !== 'completed')).toEqual([]);
  const { store, vault } = await cluster.stores();
  const events = await Array.fromAsync(eventsOf(store));
  const streams = (type: string) => new Set(events.flatMap((event) => (event.type === type ? [event.stream] : [])));
  const [promised, done] = [streams('TaskPromised'), streams('TaskCompleted')];
  expect([...made.values()].filter((id) => !promised.has(`task-${id}`))).toEqual([]);
  expect([...completed].filter((id) => !done.has(`task-${id}`))).toEqual([]);
  const addresses = new Set(events.flatMap((event) => (isEvent(event, AccountRegistered) ? [event.data.address_key] : [])));
  expect([...joined].filter((email) => !addresses.has(vault.keyed('address', email)))).toEqual([]);
}

test.skipIf(!isHere)(
  `${KILLS} kills of webs, workers and the MongoDB server under load lose nothing and repeat nothing`,
  { timeout: BOUND_MS + 150_000 },
  async () => {
    const pick = numbers(SEED);
    const smtp = await startSmtp(() => new Promise((resolve) => setTimeout(resolve, 50 + pick(600))));
    onTestFinished(() => smtp.close());
    const [mongo, eventstore] = await Promise.all([startMongo({ keep: true }), startEventStoreDoubleProcess()]);
    onTestFinished(async () => void (await Promise.all([mongo.stop(), eventstore.stop()])), ENDING_MS);
    const mongodbUrl = mongo.database();
    const fences = await watchFences(mongodbUrl);
    const env = { SMTP_URL: smtp.url };
    // A killed process leaves no compile cache for the next start.
    await runCommand(['--help'], env);
    const cluster = await startCluster({ webs: 2, workers: 2, mongodbUrl, eventstore, env });
    onTestFinished(() => cluster.stop(), ENDING_MS);
    const emails = ['ann', 'bob', 'cem', 'dee'].map((name) => `${name}@example.org`);
    const people = await Promise.all(emails.map((email) => join(cluster.front, email, smtp)));

    const killing = killer(cluster, mongo);
    const load = startLoad(cluster.front, people, { writers: 1 });
    const { acknowledged } = load;
    const begun = performance.now();
    const took = new Map<Victim, number>();
    let kills = 0;
    while (kills < KILLS && killing.sound() && performance.now() - begun < BOUND_MS) {
      const victims = (kills / ROUND) & 1 ? NO_WORKERS : ALL;
      const victim = victims[pick(victims.length)] as Victim;
      await killing.up(victim);
      killing.kill(victim);
      kills += 1;
      took.set(victim, (took.get(victim) ?? 0) + 1);
      // At a different instant each time: after some writes, or after a while in which none are possible.
      const [writes, until] = [acknowledged.count() + pick(8), performance.now() + 100 + pick(1_000)];
      while (acknowledged.count() < writes && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const seconds = Math.round((performance.now() - begun) / 1_000);
    expect(await killing.faults()).toEqual([]);
    expect(kills, `kills in ${seconds} s`).toBe(KILLS);
    await load.stop();

    // An attempt with an unknown outcome is repeated once nobody waits for it.
    const { store, mongo: connection } = await cluster.stores();
    await connection.ping();
    expect((await call(cluster.front, 'POST', '/dev/clock', { body: { advance: 'PT10M' } })).status).toBe(200);
    await vi.waitUntil(() => delivered(store), PATIENCE);

    await everythingAcknowledged(cluster, emails, acknowledged);
    const byDelivery = () => Map.groupBy(smtp.all(), (mail) => /^<(.+)@/.exec(mail.messageId ?? '')?.[1] ?? '');
    // Messages that the move of the clock caused may be requested after that, and a mail arrives before its outcome is recorded.
    await vi.waitFor(async () => expect([...byDelivery().keys()].sort()).toEqual([...(await outcomesIn(store)).keys()].sort()), PATIENCE);
    const lost = await unknownIn(store);
    const sent = byDelivery();
    for (const [id, mails] of sent) expect([id, mails.length <= 1 + (lost.get(id) ?? 0)]).toEqual([id, true]);
    expect([...acknowledged.joined].filter((email) => smtp.to(email).length === 0)).toEqual([]);

    const stores = await cluster.stores();
    const { stands, rebuilt } = await compared(stores);
    expect(stands).toEqual(rebuilt);
    expect((await stores.verify()).breaks).toEqual([]);
    const { faults, writes } = await fences.stop();
    expect(faults).toEqual([]);
    expect(writes).toBeGreaterThan(acknowledged.count());
    const twice = [...sent.values()].filter((mails) => mails.length > 1).length;
    addSummaryLine(
      `Cluster: ${KILLS} kills in ${seconds} s (${[...took].map(([victim, times]) => `${victim}: ${times}`).join(', ')}), ` +
        `${acknowledged.count()} writes acknowledged, ${sent.size} deliveries, ${lost.size} of them tried again and ${twice} sent twice`,
    );
  },
);
