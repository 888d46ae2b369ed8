import { describe } from 'vitest';
import { openDocuments } from '../../src/store/documents/sqlite-documents.ts';
import { openEventStore } from '../../src/store/event-log/event-store.ts';
import { openSqliteLog } from '../../src/store/event-log/sqlite-log.ts';
import { openOpener } from '../../src/store/seal.ts';
import { openMailbox, openOutbox } from '../../src/store/sqlite-copies.ts';
import { openVault } from '../../src/store/vault/sqlite-vault.ts';
import { TestClock } from '../support/clock.ts';
import { TEST_MASTER_KEY } from '../support/stores.ts';
import { copiesContract } from './copies.ts';
import { documentFencesContract } from './document-fences.ts';
import { documentQueriesContract } from './document-queries.ts';
import { documentsContract } from './documents.ts';
import { eventIntegrityContract } from './event-integrity.ts';
import { eventStoreContract, type OpenEventStore } from './event-store.ts';
import { subscriptionContract } from './subscription.ts';
import { vaultContract } from './vault.ts';

const openSubject: OpenEventStore = async () => {
  const clock = new TestClock();
  const vault = openVault({ path: ':memory:', masterKey: TEST_MASTER_KEY });
  const log = openSqliteLog({ path: ':memory:', pause: async () => undefined });
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
    },
  };
};

describe('event store on SQLite', () => {
  eventStoreContract(openSubject);
  eventIntegrityContract(openSubject);
  subscriptionContract(openSubject);
});

describe('documents on SQLite', () => {
  documentsContract(async () => openDocuments(':memory:'));
  documentQueriesContract(async () => openDocuments(':memory:'));
  documentFencesContract(async () => openDocuments(':memory:'));
});

describe('vault on SQLite', () => {
  vaultContract(async () => openVault({ path: ':memory:', masterKey: TEST_MASTER_KEY }));
});

describe('copies on SQLite', () => {
  copiesContract(
    async () => openMailbox(':memory:'),
    async () => openOutbox(':memory:'),
  );
});
