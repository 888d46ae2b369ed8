import { afterEach, describe, expect, onTestFinished } from 'vitest';
import type { Mongo } from '../../src/store/mongo/connect.ts';
import { openMongoMailbox, openMongoOutbox } from '../../src/store/mongo/copies.ts';
import { openMongoReactorProgress } from '../../src/store/mongo/vault/reactors.ts';
import { openMongoVault } from '../../src/store/mongo/vault.ts';
import { sharedMongo } from '../servers/shared.ts';
import { openWatched, scans } from '../support/plans.ts';
import { TEST_MASTER_KEY } from '../support/stores.ts';
import { copiesContract } from './copies.ts';
import { contentsContract } from './file-contents.ts';
import { filesContract } from './files.ts';
import { filesOnMongo } from './mongodb-files.ts';
import { reactorProgressContract } from './reactor-progress.ts';
import { sharedVaultContract } from './shared-vault.ts';
import { vaultContract } from './vault.ts';

const server = await sharedMongo();

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

  describe('progress of reactors', () => {
    reactorProgressContract(() => openMongoReactorProgress(fresh()));
  });

  describe('files', () => {
    filesContract((keys) => filesOnMongo(fresh(), keys));
    contentsContract((keys) => filesOnMongo(fresh(), keys));
  });

  describe('copies', () => {
    copiesContract(
      () => openMongoMailbox(fresh()),
      () => openMongoOutbox(fresh()),
    );
  });
});
