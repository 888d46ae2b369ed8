import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../support/ports.ts';
import { environment, VERSION } from './environment.ts';
import { databasesAt, failPointAt, type MongoServer } from './server.ts';

const WATCHED = join(import.meta.dirname, 'watched.py');
const LISTENING = 'listening on';
const START_MS = 30_000;

/** Resolves once it listens. The server ends with this process, and does not keep it alive. */
async function serve(python: string, args: readonly string[]): Promise<ChildProcess> {
  const child = spawn(python, [WATCHED, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`SecantusDB did not come up in ${START_MS} ms: ${output}`)), START_MS);
    const read = (text: string): void => {
      output += text;
      if (!output.includes(LISTENING)) return;
      clearTimeout(late);
      resolve();
    };
    child.stdout.setEncoding('utf8').on('data', read);
    child.stderr.setEncoding('utf8').on('data', read);
    child.once('exit', (code) => {
      clearTimeout(late);
      reject(new Error(`SecantusDB ended with ${code}: ${output}`));
    });
  }).catch((error: unknown) => {
    child.kill('SIGKILL');
    throw error;
  });
  child.unref();
  for (const stream of child.stdio) (stream as { unref?: () => void } | null)?.unref?.();
  return child;
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.ref();
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}

/** A server with MongoDB's protocol for tests. `keep`: on disk, each write flushed before it is acknowledged. @throws NoMongo */
export async function startSecantus(keep: boolean): Promise<MongoServer> {
  const python = await environment();
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'vouch-mongo-'));
  const args = ['--port', `${port}`, '--storage-path', join(folder, 'db'), '--cache-size', '128M', '--enable-test-commands'];
  const start = () => serve(python, [folder, ...args, ...(keep ? ['--sync-on-commit'] : [])]);
  let child = await start();
  const url = `mongodb://127.0.0.1:${port}/`;
  const databases = databasesAt(url);
  return {
    name: `SecantusDB ${VERSION}`,
    url,
    prefix: databases.prefix,
    database: databases.one,
    kill: () => ended(child, 'SIGKILL'),
    async restart() {
      await ended(child, 'SIGKILL');
      if (!keep) rmSync(join(folder, 'db'), { recursive: true, force: true });
      child = await start();
    },
    failPoint: (command) => failPointAt(url, command),
    async stop() {
      await ended(child, 'SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
