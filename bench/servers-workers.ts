import { setTimeout as pause } from 'node:timers/promises';
import { collectionName } from '../src/projections/engine/projection.ts';
import { PROJECTIONS } from '../src/wiring/features.ts';
import { newId } from '../src/wiring/ids.ts';
import { startEventStore, startEventStoreDoubleProcess } from '../tests/servers/eventstore.ts';
import { type Cluster, startCluster } from '../tests/support/cluster.ts';
import { confirm } from '../tests/support/confirmed.ts';
import { call, MAIN, signUp } from '../tests/support/server-process.ts';
import { type Bench, compared, interleaved, timed } from './support/measure.ts';
import { onMongo } from './support/servers.ts';

const RUNS = 4;
const PEOPLE = 8;
const TASKS = 25;
/** Accounts without tasks, with a reminder, its mail and an escalation a day each. */
const REMINDED = 500;
/** Until a worker that has come or gone makes no difference any more to who folds what. */
const SETTLE_MS = 15_000;
const LOOK_MS = 20;

/** New tasks a second, from the first request until every read model shows the last one. */
async function perSecond(cluster: Cluster, tokens: readonly string[]): Promise<number> {
  const { store, documents } = await cluster.stores();
  const ms = await timed(async () => {
    await Promise.all(tokens.map((token) => create(cluster.front, token)));
    const head = await store.head();
    const names = PROJECTIONS.map(collectionName);
    const isBehind = async (): Promise<boolean> => {
      const found = await documents.checkpoints(names);
      return names.some((name) => (found.get(name)?.position ?? '') < head);
    };
    while (await isBehind()) await pause(LOOK_MS);
  });
  return (PEOPLE * TASKS * 1_000) / ms;
}

async function create(front: string, token: string): Promise<void> {
  for (let index = 0; index < TASKS; index += 1) {
    const { status } = await call(front, 'POST', '/api/tasks', {
      token,
      body: { title: `Answer letter ${index}`, due_date: '2099-01-01' },
    });
    if (status !== 201) throw new Error(`A new task gave ${status}.`);
  }
}

async function confirmAccounts(cluster: Cluster): Promise<void> {
  const { store, vault: keys } = await cluster.stores();
  const { now } = (await call(cluster.front, 'GET', '/dev/clock')).body;
  const owners = Array.from({ length: REMINDED }, () => newId());
  await Promise.all(owners.map((owner) => confirm({ store, keys, newId, clock: { now: () => now } }, owner)));
}

/** The accounts of which the due work of a day is done in a second. */
async function daysPerSecond({ front }: Cluster): Promise<number> {
  const ms = await timed(async () => {
    const { status } = await call(front, 'POST', '/dev/clock', { body: { advance: 'PT24H' } });
    if (status !== 200) throw new Error(`The move of a day gave ${status}.`);
  });
  return (REMINDED * 1_000) / ms;
}

/**
 * What a second worker adds, with two webs: new tasks a second until all read models show them, and due work of many accounts at the same
 * instants.
 */
export const workers2Over1: Bench = () =>
  onMongo(async ({ server, url }) => {
    const eventstore = await startEventStore(startEventStoreDoubleProcess);
    const cluster = await startCluster({ webs: 2, workers: 2, mongodbUrl: url, eventstore, main: MAIN });
    try {
      const tokens: string[] = [];
      for (let index = 0; index < PEOPLE; index += 1) tokens.push(await signUp(cluster.front, `maker${index}@example.org`));
      let isSecondThere = true;
      const among = async (wanted: boolean, measure: () => Promise<number>): Promise<number> => {
        if (wanted !== isSecondThere) await (wanted ? cluster.restart('worker', 1) : cluster.kill('worker', 1));
        isSecondThere = wanted;
        await pause(SETTLE_MS);
        return measure();
      };
      const sides = (measure: () => Promise<number>) =>
        interleaved(
          RUNS,
          () => among(true, measure),
          () => among(false, measure),
        );
      const common = { goal: 1, better: 'higher' } as const;
      const tasks = await sides(() => perSecond(cluster, tokens));
      await confirmAccounts(cluster);
      const days = await sides(() => daysPerSecond(cluster));
      return [
        { ...compared({ ...common, name: 'workers_2_over_1', unit: 'new tasks a second' }, tasks), server },
        { ...compared({ ...common, name: 'workers_2_over_1_due', unit: 'days of accounts a second' }, days), server },
      ];
    } finally {
      await cluster.stop();
      await eventstore.stop();
    }
  });
