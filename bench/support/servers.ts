import { EventStoreDBClient } from '@eventstore/db-client';
import { type Db, MongoClient } from 'mongodb';
import { type EventStoreLog, openEventStoreLog } from '../../src/store/event-log/eventstore/log.ts';
import { type Mongo, openMongo } from '../../src/store/mongo/connect.ts';
import { startEventStore, startEventStoreDoubleProcess } from '../../tests/servers/eventstore.ts';
import { NoMongo, startMongo } from '../../tests/servers/mongodb.ts';
import type { Result } from './measure.ts';

/** For a server that is started here; one at EVENTSTORE_URL is used with the user that the URL names. */
const CREDENTIALS = { username: 'admin', password: 'changeit' };
const NAMED = /^[^:]+:\/\/([^:@/]+):([^@]+)@/;

export interface EventStoreSides {
  readonly server: string;
  readonly log: EventStoreLog;
  readonly bare: EventStoreDBClient;
  readonly credentials: { readonly username: string; readonly password: string };
}

/** Our driver and the bare client, on a server in a process of its own. */
export async function onEventStore(work: (sides: EventStoreSides) => Promise<readonly Result[]>): Promise<readonly Result[]> {
  const server = await startEventStore(startEventStoreDoubleProcess);
  const [, username, password] = NAMED.exec(server.url) ?? [];
  const credentials =
    username && password ? { username: decodeURIComponent(username), password: decodeURIComponent(password) } : CREDENTIALS;
  const [log, bare] = [openEventStoreLog({ url: server.url }), EventStoreDBClient.connectionString(server.url)];
  try {
    return await work({ server: server.name, log, bare, credentials });
  } finally {
    await Promise.all([log.close(), bare.dispose()]);
    await server.stop();
  }
}

export interface MongoSides {
  readonly server: string;
  /** The database that both sides use. */
  readonly url: string;
  readonly mongo: Mongo;
  /** The same database over a connection of the bare client, with the same write and read concern. */
  readonly bare: Db;
}

/** Does nothing where no MongoDB can be had, and says so. */
export async function onMongo(work: (sides: MongoSides) => Promise<readonly Result[]>): Promise<readonly Result[]> {
  const server = await startMongo().catch((error: unknown) => {
    if (error instanceof NoMongo) return null;
    throw error;
  });
  if (server === null) {
    process.stdout.write('No MongoDB can be had here: its ratios are left out.\n');
    return [];
  }
  const url = server.database();
  const mongo = openMongo({ url });
  const client = new MongoClient(url, { writeConcern: { w: 'majority', journal: true }, readConcern: { level: 'majority' } });
  try {
    return await work({ server: server.name, url, mongo, bare: client.db(mongo.db.databaseName) });
  } finally {
    await Promise.all([mongo.close(), client.close()]);
    await server.stop();
  }
}
