import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startEventStoreDouble } from '../servers/eventstore.ts';
import { sharedMongo } from '../servers/shared.ts';
import { freePort } from '../support/ports.ts';
import { signUp } from '../support/server-process.ts';

const mongo = await sharedMongo();
const MAIN = join(import.meta.dirname, '../../src/main.ts');
const PATIENCE = { timeout: 30_000, interval: 100 };

interface RoleProcess {
  readonly child: ChildProcess;
  readonly url: string;
  readonly operations: string;
}

/** A process on the servers in one role, with its own port for operators. */
async function start(role: string, urls: Readonly<Record<string, string>>): Promise<RoleProcess> {
  const [port, operations] = [await freePort(), await freePort()];
  const env = {
    ...urls,
    PATH: process.env.PATH ?? '',
    PORT: String(port),
    OPERATIONS_PORT: String(operations),
    VOUCH_DATA: '/nonexistent',
  };
  const child = spawn(process.execPath, [MAIN, 'serve', '--role', role], { env, stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, url: `http://127.0.0.1:${port}`, operations: `http://127.0.0.1:${operations}` };
}

const asked = async ({ operations }: RoleProcess, path: string): Promise<{ status: number; text: string }> => {
  const response = await fetch(operations + path).catch(() => null);
  return response === null ? { status: 0, text: '' } : { status: response.status, text: await response.text() };
};
const becomes = (part: RoleProcess, path: string, status: number): Promise<boolean> =>
  vi.waitUntil(async () => (await asked(part, path)).status === status, PATIENCE);

test.skipIf(mongo === null)(
  'a web is ready when a worker has built the read models, and each process reports what it does',
  { timeout: 90_000 },
  async () => {
    const eventstore = await startEventStoreDouble();
    onTestFinished(() => eventstore.stop());
    const urls = { EVENTSTORE_URL: eventstore.url, MONGODB_URL: mongo?.database() ?? '', VOUCH_MASTER_KEY: 'ab'.repeat(32) };
    const web = await start('web', urls);
    await becomes(web, '/healthz', 200);
    const waiting = () => asked(web, '/readyz').then(({ text }) => text);
    await expect.poll(waiting, PATIENCE).toContain('{"name":"read models","error":"They are being built: 0 % in all."}');
    expect(await waiting()).toContain('{"name":"read model tasks","error":"It is being built: 0 %."}');
    await becomes({ ...web, operations: web.url }, '/healthz', 200);
    const worker = await start('worker', urls);
    await becomes(worker, '/readyz', 200);
    await becomes(web, '/readyz', 200);

    await signUp(web.url, 'ann@example.com');
    const lines = async (part: RoleProcess): Promise<readonly string[]> => (await asked(part, '/metrics')).text.split('\n');
    const has = (part: RoleProcess, line: string): Promise<boolean> =>
      vi.waitUntil(async () => (await lines(part)).includes(line), PATIENCE);
    await has(worker, 'vouch_leases_held{lease="timekeeper"} 1');
    await has(worker, 'vouch_projection_folded_here{projection="accounts"} 1');
    await has(worker, 'vouch_deliveries_total{kind="confirmation",channel="mail",outcome="sent"} 1');
    await has(web, 'vouch_http_requests_total{route="/api/auth/signup",method="POST",status="2xx"} 1');
    await has(web, 'vouch_store_up{store="MongoDB"} 1');
    await has(web, 'vouch_projection_lag_seconds{projection="accounts",version="2",serves="yes"} 0');
    expect((await lines(web)).filter((line) => line.startsWith('vouch_projection_folded_here{'))).toEqual([]);
    expect((await lines(worker)).filter((line) => line.startsWith('vouch_http_requests_total{'))).toEqual([]);

    for (const { child } of [web, worker]) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
    }
  },
);
