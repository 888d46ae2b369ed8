import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIRequestContext } from 'playwright-core';
import { expect } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { assemble, type Embedded } from '../../src/wiring/assemble.ts';
import type { Assembled } from '../../src/wiring/assembled.ts';
import { serve } from '../../src/wiring/serve.ts';
import { assembleOnServers } from '../../src/wiring/servers.ts';
import { startEventStoreDouble } from '../servers/eventstore.ts';
import type { SharedMongo } from '../servers/shared.ts';
import { Client, PASSWORD } from './client.ts';
import { startCluster } from './cluster.ts';
import { type ClockMove, dropReadModels, moveClock, whileDown } from './cluster-life.ts';
import type { TestProgramOptions } from './program.ts';
import { call, IN_THREADS, startServer } from './server-process.ts';
import { removeViews } from './views-files.ts';

/** The whole program, as a browser sees it. */
export interface ServedWay {
  readonly url: string;
  /** Moves the clock, and waits until whichever web answers next shows it. */
  clock(move: ClockMove): Promise<void>;
  /** Ends the program in order, deletes its read models, and starts it again at the same address. */
  forgetReadModels(): Promise<void>;
  stop(): Promise<void>;
}

type Serve = (env: Readonly<Record<string, string>>) => Promise<ServedWay>;

/** Serves it by one process on files in a folder. */
export const serveOnFiles: Serve = async (env) => {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-way-'));
  let server = await startServer(folder, { ...IN_THREADS, ...env });
  const { url } = server;
  return {
    url,
    async clock(body) {
      expect((await call(url, 'POST', '/dev/clock', { body })).status).toBe(200);
    },
    async forgetReadModels() {
      expect(await server.end('SIGTERM')).toMatchObject({ code: 0, signal: null });
      removeViews(folder);
      const { VOUCH_CLOCK: _, ...again } = env;
      server = await startServer(folder, { ...IN_THREADS, ...again, PORT: new URL(url).port });
    },
    async stop() {
      await server.end('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** Serves it by two webs behind a balancer and two workers. @throws Error if there is no MongoDB */
export const serveOnServers: Serve = async (env) => {
  const cluster = await startCluster({ webs: 2, workers: 2, isPublic: true, env });
  return {
    url: cluster.front,
    clock: (move) => moveClock(cluster, move),
    forgetReadModels: () => whileDown(cluster, dropReadModels),
    stop: () => cluster.stop(),
  };
};

const ANSWERS = [
  '/api/tasks',
  '/api/tasks/missed',
  '/api/tasks/archived',
  '/api/alerts',
  '/api/alerts/active',
  '/api/streaks',
  '/api/reports/daily?date=2026-11-16',
  '/api/reports/daily?date=2026-11-19',
  '/api/reports/weekly',
  '/api/reports/overall',
  '/api/reports/history?limit=200',
  '/api/audit?limit=200',
  '/api/settings/profile',
];

const REBUILT_MS = 60_000;

/** After a restart, a web answers 503 as long as it waits for read models that are built again. */
async function patiently(client: APIRequestContext, path: string) {
  let body: unknown;
  const status = async () => {
    const answered = await client.get(path);
    body = await answered.json();
    return answered.status() === 503 ? undefined : `${path} ${answered.status()}`;
  };
  await expect.poll(status, { timeout: REBUILT_MS }).toBe(`${path} 200`);
  return body as Record<string, unknown>;
}

/** Everything that the read models answer, by address, without what depends on the moment of asking. */
export async function allAnswers(client: APIRequestContext): Promise<Readonly<Record<string, unknown>>> {
  const answer = async (path: string) => {
    const body = await patiently(client, path);
    if (Array.isArray(body)) return [path, body] as const;
    const { generated_at: _, ...rest } = body;
    return [path, rest] as const;
  };
  return Object.fromEntries(await Promise.all(ANSWERS.map(answer)));
}

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
