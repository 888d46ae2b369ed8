import { afterEach, describe, expect, onTestFinished } from 'vitest';
import type { Documents, WholeCollections } from '../../src/ports/documents.ts';
import type { Mongo } from '../../src/store/mongo/connect.ts';
import { openMongoMailbox, openMongoOutbox } from '../../src/store/mongo/copies.ts';
import { openMongoDocuments } from '../../src/store/mongo/documents.ts';
import { openMongoWorkSharing } from '../../src/store/mongo/due-shares.ts';
import { mongoLeaseRows } from '../../src/store/mongo/leases.ts';
import { openMongoReactorProgress } from '../../src/store/mongo/vault/reactors.ts';
import { openMongoVault } from '../../src/store/mongo/vault.ts';
import { sharedMongo } from '../servers/shared.ts';
import { TEST_MASTER_KEY } from '../support/app.ts';
import { openWatched, scans } from '../support/plans.ts';
import { copiesContract } from './copies.ts';
import { documentFencesContract, documentQueriesContract } from './document-queries.ts';
import { documentsContract } from './documents.ts';
import { contentsContract } from './file-contents.ts';
import { filesContract, filesOnMongo } from './files.ts';
import { onePieceContract } from './files-in-one-piece.ts';
import { leaseDaysContract } from './lease-days.ts';
import { leasesContract } from './leases.ts';
import { logAnchorsContract } from './log-anchors.ts';
import { reactorProgressContract } from './reactor-progress.ts';
import { sharedVaultContract } from './shared-vault.ts';
import { vaultContract } from './vault.ts';
import { workSharingContract } from './work-sharing.ts';

const server = await sharedMongo();

describe('documents and leases', () => {
  const opened: Mongo[] = [];
  afterEach(async () => {
    expect(await scans()).toEqual([]);
    for (const mongo of opened.splice(0)) await mongo.close();
  });

  /** A database of its own. */
  function fresh(): Mongo {
    const mongo = openWatched(server?.database() ?? '');
    opened.push(mongo);
    return mongo;
  }
  const openDocuments = async (): Promise<Documents & WholeCollections> => {
    const mongo = fresh();
    return { ...openMongoDocuments(mongo), close: () => mongo.close() };
  };
  const rowsAt = (fixed: () => Date) => mongoLeaseRows(fresh(), { fixed });

  describe.skipIf(server === null)(`documents on ${server?.name}`, { timeout: 120_000 }, () => {
    documentsContract(openDocuments, 20);
    documentQueriesContract(openDocuments, 40);
    documentFencesContract(openDocuments);
  });

  describe.skipIf(server === null)(`leases on ${server?.name}`, { timeout: 120_000 }, () => {
    leasesContract(rowsAt);
    leaseDaysContract(() => rowsAt, 20);
  });
});

/** A database of its own, unless one is given. */
function fresh(url = server?.database() ?? ''): Mongo {
  const mongo = openWatched(url);
  onTestFinished(() => mongo.close());
  return mongo;
}

describe.skipIf(server === null)(`on ${server?.name}`, () => {
  afterEach(async () => expect(await scans()).toEqual([]));

  describe('vault', () => {
    vaultContract(() => openMongoVault({ mongo: fresh(), masterKey: TEST_MASTER_KEY }));
    sharedVaultContract(() => {
      const url = server?.database();
      return ({ masterKey = TEST_MASTER_KEY, ...times } = {}) => openMongoVault({ mongo: fresh(url), masterKey, times });
    });
  });

  describe('anchor of the log', () => {
    logAnchorsContract(async () => {
      const vault = await openMongoVault({ mongo: fresh(), masterKey: TEST_MASTER_KEY });
      onTestFinished(() => vault.close());
      return vault;
    });
  });

  describe('progress of reactors', () => {
    reactorProgressContract(() => openMongoReactorProgress(fresh()));
  });

  describe('shares of due work', () => {
    workSharingContract((fixed) => openMongoWorkSharing(fresh(), { fixed }));
  });

  describe('files', () => {
    filesContract((keys) => filesOnMongo(fresh(), keys));
    contentsContract((keys) => filesOnMongo(fresh(), keys));
    onePieceContract((keys) => filesOnMongo(fresh(), keys));
  });

  describe('copies', () => {
    copiesContract(
      () => openMongoMailbox(fresh()),
      () => openMongoOutbox(fresh()),
    );
  });
});
