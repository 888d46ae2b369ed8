import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { freePort } from '../../support/ports.ts';
import { databasesAt, environment, failPointAt, type MongoServer, VERSION } from './server.ts';

/** The database that it writes to. */
export const WATCHED = 'vouch_watch';

/** How often the server is tried, and how long it may take to answer, in milliseconds. */
export interface WatchOptions {
  readonly everyMs?: number;
  readonly answerMs?: number;
}

/**
 * Tries a write again and again until `end`, and calls `hung` each time it was not answered: where the server of all tests of
 * a run hangs, every test over it waits until its own time is over. Does not keep the process alive.
 */
function watchForHang(
  url: string,
  { everyMs = 5_000, answerMs = 30_000 }: WatchOptions,
  hung: () => Promise<void>,
): { end(): Promise<void> } {
  const ended = new AbortController();
  const client = new MongoClient(url, { serverSelectionTimeoutMS: answerMs });
  const written = () =>
    client
      .db(WATCHED)
      .collection<{ _id: string }>('tries')
      .updateOne({ _id: 'tried' }, { $inc: { times: 1 } }, { upsert: true })
      .then(
        () => true,
        () => false,
      );
  const answers = () => Promise.race([written(), pause(answerMs, false, { ref: false })]);
  async function watch(): Promise<void> {
    while (!ended.signal.aborted) {
      await pause(everyMs, undefined, { ref: false, signal: ended.signal }).catch(() => undefined);
      if (!ended.signal.aborted && !(await answers()) && !ended.signal.aborted) await hung();
    }
  }
  const watching = watch();
  return {
    async end() {
      ended.abort();
      await client.close(true);
      await watching;
    },
  };
}

const WATCHED_SERVER = join(import.meta.dirname, 'watched.py');
const LISTENING = 'listening on';
const START_MS = 30_000;
const END_MS = 10_000;
const PRINT_MS = 500;
const NAME = `SecantusDB ${VERSION}`;
/** Writes that come while so much waits to be written to disk stop the whole server: a fifth of this, of all clients together. */
const CACHE = '1G';

interface Served {
  readonly child: ChildProcess;
  /** What it has printed. */
  said(): string;
}

/** Resolves once it listens. The server ends with this process, and does not keep it alive. */
async function serve(python: string, args: readonly string[], keep: boolean): Promise<Served> {
  // Without SECANTUS_TEST_FAST_STORAGE it waits for the disk where nobody needs that.
  const env = { ...process.env, ...(keep ? {} : { SECANTUS_TEST_FAST_STORAGE: '1' }) };
  const child = spawn(python, [WATCHED_SERVER, ...args], { env, stdio: ['pipe', 'pipe', 'pipe'] });
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
  return { child, said: () => output };
}

/** A server that hangs does not hear SIGTERM, and is killed. */
async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.ref();
  const exit = once(child, 'exit');
  child.kill(signal);
  const late = setTimeout(() => child.kill('SIGKILL'), END_MS);
  await exit;
  clearTimeout(late);
}

/** Where its threads are. A server that hangs prints it, too; one that was stopped by a signal does not. */
async function threadsOf({ child, said }: Served): Promise<string> {
  const before = said().length;
  child.kill('SIGUSR1');
  await pause(PRINT_MS);
  return said().slice(before);
}

export interface SecantusOptions {
  /** On disk, each write flushed before it is acknowledged. */
  readonly keep?: boolean;
  /** Restarts it empty when it hangs. The tests that use it fail then, but not all later ones. */
  readonly watch?: WatchOptions & { readonly tell?: (text: string) => void };
}

export interface Secantus extends MongoServer {
  signal(name: NodeJS.Signals): void;
}

/** A server with MongoDB's protocol for tests. @throws NoMongo */
export async function startSecantus({ keep = false, watch }: SecantusOptions): Promise<Secantus> {
  const python = await environment();
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'vouch-mongo-'));
  const args = ['--port', `${port}`, '--storage-path', join(folder, 'db'), '--cache-size', CACHE, '--enable-test-commands'];
  const start = () => serve(python, [folder, ...args, ...(keep ? ['--sync-on-commit'] : [])], keep);
  let served = await start();
  const url = `mongodb://127.0.0.1:${port}/`;
  const databases = databasesAt(url);
  async function restart(): Promise<void> {
    await ended(served.child, 'SIGKILL');
    if (!keep) rmSync(join(folder, 'db'), { recursive: true, force: true });
    served = await start();
  }
  const { tell = (text: string) => void process.stderr.write(text), ...times } = watch ?? {};
  const watching =
    watch &&
    watchForHang(url, times, async () => {
      const threads = await threadsOf(served);
      await restart();
      tell(`${NAME} did not answer, and was started anew. It hung here:\n${threads}\n`);
    });
  return {
    name: NAME,
    url,
    prefix: databases.prefix,
    database: databases.one,
    kill: () => ended(served.child, 'SIGKILL'),
    restart,
    signal: (name) => void served.child.kill(name),
    failPoint: (command) => failPointAt(url, command),
    async stop() {
      await watching?.end();
      await ended(served.child, 'SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
