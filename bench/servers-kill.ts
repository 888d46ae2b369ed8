import { startEventStore, startEventStoreDoubleProcess } from '../tests/servers/eventstore.ts';
import { type Cluster, startCluster } from '../tests/support/cluster.ts';
import { type Person, untilAnswered } from '../tests/support/cluster-life.ts';
import { type Answered, call, MAIN, signUp } from '../tests/support/server-process.ts';
import { type Bench, median, type Result } from './support/measure.ts';
import { onMongo } from './support/servers.ts';

const KILLS = 12;
const PEOPLE = 4;
/** Long enough for a worker that returns to have its share again. */
const SETTLE_MS = 12_000;

const DONE = { status: 'completed' };

interface Written {
  readonly began: number;
  readonly ended: number;
}

/**
 * Creates and completes tasks one after the other, each request repeated until it is acknowledged. `isBrowser`: each request shows how far the writes before it
 * went.
 */
async function write(front: string, { email, token }: Person, isBrowser: boolean, going: () => boolean): Promise<readonly Written[]> {
  const written: Written[] = [];
  let shown: Record<string, string> = {};
  for (let count = 0; going(); count += 1) {
    const headers = { ...shown, 'idempotency-key': `${email}-${count}` };
    const body = { title: `Task ${count}`, due_date: '2099-01-01' };
    const began = performance.now();
    const made = await untilAnswered(() => call(front, 'POST', '/api/tasks', { token, headers, body }));
    const created = performance.now();
    if (isBrowser) shown = shownBy(made);
    const done = await untilAnswered(() =>
      call(front, 'PATCH', `/api/tasks/${made.body.id}/status`, { token, headers: shown, body: DONE }),
    );
    if (isBrowser) shown = shownBy(done);
    if (made.status !== 201 || done.status !== 200)
      throw new Error(`Refused: ${made.status} and ${done.status} ${JSON.stringify(done.body)}`);
    written.push({ began, ended: created }, { began: created, ended: performance.now() });
  }
  return written;
}

function shownBy({ headers }: Answered): Record<string, string> {
  const position = headers.get('vouch-position');
  return position === null ? {} : { 'vouch-position': position };
}

/** Kills one worker after the other, and starts each again at once, as a service manager does. Resolves with the instants of the kills. */
async function killWorkers(cluster: Cluster): Promise<readonly number[]> {
  const kills: number[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    kills.push(performance.now());
    await cluster.kill('worker', kill % 2);
    await cluster.restart('worker', kill % 2);
  }
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  return kills;
}

/** For each kill and each person the seconds that the longest write took which was under way after this kill and before the next. */
function longest(kills: readonly number[], people: readonly (readonly Written[])[]): readonly number[] {
  return kills.flatMap((killed, index) => {
    const next = kills[index + 1] ?? Number.POSITIVE_INFINITY;
    return people.map((written) => {
      const under = written.filter(({ began, ended }) => ended > killed && began < next);
      return Math.max(...under.map(({ began, ended }) => ended - began)) / 1_000;
    });
  });
}

/**
 * How long a write is not acknowledged when a worker is killed, with two webs and two workers: what a person waits at the median, and the
 * most that anybody waited, also while the worker returns and gets its share again.
 */
export const killWorkerWriteSeconds: Bench = () =>
  onMongo(async ({ server, url }) => {
    const eventstore = await startEventStore(startEventStoreDoubleProcess);
    const cluster = await startCluster({ webs: 2, workers: 2, mongodbUrl: url, eventstore, main: MAIN });
    try {
      const emails = Array.from({ length: PEOPLE }, (_, index) => `writer${index}@example.org`);
      const people: Person[] = [];
      for (const email of emails) people.push({ email, token: await signUp(cluster.front, email) });
      let going = true;
      const writing = people.map((person, index) => write(cluster.front, person, index % 2 === 0, () => going));
      const kills = await killWorkers(cluster);
      going = false;
      const waits = longest(kills, await Promise.all(writing));
      const row = (name: string, goal: number, seconds: number): Result => ({
        ...{ name, goal, better: 'lower', unit: 's', server, baseline: 0 },
        ...{ ratio: seconds, ours: seconds, runs: waits.length },
      });
      return [row('kill_worker_write_seconds', 3, median(waits)), row('kill_worker_write_most_seconds', 8, Math.max(...waits))];
    } finally {
      await cluster.stop();
      await eventstore.stop();
    }
  });
