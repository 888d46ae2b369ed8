import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { SignedHeads, SigningKeys } from '../../ports/ledger.ts';
import type { LogAnchor } from '../../ports/log-anchor.ts';
import { hasTable, prepareSelect } from '../sqlite/statements.ts';
import { readHashes } from '../vault/keyed-hashes.ts';
import { signedHeads, signingKeys } from '../vault/ledgers.ts';
import { type AnchorRow, anchorRow, hasAnchorTable, openAnchorRow, readAnchor } from '../vault/log-anchor.ts';
import { type GivenKeys, masterKeysFrom, provenKey, type Wrapping, wrapping } from '../vault/master-key.ts';

/** The vault of a data folder, opened only to read it. */
export interface VaultFile extends Pick<SignedHeads, 'ledgerOwners' | 'ledgersOf' | 'headsOf'>, Pick<SigningKeys, 'signingKeys'> {
  /** Null: no start has made one yet. @throws AnchorNotGenuine */
  anchor(): LogAnchor | null;
  /** An anchor as this vault would store it. */
  sealAnchor(anchor: LogAnchor): AnchorRow;
  /** @throws AnchorNotGenuine if the vault of another installation stored it */
  openAnchor(row: AnchorRow): LogAnchor;
  /** All owners who have a key. */
  owners(): readonly string[];
  /** Null: there is none. @throws Error if it is damaged */
  key(owner: string): Promise<Uint8Array | null>;
  close(): void;
}

/** The ledgers of a vault, of which an earlier version of the program has no table. */
function ledgersIn(database: DatabaseSync, wrap: Wrapping): Pick<VaultFile, 'ledgerOwners' | 'ledgersOf' | 'headsOf' | 'signingKeys'> {
  if (!hasTable(database, 'ledgers'))
    return { ledgerOwners: async () => [], ledgersOf: async () => [], headsOf: async () => [], signingKeys: async () => [] };
  const heads = signedHeads(database);
  const keys = signingKeys(database, wrap);
  return {
    ledgerOwners: async (page) => heads.owners(page),
    ledgersOf: async (owner) => heads.ledgers(owner),
    headsOf: async (owner, page) => heads.page(owner, page),
    signingKeys: async () => keys.all(),
  };
}

/** @throws Error if the file is missing, or the master key is not its own; also of SQLite: see `sentenceOf` */
export function openVaultFile(path: string, given: GivenKeys): VaultFile {
  if (!existsSync(path)) throw new Error('it is missing');
  if (statSync(path).size === 0) throw new Error('it is empty');
  const masterKeys = masterKeysFrom(given);
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
  try {
    const proof = prepareSelect<{ wrapped: Uint8Array }>(database, 'SELECT wrapped FROM proof').get();
    if (!proof) throw new Error('its proof of the master key is missing');
    const master = provenKey(masterKeys, proof.wrapped, path);
    const wrap = wrapping(master);
    const hashes = readHashes(database, master);
    const owners = prepareSelect<{ owner: string }>(database, 'SELECT owner FROM keys ORDER BY owner');
    const key = prepareSelect<{ wrapped: Uint8Array }>(database, 'SELECT wrapped FROM keys WHERE owner = ?');
    return {
      ...ledgersIn(database, wrap),
      anchor: () => (hasAnchorTable(database) ? readAnchor(database, hashes) : null),
      sealAnchor: (anchor) => anchorRow(hashes, anchor),
      openAnchor: (row) => openAnchorRow(hashes, row),
      owners: () => owners.all().map(({ owner }) => owner),
      async key(owner) {
        const row = key.get(owner);
        return row ? wrap.openKey(owner, row.wrapped) : null;
      },
      close: () => database.close(),
    };
  } catch (error) {
    database.close();
    throw error;
  }
}
