import { type ChildProcess, spawn } from 'node:child_process';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { openServerStores, type ServerStores } from '../../src/store/server-stores.ts';
import { type EventStoreServer, startEventStore } from '../servers/eventstore.ts';
import { close, listen } from '../servers/listening.ts';
import { sharedMongo, sharedProgram } from '../servers/shared.ts';
import { freePort } from './ports.ts';
import { COMPILE_CACHE, type Ended } from './server-process.ts';

export interface Front {
  readonly url: string;
  stop(): Promise<void>;
}

export interface FrontOptions {
  /**
   * The webs know this address as their PUBLIC_URL, and requests reach them unchanged. Otherwise requests look as if
   * they were sent to the web itself.
   */
  readonly isPublic?: boolean;
}

/** Balances load: each request goes to the next web, and to the one after it if nobody listens. */
async function startFront(webs: () => readonly string[], { isPublic = false }: FrontOptions = {}): Promise<Front> {
  let next = 0;
  const server = createServer((asked, answer) => {
    const chunks: Buffer[] = [];
    asked.on('data', (chunk: Buffer) => chunks.push(chunk));
    asked.on('end', () => {
      next += 1;
      const urls = webs();
      pass(
        asked,
        Buffer.concat(chunks),
        answer,
        urls.map((_, index) => urls[(next + index) % urls.length] as string),
        isPublic ? () => asked.headers : (url) => headersFor(url, asked),
      );
    });
  });
  // As long as the program's own. With the 5 s of Node.js a client that comes back after a restart may meet a connection that is just closed.
  server.keepAliveTimeout = 75_000;
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => close(server),
  };
}

type HeadersFor = (url: string) => IncomingHttpHeaders;

function headersFor(url: string, { headers: { origin, ...rest } }: IncomingMessage): IncomingHttpHeaders {
  return { ...rest, host: new URL(url).host, ...(origin !== undefined && { origin: url }) };
}

function pass(asked: IncomingMessage, body: Buffer, answer: ServerResponse, urls: readonly string[], headers: HeadersFor): void {
  const [url, ...others] = urls;
  if (url === undefined) {
    answer.writeHead(502).end();
    return;
  }
  const forwarded = request(url + asked.url, { method: asked.method, headers: headers(url), agent: false }, (answered) => {
    answer.writeHead(answered.statusCode ?? 502, answered.headers);
    answered.pipe(answer);
    answered.on('error', () => answer.destroy());
  });
  forwarded.on('error', (error: NodeJS.ErrnoException) => {
    if (answer.headersSent) answer.destroy();
    // Only a request that never arrived may go to another web.
    else if (error.code === 'ECONNREFUSED') pass(asked, body, answer, others, headers);
    else answer.writeHead(502).end();
  });
  forwarded.end(body);
}

export type ClusterRole = 'web' | 'worker';

export interface ClusterProcess {
  readonly role: ClusterRole;
  readonly index: number;
  readonly pid: number;
  /** The port of a web, the same after a restart; null for a worker. */
  readonly url: string | null;
  readonly operations: string;
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly ended: Promise<Ended>;
  /** Also for SIGSTOP and SIGCONT. */
  signal(name: NodeJS.Signals): void;
}

export interface ClusterOptions {
  readonly webs?: number;
  readonly workers?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** The settings of one process that differ from those of the others, such as its own route to a store. */
  readonly envOf?: (role: ClusterRole, index: number) => Readonly<Record<string, string>>;
  /** The balancer's address is the program's PUBLIC_URL, as in production: links in mails point to it, and the webs accept no other. */
  readonly isPublic?: boolean;
  /** Stores to use instead of those that are started or shared; the caller ends them. */
  readonly mongodbUrl?: string;
  readonly eventstore?: EventStoreServer;
  /** Run instead of the bundle of the program. */
  readonly main?: string;
}

export interface Cluster {
  readonly eventstore: EventStoreServer;
  readonly mongodbUrl: string;
  /** The environment of every process, which commands of the command line use too (`runCommand`). */
  readonly env: Readonly<Record<string, string>>;
  /** The address of the balancer, which asks one web after the other. */
  readonly front: string;
  readonly webs: readonly string[];
  process(role: ClusterRole, index: number): ClusterProcess;
  /** Ends the process and waits for that. */
  kill(role: ClusterRole, index: number, signal?: NodeJS.Signals): Promise<Ended>;
  /** Starts the process again after `kill`, at the same port. */
  restart(role: ClusterRole, index: number): Promise<void>;
  /** The stores as one more process sees them, to read leases, documents and the log. Closed with the cluster. */
  stores(): Promise<ServerStores>;
  stop(): Promise<void>;
}

/** Processes wait this long for stores, which a busy machine can make slow. */
const START_MS = 90_000;
const LAST = 2_000;
const MASTER_KEY = 'c1'.repeat(32);

interface Member {
  readonly role: ClusterRole;
  readonly index: number;
  readonly port: number;
  readonly operationsPort: number;
}

