import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe } from 'vitest';
import { openEventStoreLog } from '../../src/store/event-log/eventstore/log.ts';
import { type EventStoreServer, startEventStore, startEventStoreDouble } from '../servers/eventstore.ts';
import { addSummaryLine } from '../servers/shared.ts';
import { eventIntegrityContract } from './event-integrity.ts';
import { eventStoreContract, type OpenEventStore } from './event-store.ts';
import { globalChainContract } from './global-chain.ts';
import { keptFoldsContract } from './kept-folds.ts';
import { subjectOver } from './subject.ts';
import { subscriptionContract } from './subscription.ts';

/** On a server that others use too, each test has names of its own; a double belongs to one test. */
const openOn =
  (server: () => EventStoreServer): OpenEventStore =>
  async () => {
    const own = server().faults === null ? null : await startEventStoreDouble();
    const log = openEventStoreLog({
      url: own?.url ?? server().url,
      prefix: own ? '' : `test-${randomUUID()}.`,
      pause: async () => undefined,
    });
    return subjectOver(log, async () => own?.stop());
  };

describe('event store on EventStoreDB', () => {
  let server: EventStoreServer;
  beforeAll(async () => {
    server = await startEventStore();
    addSummaryLine(`EventStoreDB: ${server.name}`);
  }, 120_000);
  afterAll(() => server?.stop());

  const openSubject = openOn(() => server);
  eventStoreContract(openSubject);
  keptFoldsContract(openSubject);
  eventIntegrityContract(openSubject);
  globalChainContract(openSubject);
  subscriptionContract(openSubject);
});

// Like a shared server that writes its statistics among the events.
describe('event store on a double of EventStoreDB that also holds events of other programs', () => {
  let server: EventStoreServer;
  beforeAll(async () => {
    server = { ...(await startEventStoreDouble({ statistics: true })), faults: null };
  });
  afterAll(() => server.stop());

  const openSubject = openOn(() => server);
  eventStoreContract(openSubject);
  subscriptionContract(openSubject);
});
