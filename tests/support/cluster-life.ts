import { expect } from 'vitest';
import type { ServerStores } from '../../src/store/server-stores.ts';
import type { Cluster } from './cluster.ts';
import { call } from './server-process.ts';

export type ClockMove = { readonly to: string } | { readonly advance: string };

const PLACES = [
  ['worker', 0],
  ['worker', 1],
  ['web', 0],
  ['web', 1],
] as const;
const PATIENCE_MS = 30_000;
const MOST_REFUSALS = 5;

/**
 * Moves the clock, and gives the instant that the web which answered shows then. On a busy machine read models may take
 * longer than a web waits for them; then it is asked again.
 */
export async function askedToMove(front: string, move: ClockMove): Promise<string> {
  let body = move;
  for (let refused = 0; ; refused += 1) {
    const answered = await call(front, 'POST', '/dev/clock', { body });
    if (answered.status === 200) return answered.body.now;
    if (answered.status === 409 && refused > 0) body = { advance: 'PT0S' };
    else if (answered.status !== 503 || refused > MOST_REFUSALS) throw new Error(`${answered.status} ${JSON.stringify(answered.body)}`);
  }
}

/** Moves the clock. Resolves once every web shows it, so that it does not matter which one answers next. */
export async function moveClock({ front, webs }: Cluster, move: ClockMove): Promise<void> {
  const moved = await askedToMove(front, move);
  // The balancer goes from one web to the next; more than one round is needed, because others may ask in between.
  let left = 2 * webs.length;
  const shown = async (): Promise<number> => {
    const { now } = (await call(front, 'GET', '/dev/clock')).body;
    left = now >= moved ? left - 1 : 2 * webs.length;
    return left;
  };
  await expect.poll(shown, { timeout: PATIENCE_MS, interval: 5 }).toBe(0);
}

/** Ends two webs and two workers in order, changes their stores, and starts them again. */
export async function whileDown(cluster: Cluster, work: (stores: ServerStores) => Promise<void>): Promise<void> {
  const ended = await Promise.all(PLACES.map(([role, index]) => cluster.kill(role, index, 'SIGTERM')));
  expect(ended.map(({ code, signal }) => [code, signal])).toEqual(PLACES.map(() => [0, null]));
  await work(await cluster.stores());
  await Promise.all(PLACES.map(([role, index]) => cluster.restart(role, index)));
}

/** Removes the read models and their checkpoints. */
export async function dropReadModels({ documents, mongo }: ServerStores): Promise<void> {
  const names = (await documents.list()).map(({ name }) => name);
  expect(names.length).toBeGreaterThan(10);
  for (const name of [...names, '_checkpoints']) await mongo.run((db) => db.dropCollection(name));
}
