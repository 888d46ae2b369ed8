import { type Db, MongoClient } from 'mongodb';
import { withTimeout } from '../../concurrency/with-timeout.ts';
import { StoreUnavailable } from '../../domain/kernel/event-store.ts';
import { asStoreError, codeOf, DUPLICATE_KEY } from './errors.ts';

export interface MongoTimeouts {
  /** How long to search for a suitable server, in milliseconds. An election takes less. */
  readonly selectionMs?: number;
  /** The limit for one call including its retries, in milliseconds. */
  readonly callMs?: number;
}

export interface Mongo {
  /** The database that the URL names; `vouch` if it names none. */
  readonly db: Db;
  /**
   * Makes one call. It always settles within its time (`ms`, or else `callMs`); a write that is given up may still be
   * executed.
   * @throws StoreUnavailable, StoreFull
   */
  run<T>(work: (db: Db) => Promise<T>, ms?: number): Promise<T>;
  /** Resolves when the server answers. @throws StoreUnavailable */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface MongoOptions {
  /** The connection string `mongodb://…`, with the replica set and credentials if there are any. */
  readonly url: string;
  readonly timeouts?: MongoTimeouts;
}

const DATABASE = 'vouch';
const NAMED = /^mongodb(?:\+srv)?:\/\/[^/]+\/([^?]+)/;
const HEARTBEAT_MS = 2_000;

/**
 * Connects with the first call. An acknowledged write is in the journals of a majority, and reads return nothing that could be rolled back.
 * Heartbeats are polled, so a primary that seems lost is asked again within half a second.
 */
export function openMongo({ url, timeouts: { selectionMs = 5_000, callMs = 10_000 } = {} }: MongoOptions): Mongo {
  const client = new MongoClient(url, {
    appName: 'vouch',
    writeConcern: { w: 'majority', journal: true },
    readConcern: { level: 'majority' },
    readPreference: 'primary',
    retryReads: true,
    retryWrites: true,
    serverMonitoringMode: 'poll',
    heartbeatFrequencyMS: HEARTBEAT_MS,
    serverSelectionTimeoutMS: selectionMs,
    waitQueueTimeoutMS: selectionMs,
    connectTimeoutMS: selectionMs,
    socketTimeoutMS: callMs,
  });
  const db = client.db(NAMED.exec(url)?.[1] ?? DATABASE);
  let closed = false;

  async function run<T>(work: (db: Db) => Promise<T>, ms = callMs): Promise<T> {
    if (closed) throw new StoreUnavailable('The connection to MongoDB is closed.');
    try {
      return await withTimeout(ms, work(db), () => new StoreUnavailable(`MongoDB has not answered in ${ms} ms.`));
    } catch (error) {
      throw asStoreError(error);
    }
  }

  return {
    db,
    run,
    async ping() {
      await run((one) => one.command({ ping: 1 }));
    },
    async close() {
      closed = true;
      await client.close();
    },
  };
}

/** The connection that the stores of one database share. It stays open when they are closed. */
export type MongoAccess = Pick<Mongo, 'db' | 'run'>;
export type Run = Mongo['run'];

/** Ignores the error if another writer created the same document first; that document stays. Then it resolves with null. */
export async function ignoreDuplicate<T>(write: Promise<T>): Promise<T | null> {
  try {
    return await write;
  } catch (error) {
    if (codeOf(error) !== DUPLICATE_KEY) throw error;
    return null;
  }
}
