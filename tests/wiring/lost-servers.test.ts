import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { assembleOnServers } from '../../src/wiring/servers.ts';
import { startEventStoreDouble } from '../servers/eventstore.ts';
import { sharedMongo } from '../servers/shared.ts';

const mongo = await sharedMongo();
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

async function emptyLog(): Promise<string> {
  const eventstore = await startEventStoreDouble();
  onTestFinished(() => eventstore.stop());
  return eventstore.url;
}

const start = (EVENTSTORE_URL: string, MONGODB_URL: string) =>
  assembleOnServers({
    config: readConfig({ EVENTSTORE_URL, MONGODB_URL, VOUCH_MASTER_KEY: 'ab'.repeat(32), VOUCH_DATA: '/nonexistent' }),
    log: silent,
  });

test.skipIf(mongo === null)('a start is refused when one of the servers was lost, and says which', { timeout: 60_000 }, async () => {
  const [log, vault] = [await emptyLog(), mongo?.database() ?? ''];
  const program = await start(log, vault);
  await program.accounts.signup(
    { email: 'ann@example.org', password: 'a rather long password', fullName: 'Ann', timezone: 'Europe/Berlin' },
    program.app.newId(),
  );
  await program.app.waitForReadModels(await program.app.store.head());
  await program.close();

  await expect(start(await emptyLog(), vault)).rejects.toThrow('EventStoreDB holds no events, but events from it have been read.');
  await expect(start(log, mongo?.database() ?? '')).rejects.toThrow('The vault in MongoDB is empty, but there are events.');
  await (await start(log, vault)).close();
});
