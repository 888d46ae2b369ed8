import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { type MongoServer, NoMongo, startMongo } from './mongodb.ts';
import type { MongoAnswer } from './shared.ts';

/** Servers that the files of a project share: each is started when the first file asks for it, and ends with the run. */
export default async function shareServers(project: TestProject): Promise<() => Promise<void>> {
  let mongo: Promise<MongoServer> | null = null;
  const answer = (): Promise<MongoAnswer> => {
    mongo ??= startMongo();
    return mongo.then(
      ({ name, url, prefix }) => ({ name, url, prefix }),
      (error: unknown) => (error instanceof NoMongo ? { missing: error.message } : { fault: String(error) }),
    );
  };
  const broker = createServer((request, response) => {
    if (request.url !== '/mongodb') return void response.writeHead(404).end();
    void answer().then((known) => response.end(JSON.stringify(known)));
  }).listen(0, '127.0.0.1');
  await once(broker, 'listening');
  project.provide('servers', `http://127.0.0.1:${(broker.address() as AddressInfo).port}`);
  return async () => {
    broker.close();
    broker.closeAllConnections();
    await mongo?.then((server) => server.stop()).catch(() => undefined);
  };
}
