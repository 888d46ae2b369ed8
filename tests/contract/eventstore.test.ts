import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe } from 'vitest';
import { openEventStore } from '../../src/store/event-log/event-store.ts';
import { openEventStoreLog } from '../../src/store/event-log/eventstore/log.ts';
import { openOpener } from '../../src/store/seal.ts';
import { openVault } from '../../src/store/vault/sqlite-vault.ts';
import { type EventStoreServer, startEventStore, startEventStoreDouble } from '../servers/eventstore.ts';
import { tell } from '../servers/told.ts';
import { TestClock } from '../support/clock.ts';
import { TEST_MASTER_KEY } from '../support/stores.ts';
import { eventIntegrityContract } from './event-integrity.ts';
import { eventStoreContract, type OpenEventStore } from './event-store.ts';
import { subscriptionContract } from './subscription.ts';

/** On a server that others use too, each test has names of its own; a double is alone with its test. */
const openOn =
  (server: () => EventStoreServer): OpenEventStore =>
  async () => {
    const own = server().faults === null ? null : await startEventStoreDouble();
    const clock = new TestClock();
    const vault = openVault({ path: ':memory:', masterKey: TEST_MASTER_KEY });
    const log = openEventStoreLog({
      url: own?.url ?? server().url,
      prefix: own ? '' : `test-${randomUUID()}.`,
      pause: async () => undefined,
    });
    return {
      store: openEventStore({ log, vault, clock }),
      log,
      vault,
      opener: openOpener(vault),
      clock,
      with: (upcasters) => openEventStore({ log, vault, clock, upcasters }),
      async close() {
        await log.close();
        await vault.close();
        await own?.stop();
      },
    };
  };

describe('event store on EventStoreDB', () => {
  let server: EventStoreServer;
  beforeAll(async () => {
    server = await startEventStore();
    tell(`EventStoreDB: ${server.name}`);
  }, 120_000);
  afterAll(() => server?.stop());

  const openSubject = openOn(() => server);
  eventStoreContract(openSubject);
  eventIntegrityContract(openSubject);
  subscriptionContract(openSubject);
});

// As on a server that is shared.
describe('event store on a double of EventStoreDB, among others’ events', () => {
  let server: EventStoreServer;
  beforeAll(async () => {
    server = { ...(await startEventStoreDouble()), faults: null };
  });
  afterAll(() => server.stop());

  const openSubject = openOn(() => server);
  eventStoreContract(openSubject);
  subscriptionContract(openSubject);
});
