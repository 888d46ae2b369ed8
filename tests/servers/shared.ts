import { appendFileSync, constants, existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { Entry } from '../support/bundle.ts';
import { databasesAt, type MongoServer } from './mongodb/server.ts';

const SOCKET = '/var/run/docker.sock';
const PATIENCE_MS = 250;

/** The address of Docker, found as its own command finds it: DOCKER_HOST, otherwise the socket. Null: there is none. */
function address(): { socketPath: string } | { host: string; port: string } | null {
  const named = process.env.DOCKER_HOST;
  if (!named) return existsSync(SOCKET) ? { socketPath: SOCKET } : null;
  if (named.startsWith('unix://')) return { socketPath: named.slice('unix://'.length) };
  const { hostname, port } = new URL(named);
  return { host: hostname, port: port || '2375' };
}

function ping(): Promise<boolean> {
  const at = address();
  if (at === null) return Promise.resolve(false);
  return new Promise((resolve) => {
    const request = get({ ...at, path: '/_ping', timeout: PATIENCE_MS }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.once('timeout', () => request.destroy(new Error('silent')));
    request.once('error', () => resolve(false));
  });
}

let answers: Promise<boolean> | null = null;

/** Whether containers can be started here; asked once in a process, with an answer within 300 ms. */
export const dockerAnswers = (): Promise<boolean> => (answers ??= ping());

/** Adds a line to the summary of the run: what tests ran over, or what could not be had. `npm test` prints each line once, at its end. */
export function addSummaryLine(line: string): void {
  const file = process.env.VOUCH_SUMMARY_LINES;
  if (file) appendFileSync(file, `${line}\n`);
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where test files ask for the servers that they share. */
    servers: string;
  }
}

/** What tests that break nothing need of a server. */
export type SharedMongo = Pick<MongoServer, 'name' | 'url' | 'database'>;

/** Either no server can be had here, or one could be had and does not start. */
export type Missing = { readonly missing: string } | { readonly fault: string };

/** What the run of tests answers to its files. */
export type MongoAnswer = Pick<MongoServer, 'name' | 'url' | 'prefix'> | Missing;

const asked = async <Answer>(what: string): Promise<Answer> => (await (await fetch(`${inject('servers')}/${what}`)).json()) as Answer;

/**
 * The one server of this run of tests, started for the first file that asks. Null: none can be had here, and the tests
 * over it must be skipped; the summary of the run says so. @throws Error when one could be had and does not start
 */
export async function sharedMongo(): Promise<SharedMongo | null> {
  const answer = await asked<MongoAnswer>('mongodb');
  if ('fault' in answer) throw new Error(answer.fault);
  if ('missing' in answer) {
    addSummaryLine(`MongoDB: skipped. ${answer.missing}`);
    return null;
  }
  const isReal = Boolean(process.env.MONGODB_URL) || (await dockerAnswers());
  addSummaryLine(`MongoDB: ${answer.name}${isReal ? '' : ' (MONGODB_URL is not set, and Docker does not answer)'}`);
  return { ...answer, database: databasesAt(answer.url, answer.prefix).one };
}

/**
 * Whether tests can start a server of their own to break (`startMongo({ own: true })`); one at MONGODB_URL is no help to
 * them. False: none can be had here, and those tests must be skipped; the summary of the run says so.
 */
export async function hasOwnMongo(): Promise<boolean> {
  const answer = await asked<object | Missing>('own-mongodb');
  if ('fault' in answer) throw new Error(answer.fault);
  if ('missing' in answer) addSummaryLine(`MongoDB: tests that break a server of their own are skipped. ${answer.missing}`);
  return !('missing' in answer);
}

/** The path of a part of the program that tests start in many processes. It is bundled once in a run of tests. */
export const sharedProgram = async (entry: Entry = 'main'): Promise<string> => join(await sharedFolder('program'), `${entry}.js`);

/** Makes `folder` a data folder with the demo's year. The year is made once in a run of tests, and copied. */
export const copyDemoYear = async (folder: string): Promise<void> =>
  cp(await sharedFolder('demo-year'), folder, { recursive: true, mode: constants.COPYFILE_FICLONE });

const sharedFolder = async (what: string): Promise<string> => (await known<{ readonly folder: string }>(what)).folder;

/**
 * The address of a server process that files share which do not move its clock. On the one it is Monday 16 November 2026, eight in the
 * morning in Berlin, and each file signs accounts of its own up. The other one has the demo's year, of which a
 * file changes nothing that another one reads.
 */
export const sharedServer = async (which: 'monday' | 'demo'): Promise<string> =>
  (await known<{ readonly url: string }>(`${which}-server`)).url;

async function known<Known extends object>(what: string): Promise<Known> {
  const answer = await asked<Known | { readonly fault: string }>(what);
  if ('fault' in answer) throw new Error(answer.fault);
  return answer;
}
