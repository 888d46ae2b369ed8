import { constants } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { Entry } from '../support/bundle.ts';
import { dockerAnswers } from './docker.ts';
import { databasesAt, type MongoServer } from './mongodb/server.ts';
import { addSummaryLine } from './summary-lines.ts';

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

async function sharedFolder(what: string): Promise<string> {
  const answer = await asked<{ readonly folder: string } | { readonly fault: string }>(what);
  if ('fault' in answer) throw new Error(answer.fault);
  return answer.folder;
}
