import { inject } from 'vitest';
import { dockerAnswers } from './docker.ts';
import { databasesAt, type MongoServer } from './mongodb/server.ts';
import { tell } from './told.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where test files ask for the servers that they share. */
    servers: string;
  }
}

/** What tests that break nothing need of a server. */
export type SharedMongo = Pick<MongoServer, 'name' | 'url' | 'database'>;

/** As a run of tests hands it to its files. */
export type MongoAnswer = Pick<MongoServer, 'name' | 'url' | 'prefix'> | { readonly missing: string } | { readonly fault: string };

/**
 * The one server of this run of tests, started for the first file that asks. Null: none can be had here, which is
 * told; the tests over it are to be skipped. @throws Error when one could be had and does not start
 */
export async function sharedMongo(): Promise<SharedMongo | null> {
  const answer = (await (await fetch(`${inject('servers')}/mongodb`)).json()) as MongoAnswer;
  if ('fault' in answer) throw new Error(answer.fault);
  if ('missing' in answer) {
    tell(`MongoDB: skipped. ${answer.missing}`);
    return null;
  }
  const isReal = Boolean(process.env.MONGODB_URL) || (await dockerAnswers());
  tell(`MongoDB: ${answer.name}${isReal ? '' : ' (MONGODB_URL is not set, and Docker does not answer)'}`);
  return { ...answer, database: databasesAt(answer.url, answer.prefix).one };
}
