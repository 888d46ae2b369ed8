import { setTimeout as pause } from 'node:timers/promises';
import { collectionName } from '../src/projections/engine/projection.ts';
import { PROJECTIONS } from '../src/wiring/features.ts';
import { startEventStore, startEventStoreDoubleProcess } from '../tests/servers/eventstore.ts';
import { type Cluster, startCluster } from '../tests/support/cluster.ts';
import { call, MAIN, signUp } from '../tests/support/server-process.ts';
import { type Bench, compared, interleaved, timed } from './support/measure.ts';
import { onMongo } from './support/servers.ts';

const RUNS = 4;
const PEOPLE = 8;
const TASKS = 25;
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

/** What a second worker adds, with two webs: new tasks a second until all read models show them. */
export const workers2Over1: Bench = () =>
  onMongo(async ({ server, url }) => {
    const eventstore = await startEventStore(startEventStoreDoubleProcess);
    const cluster = await startCluster({ webs: 2, workers: 2, mongodbUrl: url, eventstore, main: MAIN });
    try {
      const tokens: string[] = [];
      for (let index = 0; index < PEOPLE; index += 1) tokens.push(await signUp(cluster.front, `maker${index}@example.org`));
      let isSecondThere = true;
      const settle = async (wanted: boolean): Promise<number> => {
        if (wanted !== isSecondThere) await (wanted ? cluster.restart('worker', 1) : cluster.kill('worker', 1));
        isSecondThere = wanted;
        await pause(SETTLE_MS);
        return perSecond(cluster, tokens);
      };
      const sides = await interleaved(
        RUNS,
        () => settle(true),
        () => settle(false),
      );
      return [{ ...compared({ name: 'workers_2_over_1', goal: 1, better: 'higher', unit: 'new tasks a second' }, sides), server }];
    } finally {
      await cluster.stop();
      await eventstore.stop();
    }
  });