/** Resolves once the process says that it serves or works. @throws Error with its output if it does not */
async function launch(
  { role, index, port, operationsPort }: Member,
  main: string,
  env: Readonly<Record<string, string>>,
): Promise<ClusterProcess> {
  const ports = { PORT: String(port), OPERATIONS_PORT: String(operationsPort) };
  const child = spawn(process.execPath, [main, 'serve', '--role', role], {
    env: { PATH: process.env.PATH ?? '', ...COMPILE_CACHE, ...env, ...ports },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  const ended = new Promise<Ended>((resolve) => child.on('close', (code, signal) => resolve({ code, signal, ...output })));
  await saysReady(child, output, ended, `${role} ${index}`);
  return {
    role,
    index,
    pid: child.pid as number,
    url: role === 'web' ? `http://127.0.0.1:${port}` : null,
    operations: `http://127.0.0.1:${operationsPort}`,
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    ended,
    signal: (name) => void child.kill(name),
  };
}

function saysReady(child: ChildProcess, output: { stdout: string; stderr: string }, ended: Promise<Ended>, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`${name} did not come up in ${START_MS} ms: ${output.stderr}`));
    }, START_MS);
    const done = (): void => clearTimeout(late);
    child.stdout?.on('data', () => {
      if (!output.stdout.includes('Vouch is at')) return;
      done();
      resolve();
    });
    void ended.then(({ code, stderr }) => {
      done();
      // The reason is at the end of the output. Only this part of a long output is shown.
      reject(new Error(`${name} ended with ${code}: ${stderr.slice(-LAST)}`));
    });
  });
}

const LOOK_MS = 100;

/** Resolves once a web says that it is ready. @throws Error with what is missing if it does not become ready */
async function isReady({ index, operationsPort }: Member): Promise<void> {
  let answer = '';
  for (const began = performance.now(); performance.now() - began < START_MS; ) {
    const response = await fetch(`http://127.0.0.1:${operationsPort}/readyz`).catch(() => null);
    if (response?.ok) return;
    answer = (await response?.text()) ?? 'nothing';
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  throw new Error(`web ${index} did not become ready in ${START_MS} ms: ${answer}`);
}

/**
 * Starts the program as several processes over servers of its own: the double of EventStoreDB (or the given store) and a
 * database. @throws Error if there is no MongoDB
 */
export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const { webs = 2, workers = 2 } = options;
  const mongodbUrl = options.mongodbUrl ?? (await sharedMongo())?.database();
  if (mongodbUrl === undefined) throw new Error('There is no MongoDB here: look at sharedMongo() first.');
  const eventstore = options.eventstore ?? (await startEventStore());
  const urls = { EVENTSTORE_URL: eventstore.url, MONGODB_URL: mongodbUrl, VOUCH_MASTER_KEY: MASTER_KEY };
  const places: Member[] = [];
  for (const role of [...Array(workers).fill('worker'), ...Array(webs).fill('web')] as ClusterRole[]) {
    const index = places.filter((place) => place.role === role).length;
    places.push({ role, index, port: await freePort(), operationsPort: await freePort() });
  }
  const running = new Map<Member, ClusterProcess>();
  const placeOf = (role: ClusterRole, index: number): Member => {
    const place = places.find((each) => each.role === role && each.index === index);
    if (!place) throw new RangeError(`There is no ${role} ${index}.`);
    return place;
  };
  const processOf = (role: ClusterRole, index: number): ClusterProcess => {
    const found = running.get(placeOf(role, index));
    if (!found) throw new Error(`${role} ${index} does not run.`);
    return found;
  };
  const addresses = places.filter(({ role }) => role === 'web').map(({ port }) => `http://127.0.0.1:${port}`);
  const front = await startFront(() => addresses, options);
  const env = { ...urls, VOUCH_DATA: '/nonexistent', ...(options.isPublic && { PUBLIC_URL: front.url }), ...options.env };
  let stores: Promise<ServerStores> | null = null;

  async function kill(role: ClusterRole, index: number, signal: NodeJS.Signals = 'SIGKILL'): Promise<Ended> {
    const found = processOf(role, index);
    running.delete(placeOf(role, index));
    found.signal(signal);
    return found.ended;
  }
  async function restart(role: ClusterRole, index: number): Promise<void> {
    const place = placeOf(role, index);
    running.set(place, await launch(place, options.main ?? (await sharedProgram()), { ...env, ...options.envOf?.(role, index) }));
  }
  async function stop(): Promise<void> {
    await front.stop();
    await (await stores)?.close();
    for (const { role, index } of places) {
      const found = running.get(placeOf(role, index));
      // A stopped process does not receive other signals.
      found?.signal('SIGCONT');
    }
    await Promise.all([...running.values()].map(({ role, index }) => kill(role, index, 'SIGTERM')));
    if (!options.eventstore) await eventstore.stop();
  }

  try {
    await Promise.all(places.map(({ role, index }) => restart(role, index)));
    // Webs answer before the workers have built the read models, and would refuse requests after a few seconds.
    if (workers > 0) await Promise.all(places.filter(({ role }) => role === 'web').map(isReady));
    return {
      eventstore,
      mongodbUrl,
      env,
      front: front.url,
      webs: addresses,
      process: processOf,
      kill,
      restart,
      stores: () =>
        (stores ??= openServerStores({
          eventstoreUrl: eventstore.url,
          mongodbUrl,
          masterKey: Buffer.from(MASTER_KEY, 'hex'),
          clock: { now: () => new Date().toISOString() },
        })),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
