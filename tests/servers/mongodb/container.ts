import { setTimeout as pause } from 'node:timers/promises';
import { databasesAt, failPointAt, type MongoServer, withClient } from './server.ts';

const IMAGE = 'mongo:8';
const PORT = 27_017;
const PATIENCE = 100;
const PAUSE_MS = 200;

/** Waits until the one node accepts writes. */
async function primary(url: string): Promise<void> {
  for (let left = PATIENCE; ; left -= 1) {
    const { isWritablePrimary } = await withClient(url, (client) => client.db('admin').command({ hello: 1 })).catch(() => ({
      isWritablePrimary: false,
    }));
    if (isWritablePrimary) return;
    if (left === 0) throw new Error(`MongoDB in its container has no primary after ${(PATIENCE * PAUSE_MS) / 1000} s.`);
    await pause(PAUSE_MS);
  }
}

/** A replica set of one real MongoDB node, which testcontainers removes when this process has ended. */
export async function startContainer(): Promise<MongoServer> {
  const { GenericContainer, getContainerRuntimeClient, RandomPortGenerator, Wait } = await import('testcontainers');
  const host = await new RandomPortGenerator().generatePort();
  const command = ['mongod', '--replSet', 'rs0', '--bind_ip_all', '--setParameter', 'enableTestCommands=1'];
  const started = await new GenericContainer(IMAGE)
    .withCommand(command)
    .withExposedPorts({ container: PORT, host })
    .withWaitStrategy(Wait.forListeningPorts())
    .start();
  const url = `mongodb://${started.getHost()}:${host}/?directConnection=true`;
  await withClient(url, (client) =>
    client.db('admin').command({ replSetInitiate: { _id: 'rs0', members: [{ _id: 0, host: `127.0.0.1:${PORT}` }] } }),
  );
  await primary(url);
  const { container } = await getContainerRuntimeClient();
  const itself = container.getById(started.getId());
  const databases = databasesAt(url);
  return {
    name: `${IMAGE} in Docker`,
    url,
    prefix: databases.prefix,
    database: databases.one,
    async kill() {
      await itself.kill({ signal: 'SIGKILL' });
      await itself.wait();
    },
    async restart() {
      await itself.start();
      await primary(url);
    },
    failPoint: (failure) => failPointAt(url, failure),
    async stop() {
      await started.stop({ timeout: 0 });
    },
  };
}
