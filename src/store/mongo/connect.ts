import { type Db, MongoClient } from 'mongodb';
import { StoreUnavailable } from '../../domain/kernel/event-store.ts';
import { within } from '../within.ts';
import { asStoreError } from './errors.ts';

export interface MongoTimeouts {
  /** Until a server that can do it is found: an election takes less. */
  readonly selectionMs?: number;
  /** One call, its retries included. */
  readonly callMs?: number;
}

/** One connection pool, and the rules that every driver over it keeps. */
export interface Mongo {
  /** The database that the URL names; `vouch` where it names none. */
  readonly db: Db;
  /**
   * One call. Whatever becomes of it, it answers within its time (`ms`, else `callMs`): a write that is given up
   * may still be carried out. @throws StoreUnavailable, StoreFull
   */
  run<T>(work: (db: Db) => Promise<T>, ms?: number): Promise<T>;
  /** Resolves when the server answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface MongoOptions {
  /** `mongodb://…`, with the replica set and credentials where there are any. */
  readonly url: string;
  readonly timeouts?: MongoTimeouts;
}

const DATABASE = 'vouch';
const NAMED = /^mongodb(?:\+srv)?:\/\/[^/]+\/([^?]+)/;
const HEARTBEAT_MS = 2_000;

/**
 * Connects with the first call. What is acknowledged lies in the journals of a majority, and nothing is read that
 * could be rolled back. Polled heartbeats: a primary that is thought lost is asked again within half a second.
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
      return await within(ms, work(db), () => new StoreUnavailable(`MongoDB has not answered in ${ms} ms.`));
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
