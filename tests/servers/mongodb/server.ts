import { randomBytes } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { NoPython, pythonWith } from '../python.ts';

export interface MongoServer {
  /** As `SecantusDB 0.7.0b3`. */
  readonly name: string;
  /** The URL without a database. */
  readonly url: string;
  /** The prefix of the names of its tests' databases. */
  readonly prefix: string;
  /** A URL with a database of its own, which is removed when the server stops. */
  database(): string;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** After `kill`: on the same port, and with `keep` over the same files. */
  restart(): Promise<void>;
  /** In the form `{ mode, data }` of `configureFailPoint: 'failCommand'`. */
  failPoint(command: object): Promise<void>;
  stop(): Promise<void>;
}

/** No MongoDB can be had here; the message says in a sentence why. */
export class NoMongo extends Error {
  override readonly name = 'NoMongo';
}

/** Time-outs of tests that are not about time-outs: a busy machine answers late. */
export const PATIENT = { selectionMs: 20_000, callMs: 60_000 } as const;

const PATIENCE = { serverSelectionTimeoutMS: 20_000 };

/** Runs something on a connection of its own. */
export async function withClient<T>(url: string, work: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = new MongoClient(url, PATIENCE);
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

/** Names of databases of one run of tests, which can all be found by their prefix. */
export function databasesAt(url: string, prefix = `vouch_test_${randomBytes(4).toString('hex')}_`) {
  return {
    prefix,
    one(): string {
      const named = new URL(url);
      named.pathname = `/${prefix}${randomBytes(6).toString('hex')}`;
      return named.href;
    },
    removeAll: () =>
      withClient(url, async (client) => {
        const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true });
        for (const { name } of databases) if (name.startsWith(prefix)) await client.db(name).dropDatabase();
      }),
  };
}

export const failPointAt = (url: string, command: object): Promise<void> =>
  withClient(url, async (client) => {
    await client.db('admin').command({ configureFailPoint: 'failCommand', ...command });
  });

export const VERSION = '0.7.0b3';

/** The path of a Python in which the server is installed, which the first process that asks prepares. @throws NoMongo */
export async function environment(): Promise<string> {
  const wanted = { product: 'SecantusDB', name: `secantus-${VERSION}`, packages: [`secantusdb==${VERSION}`], minors: [10, 14] } as const;
  return pythonWith(wanted).catch((error: unknown) => {
    throw error instanceof NoPython ? new NoMongo(error.message) : error;
  });
}
