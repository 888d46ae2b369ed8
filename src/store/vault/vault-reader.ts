import type { DatabaseSync } from 'node:sqlite';
import type { KeyedHashes, Keys } from '../../ports/secrets.ts';
import type { WatchedKeys } from '../seal.ts';
import { withStoreErrors } from '../sqlite/database.ts';
import { openToRead } from '../sqlite/open-to-read.ts';
import { prepareSelect } from '../sqlite/statements.ts';
import { readHashes } from './keyed-hashes.ts';
import { type GivenKeys, type MasterKeys, masterKeysFrom, provenKey, wrapping } from './master-key.ts';

export interface VaultReader extends Pick<Keys, 'key'>, KeyedHashes, Pick<WatchedKeys, 'onKeyDestroyed' | 'keysCurrent'> {
  close(): Promise<void>;
}

export interface VaultToRead extends GivenKeys {
  readonly path: string;
}

type Wrapped = { wrapped: Uint8Array };

/**
 * Opens the vault only to read keys from it, beside a program that writes it. The file does not change.
 * @throws Error if there is no vault, or if the master key is not the vault's own
 */
export const openVaultReader = ({ path, ...given }: VaultToRead): VaultReader =>
  openToRead({ path, what: 'vault', table: 'keys' }, (database) => readerOf(database, path, masterKeysFrom(given)));

function readerOf(database: DatabaseSync, path: string, masterKeys: MasterKeys): VaultReader {
  const proof = prepareSelect<Wrapped>(database, 'SELECT wrapped FROM proof').get();
  const master = proof ? provenKey(masterKeys, proof.wrapped, path) : masterKeys.master;
  const wrap = wrapping(master);
  const select = prepareSelect<Wrapped>(database, 'SELECT wrapped FROM keys WHERE owner = ?');
  return {
    ...readHashes(database, master),
    key: (owner) =>
      withStoreErrors(() => {
        const row = select.get(owner);
        return row ? wrap.openKey(owner, row.wrapped) : null;
      }),
    onKeyDestroyed: () => undefined,
    // The writing program may destroy a key at any time, so an opener reads each key again.
    keysCurrent: () => false,
    async close() {
      database.close();
    },
  };
}
