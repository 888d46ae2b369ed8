import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { withTimeout } from '../concurrency/with-timeout.ts';
import { StoreUnavailable } from '../domain/kernel/event-store.ts';
import type { Clock } from '../ports/clock.ts';
import type { Leases } from '../ports/coordination.ts';
import { openEventStore } from './event-log/event-store.ts';
import type { Timeouts } from './event-log/eventstore/failures.ts';
import { type EventStoreLog, openEventStoreLog } from './event-log/eventstore/log.ts';
import type { Upcasters } from './event-log/upcasting.ts';
import { type Mongo, type MongoTimeouts, openMongo } from './mongo/connect.ts';
import { openMongoMailbox, openMongoOutbox } from './mongo/copies.ts';
import { type MongoDocuments, openMongoDocuments } from './mongo/documents.ts';
import { openMongoFiles } from './mongo/files.ts';
import { openMongoJobs } from './mongo/jobs.ts';
import { openLeases } from './mongo/leases.ts';
import { openMongoReactorProgress } from './mongo/vault/reactors.ts';
import { openMongoVault } from './mongo/vault.ts';
import { openOpener, type WatchedVault } from './seal.ts';
import type { Stores } from './stores.ts';
import type { GivenKeys } from './vault/master-key.ts';
import { type Verified, verifyChains } from './verify/chains.ts';
import type { EventCheck } from './verify/walk.ts';

export interface ServerStoresOptions extends GivenKeys {
  /** EventStoreDB's connection string, `esdb://…`. */
  readonly eventstoreUrl: string;
  /** MongoDB's connection string, `mongodb://…`. Its database is used, or `vouch` if it names none. */
  readonly mongodbUrl: string;
  readonly clock: Clock;
  /** The unique name under which this process holds leases; no earlier process had it. */
  readonly holder?: string;
  readonly upcasters?: Upcasters;
  /** The prefix of this program's stream names on a shared EventStoreDB. */
  readonly streamPrefix?: string;
  readonly timeouts?: { readonly eventstore?: Partial<Timeouts>; readonly mongodb?: MongoTimeouts };
  /** Called with errors of background work, such as the renewal of a lease. */
  readonly onFault?: (error: unknown) => void;
}

export interface ServerStores extends Stores {
  readonly log: EventStoreLog;
  readonly documents: MongoDocuments;
  readonly vault: WatchedVault;
  readonly leases: Leases;
  /** The connection for other data that processes share. It is closed with the stores. */
  readonly mongo: Mongo;
  verify(onProgress?: (events: number) => void, check?: EventCheck): Promise<Verified>;
}

const HEALTH_MS = 2_000;
const GRACE_MS = 300;
/** The most time to close each part, so that an unreachable server does not delay the end any longer. */
const CLOSE_MS = 1_000;

/**
 * Opens all stores on EventStoreDB and MongoDB, for any number of processes. Opens everything or nothing.
 * @throws StoreUnavailable naming each server that does not answer, Error if a URL or the master key is wrong
 */
export async function openServerStores(options: ServerStoresOptions): Promise<ServerStores> {
  const { eventstoreUrl, mongodbUrl, clock, upcasters, streamPrefix: prefix = '', timeouts = {}, onFault } = options;
  const { holder = `${hostname()}-${process.pid}-${randomUUID()}` } = options;
  const closers: (() => Promise<void>)[] = [];
  const opened = <T extends { close(): Promise<void> }>(part: T): T => {
    closers.push(() => part.close());
    return part;
  };
  async function close(): Promise<void> {
    for (const one of closers.splice(0).toReversed()) await withTimeout(CLOSE_MS, one(), timedOut).catch(() => undefined);
  }
  try {
    const mongo = opened(openMongo({ url: mongodbUrl, ...(timeouts.mongodb && { timeouts: timeouts.mongodb }) }));
    const log = opened(openEventStoreLog({ url: eventstoreUrl, prefix, ...(timeouts.eventstore && { timeouts: timeouts.eventstore }) }));
    await checkReachable({ EventStoreDB: log.ping(), MongoDB: mongo.ping() });
    const vault = opened(await openMongoVault({ ...options, mongo }));
    const documents = opened(openMongoDocuments(mongo));
    const [mailbox, outbox, files] = await Promise.all([openMongoMailbox(mongo), openMongoOutbox(mongo), openMongoFiles({ mongo, vault })]);
    const reactors = await openMongoReactorProgress(mongo);
    const leases = opened(openLeases(mongo, { holder, ...(onFault && { onFault }) }));
    return {
      store: openEventStore({ log, vault, clock, ...(upcasters && { upcasters }) }),
      log,
      documents,
      vault,
      opener: openOpener(vault),
      files,
      mailbox,
      outbox,
      reactors,
      jobs: () => openMongoJobs(mongo.db),
      leases,
      mongo,
      health: () => Promise.all([health('EventStoreDB', log.ping()), health('MongoDB', mongo.ping())]),
      verify: (onProgress, check) => verifyChains(log, onProgress, check),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Waits for all pings.
 * @throws StoreUnavailable with the error of each server that does not answer, and any other error as it is
 */
async function checkReachable(pings: Readonly<Record<string, Promise<void>>>): Promise<void> {
  try {
    await Promise.all(Object.values(pings));
    return;
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
  }
  // One failure is enough. A server that has not answered yet is also named, but is not waited for.
  const said = await Promise.all(
    Object.entries(pings).map(([name, ping]) =>
      withTimeout(GRACE_MS, ping, () => new StoreUnavailable(`${name} has not answered yet`)).then(
        () => [],
        (error: Error) => [error.message.replace(/[.\s]*$/, '.')],
      ),
    ),
  );
  throw new StoreUnavailable(said.flat().join(' '));
}

const timedOut = (): Error => new StoreUnavailable('It has not answered in time.');

async function health(name: string, ping: Promise<void>): Promise<{ readonly name: string; readonly error: string | null }> {
  const error = await withTimeout(HEALTH_MS, ping, timedOut).then(
    () => null,
    (failed: unknown) => (failed instanceof Error ? failed.message : String(failed)),
  );
  return { name, error };
}
