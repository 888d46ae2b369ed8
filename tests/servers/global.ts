import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { bundleProgram } from '../support/bundle.ts';
import { DEMO_NOW, makeDemoYear } from '../support/demo-year.ts';
import { startServer } from '../support/server-process.ts';
import { keepFilesInMemory } from './memory.ts';
import { findOwnMongo, type MongoServer, NoMongo, startMongo } from './mongodb.ts';
import type { Missing } from './shared.ts';

const DEMO_SEED = 1;
/** In Berlin it is eight in the morning. */
const MONDAY = '2026-11-16T07:00:00Z';

/** What the files of a test run share, mainly servers: each is started when the first file asks for it, and ends with the run. */
export default async function shareServers(project: TestProject): Promise<() => Promise<void>> {
  const forget = keepFilesInMemory();
  let mongo: Promise<MongoServer> | null = null;
  let own: Promise<void> | null = null;
  let program: Promise<string> | null = null;
  let demo: Promise<string> | null = null;
  const bundled = () => (program ??= bundleProgram());
  const demoFolder = () => (demo ??= bundled().then(demoYear));
  const ends: (() => Promise<void>)[] = [];
  let monday: Promise<string> | null = null;
  let demoServer: Promise<string> | null = null;
  const served = async (clock: string, from?: string): Promise<string> => {
    const folder = await mkdtemp(join(tmpdir(), 'vouch-shared-server-'));
    if (from) await cp(from, folder, { recursive: true });
    const server = await startServer(folder, { VOUCH_CLOCK: clock }, join(await bundled(), 'main.js'));
    ends.push(() => server.end('SIGTERM').then(() => rm(folder, { recursive: true })));
    return server.url;
  };
  const answers: Readonly<Record<string, () => Promise<object>>> = {
    '/mongodb': () => {
      mongo ??= startMongo();
      return asAnswer(mongo.then(({ name, url, prefix }) => ({ name, url, prefix })));
    },
    '/own-mongodb': () => {
      own ??= findOwnMongo();
      return asAnswer(own.then(() => ({})));
    },
    '/program': () => asAnswer(bundled().then((folder) => ({ folder }))),
    '/demo-year': () => {
      return asAnswer(demoFolder().then((folder) => ({ folder })));
    },
    '/monday-server': () => {
      monday ??= served(MONDAY);
      return asAnswer(monday.then((url) => ({ url })));
    },
    '/demo-server': () => {
      demoServer ??= demoFolder().then((folder) => served(DEMO_NOW, folder));
      return asAnswer(demoServer.then((url) => ({ url })));
    },
  };
  const broker = createServer((request, response) => {
    const answer = answers[request.url ?? ''];
    if (!answer) return void response.writeHead(404).end();
    void answer().then((known) => response.end(JSON.stringify(known)));
  }).listen(0, '127.0.0.1');
  await once(broker, 'listening');
  project.provide('servers', `http://127.0.0.1:${(broker.address() as AddressInfo).port}`);
  return async () => {
    broker.close();
    broker.closeAllConnections();
    await mongo?.then((server) => server.stop()).catch(() => undefined);
    await Promise.all(ends.map((end) => end().catch(() => undefined)));
    await demo?.then((folder) => rm(folder, { recursive: true })).catch(() => undefined);
    forget();
  };
}

/** A new folder with the demo's year, made by the program in the folder `program`. */
async function demoYear(program: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vouch-demo-year-'));
  await makeDemoYear(folder, DEMO_SEED, join(program, 'main.js'));
  return folder;
}

/** The form in which it is handed to a test file. */
export const asAnswer = <Known extends object>(found: Promise<Known>): Promise<Known | Missing> =>
  found.catch((error: unknown) => (error instanceof NoMongo ? { missing: error.message } : { fault: String(error) }));
