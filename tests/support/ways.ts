import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { assemble, type Embedded } from '../../src/wiring/assemble.ts';
import type { Assembled } from '../../src/wiring/assembled.ts';
import { serve } from '../../src/wiring/serve.ts';
import { assembleOnServers } from '../../src/wiring/servers.ts';
import { startEventStoreDouble } from '../servers/eventstore.ts';
import { type SharedMongo, sharedMongo } from '../servers/shared.ts';
import { Client, PASSWORD } from './client.ts';
import { startCluster } from './cluster.ts';
import { type ClockMove, dropReadModels, moveClock, whileDown } from './cluster-life.ts';
import type { TestProgramOptions } from './program.ts';
import { call, startServer } from './server-process.ts';

/** The whole program, as a browser sees it. */
export interface ServedWay {
  readonly url: string;
  /** Moves the clock, and waits until whichever web answers next shows it. */
  clock(move: ClockMove): Promise<void>;
  /** Ends the program in order, deletes its read models, and starts it again at the same address. */
  forgetReadModels(): Promise<void>;
  stop(): Promise<void>;
}

/** A way to serve it. */
export interface Way {
  readonly name: string;
  /** Whether one process does everything. What the screens alone decide is tested only there. */
  readonly isOneProcess: boolean;
  serve(env: Readonly<Record<string, string>>): Promise<ServedWay>;
}

const VIEWS = ['views.db', 'views.db-wal', 'views.db-shm'];

/** One process on files in a folder. */
const ON_FILES: Way = {
  name: 'on files',
  isOneProcess: true,
  async serve(env) {
    const folder = mkdtempSync(join(tmpdir(), 'vouch-way-'));
    let server = await startServer(folder, env);
    const { url } = server;
    return {
      url,
      async clock(body) {
        expect((await call(url, 'POST', '/dev/clock', { body })).status).toBe(200);
      },
      async forgetReadModels() {
        expect(await server.end('SIGTERM')).toMatchObject({ code: 0, signal: null });
        for (const file of VIEWS) rmSync(join(folder, file), { force: true });
        const { VOUCH_CLOCK: _, ...again } = env;
        server = await startServer(folder, { ...again, PORT: new URL(url).port });
      },
      async stop() {
        await server.end('SIGTERM');
        rmSync(folder, { recursive: true, force: true });
      },
    };
  },
};

/** Two webs behind a balancer and two workers. */
const ON_SERVERS: Way = {
  name: 'on servers, two webs and two workers',
  isOneProcess: false,
  async serve(env) {
    const cluster = await startCluster({ webs: 2, workers: 2, isPublic: true, env });
    return {
      url: cluster.front,
      clock: (move) => moveClock(cluster, move),
      forgetReadModels: () => whileDown(cluster, dropReadModels),
      stop: () => cluster.stop(),
    };
  },
};

/** Each way in which a test must give the same; without a MongoDB, which the summary of the run says, on files only. */
export const waysToServe = async (): Promise<readonly Way[]> => ((await sharedMongo()) === null ? [ON_FILES] : [ON_FILES, ON_SERVERS]);

const LEASE_MS = 20_000;

/** One process in every role on servers of its own, which does due work once it resolves. `at`: where its clock begins. */
export const onServers =
  (mongo: SharedMongo, at: string): NonNullable<TestProgramOptions['assembleOn']> =>
  async (options): Promise<Assembled> => {
    const eventstore = await startEventStoreDouble();
    const servers = { EVENTSTORE_URL: eventstore.url, MONGODB_URL: mongo.database(), VOUCH_MASTER_KEY: 'ab'.repeat(32) };
    const config = readConfig({ ...servers, VOUCH_ROLE: 'both', VOUCH_DATA: '/nonexistent', VOUCH_CLOCK: at });
    const program = await assembleOnServers({ ...options, config });
    await program.work.start();
    await expect.poll(() => program.timekeeping?.isHeld(), { timeout: LEASE_MS }).toBe(true);
    await program.readable;
    return {
      ...program,
      async close() {
        await program.work.stop();
        await program.close();
        await eventstore.stop();
      },
    };
  };

export interface DevMail {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
}

export interface Served extends Embedded {
  readonly url: string;
  readonly folder: string;
  readonly errors: { readonly message: string; readonly fields: object }[];
  /** Moves the clock through everything that is due on the way. */
  advance(duration: string): Promise<void>;
  mails(to?: string): Promise<readonly DevMail[]>;
  member(email: string, name?: string): Promise<Client>;
  /** Ends the program; its folder stays. */
  stop(): Promise<void>;
  dispose(): Promise<void>;
}

export interface ServedOptions {
  readonly folder?: string;
  /** The address at which the clock is set. */
  readonly at?: string;
  /** Real time in milliseconds since the epoch. */
  readonly real?: () => number;
  /** More variables of the environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/** The whole program on a folder, as it is served: HTTP, jobs, the development mailbox and the clock. */
export async function startServed({ folder: given, at, real, env = {} }: ServedOptions = {}): Promise<Served> {
  const folder = given ?? mkdtempSync(join(tmpdir(), 'vouch-served-'));
  const errors: { message: string; fields: object }[] = [];
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (fields: object, message: string) => void errors.push({ message, fields }),
  };
  const assembled = await assemble({
    config: readConfig({ ...env, VOUCH_DATA: folder, PORT: '0', VOUCH_CLOCK: at }),
    log,
    ...(real && { real }),
  });
  const served = await serve(assembled);
  const { url } = served;
  let stopped: Promise<void> | null = null;
  const stop = (): Promise<void> => (stopped ??= served.stop());
  const anybody = new Client(url);
  const mails = async (to?: string) => (await anybody.get(`/dev/mailbox.json?limit=200${to ? `&to=${encodeURIComponent(to)}` : ''}`)).body;
  const advance = async (advance: string): Promise<void> => {
    const { status, text } = await anybody.post('/dev/clock', { advance });
    if (status !== 200) throw new Error(`The clock did not move: ${text}`);
  };
  return {
    ...assembled,
    url,
    folder,
    errors,
    advance,
    mails,
    async member(email, full_name = 'Ada Ode') {
      const client = new Client(url);
      await client.post('/api/auth/signup', { email, password: PASSWORD, full_name, timezone: 'Europe/Berlin' });
      await advance('PT1S');
      const token = /confirm\?token=(\w+)/.exec((await mails(email))[0]?.text ?? '')?.[1];
      const confirmed = await client.post('/api/auth/confirm', { token });
      if (confirmed.status !== 200) throw new Error(`Could not sign ${email} up: ${confirmed.text}`);
      return client;
    },
    stop,
    async dispose() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
