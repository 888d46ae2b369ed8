import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { EventStore } from '../../src/domain/kernel/event-store.ts';
import { taskStream } from '../../src/domain/task/events.ts';
import { sharedMongo, sharedProgram } from '../servers/shared.ts';
import { openTestStores, TEST_MASTER_KEY } from '../support/app.ts';
import { startCluster } from '../support/cluster.ts';
import { askedToMove } from '../support/cluster-life.ts';
import { COMPILE_CACHE, call, signUp, startServer } from '../support/server-process.ts';

const mongo = await sharedMongo();
const CHILDREN = 4;
const EMAIL = 'ann@example.org';

type Env = Readonly<Record<string, string>>;

/** How it ended: a signal or an exit code. */
async function ended(env: Env, ...args: readonly string[]): Promise<NodeJS.Signals | number> {
  const child = spawn(process.execPath, [await sharedProgram('reaction-process'), ...args], {
    env: { PATH: process.env.PATH ?? '', ...COMPILE_CACHE, ...env },
    stdio: 'inherit',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [code, signal] = await once(child, 'exit');
  return signal ?? code;
}

async function family(url: string): Promise<{ readonly parent: string; readonly children: readonly string[] }> {
  const token = await signUp(url, EMAIL);
  const make = async (body: object): Promise<string> => (await call(url, 'POST', '/api/tasks', { token, body })).body.id;
  const parent = await make({ title: 'Parent' });
  const children: string[] = [];
  for (let index = 0; index < CHILDREN; index += 1) children.push(await make({ title: `Child ${index}`, parent_id: parent }));
  return { parent, children };
}

/** Is killed when the parent is written, then again and again at the next thing that is written. */
async function killedAtEachWrite(env: Env, parent: string): Promise<void> {
  expect(await ended(env, '--completes', parent, '--at', '1')).toBe('SIGKILL');
  let kills = 0;
  for (; kills < 3 * CHILDREN; kills += 1) {
    const end = await ended(env, '--at', '1');
    if (end === 0) break;
    expect(end).toBe('SIGKILL');
  }
  // Things that are written together are durable together: at least one, at most each child and checkpoint.
  expect(kills).toBeGreaterThanOrEqual(1);
  expect(kills).toBeLessThan(3 * CHILDREN);
}

async function completionsIn(store: EventStore, tasks: readonly string[]): Promise<readonly number[]> {
  const streams = await Promise.all(tasks.map((id) => store.readStream(taskStream(id))));
  return streams.map((events) => events.filter(({ type }) => type === 'TaskCompleted').length);
}

const ONCE = Array(CHILDREN).fill(1);

test('on files, children follow a parent once, though the request and each reactor were killed at every write', {
  timeout: 120_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-killed-reactions-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const env = { VOUCH_DATA: folder, VOUCH_MASTER_KEY: Buffer.from(TEST_MASTER_KEY).toString('hex') };
  const server = await startServer(folder, env);
  const { parent, children } = await family(server.url);
  await server.end('SIGTERM');
  await killedAtEachWrite(env, parent);
  const again = await startServer(folder, env);
  expect((await call(again.url, 'POST', '/dev/clock', { body: { advance: 'PT1S' } })).status).toBe(200);
  await again.end('SIGTERM');
  const stores = openTestStores({ dataDir: folder });
  onTestFinished(() => stores.close());
  expect(await completionsIn(stores.store, children)).toEqual(ONCE);
  expect(await stores.reactors.counts()).toEqual([]);
});

test.skipIf(mongo === null)('on servers the worker completes what a killed process left undone', { timeout: 240_000 }, async () => {
  const cluster = await startCluster({ webs: 1, workers: 1 });
  onTestFinished(() => cluster.stop(), 60_000);
  const { parent, children } = await family(cluster.front);
  // When the request is answered everything is folded, so the process that completes the parent finds its children.
  await askedToMove(cluster.front, { advance: 'PT1S' });
  await cluster.kill('worker', 0);
  const { store, reactors } = await cluster.stores();
  expect(await ended(cluster.env, '--completes', parent, '--at', '1')).toBe('SIGKILL');
  expect(await completionsIn(store, children)).toEqual(Array(CHILDREN).fill(0));
  expect(await ended(cluster.env, '--at', '1')).toBe('SIGKILL');
  await cluster.restart('worker', 0);
  await expect.poll(() => completionsIn(store, children), { timeout: 60_000, interval: 100 }).toEqual(ONCE);
  await askedToMove(cluster.front, { advance: 'PT1S' });
  expect(await completionsIn(store, children)).toEqual(ONCE);
  expect(await reactors.counts()).toEqual([]);
});
