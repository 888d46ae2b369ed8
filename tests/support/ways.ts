import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import type { Assembled } from '../../src/wiring/assembled.ts';
import { assembleOnServers } from '../../src/wiring/servers.ts';
import { startEventStoreDouble } from '../servers/eventstore.ts';
import { type SharedMongo, sharedMongo } from '../servers/shared.ts';
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
