import { startContainer } from './mongodb/container.ts';
import { startSecantus } from './mongodb/secantus.ts';
import { databasesAt, environment, failPointAt, type MongoServer, NoMongo } from './mongodb/server.ts';
import { dockerAnswers } from './shared.ts';

export { type MongoServer, NoMongo };

export interface MongoOptions {
  /** Kept on disk, so that each acknowledged write survives a kill. */
  readonly keep?: boolean;
  /** A server that tests may break, never one that others use. `keep` implies it. */
  readonly own?: boolean;
}

/** A server that somebody else runs, and that no test may break. */
function given(url: string): MongoServer {
  const databases = databasesAt(url);
  const refuse = async (): Promise<void> => {
    throw new Error('The server at MONGODB_URL is not the tests’ to end: start one with `own`.');
  };
  return {
    name: 'MongoDB at MONGODB_URL',
    url,
    prefix: databases.prefix,
    database: databases.one,
    kill: refuse,
    restart: refuse,
    failPoint: (command) => failPointAt(url, command),
    stop: databases.removeAll,
  };
}

/** The server at MONGODB_URL, otherwise MongoDB where Docker answers, otherwise SecantusDB. @throws NoMongo */
export async function startMongo({ keep = false, own = keep }: MongoOptions = {}): Promise<MongoServer> {
  const url = process.env.MONGODB_URL;
  if (url && !own) return given(url);
  return (await dockerAnswers()) ? startContainer() : startSecantus({ keep, ...(!own && { watch: {} }) });
}

/** Resolves when `startMongo({ own: true })` can start one here, whatever MONGODB_URL is. @throws NoMongo */
export async function findOwnMongo(): Promise<void> {
  if (!(await dockerAnswers())) await environment();
}
