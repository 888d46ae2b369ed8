import { describe, onTestFinished } from 'vitest';
import { openDocuments } from '../../src/store/documents/sqlite-documents.ts';
import { openSqliteLog } from '../../src/store/event-log/sqlite-log.ts';
import { openMailbox, openOutbox } from '../../src/store/sqlite-copies.ts';
import { openVault } from '../../src/store/vault/sqlite-vault.ts';
import { TEST_MASTER_KEY } from '../support/app.ts';
import { copiesContract } from './copies.ts';
import { documentFencesContract, documentQueriesContract } from './document-queries.ts';
import { documentsContract } from './documents.ts';
import { eventIntegrityContract } from './event-integrity.ts';
import { eventStoreContract, type OpenEventStore } from './event-store.ts';
import { globalChainContract } from './global-chain.ts';
import { keptFoldsContract } from './kept-folds.ts';
import { logAnchorsContract } from './log-anchors.ts';
import { reactorProgressContract } from './reactor-progress.ts';
import { subjectOver } from './subject.ts';
import { subscriptionContract } from './subscription.ts';
import { vaultContract } from './vault.ts';

const openSubject: OpenEventStore = async () => subjectOver(openSqliteLog({ path: ':memory:', pause: async () => undefined }));

describe('event store on SQLite', () => {
  eventStoreContract(openSubject);
  keptFoldsContract(openSubject);
  eventIntegrityContract(openSubject);
  globalChainContract(openSubject);
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

describe('anchor of the log on SQLite', () => {
  logAnchorsContract(async () => {
    const vault = openVault({ path: ':memory:', masterKey: TEST_MASTER_KEY });
    onTestFinished(() => vault.close());
    return vault;
  });
});

describe('progress of reactors on SQLite', () => {
  reactorProgressContract(async () => {
    const vault = openVault({ path: ':memory:', masterKey: TEST_MASTER_KEY });
    onTestFinished(() => vault.close());
    return vault.reactors;
  });
});
