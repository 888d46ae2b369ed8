import { createHmac } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { KeyedHashes } from '../../ports/secrets.ts';
import { hasTable, prepareSelect } from '../sqlite/statements.ts';
import { type MasterKey, wrapping } from './master-key.ts';
import { openProgramKey, programKeys } from './push.ts';

/**
 * The name of the secret of keyed hashes among the program's own keys. It is stored there, and not made from the master key each time, so
 * that addresses, links, sessions and pseudonyms stay the same when the master key changes.
 */
export const HASH_SECRET = 'keyed hashes';

/** @param secret 32 bytes in hexadecimal */
function keyedHashes(secret: string): KeyedHashes {
  const key = Buffer.from(secret, 'hex');
  return { keyed: (purpose, value) => createHmac('sha256', key).update(`${purpose}\0${value}`).digest('hex') };
}

/**
 * Keyed hashes by the stored secret. `wrapped` is undefined in a vault of an earlier version.
 * @throws Error if the stored secret is damaged: with another one no account would be found
 */
export function openHashes(master: MasterKey, wrapped: Uint8Array | undefined): KeyedHashes {
  if (wrapped === undefined) return keyedHashes(master.firstHashSecret);
  const secret = openProgramKey(wrapping(master), HASH_SECRET, wrapped);
  if (secret === null) throw new Error('The secret of the keyed hashes in the vault is damaged: put the vault back from a backup.');
  return keyedHashes(secret);
}

const SELECT = 'SELECT wrapped FROM program_keys WHERE name = ?';

/**
 * Stores the secret in a vault that has none: earlier versions of the program did not. The table of the program's keys must exist.
 * @throws Error if it is damaged
 */
export function keepHashes(database: DatabaseSync, master: MasterKey): KeyedHashes {
  programKeys(database, wrapping(master)).keep(HASH_SECRET, master.firstHashSecret);
  return readHashes(database, master);
}

/** The same without a change to the vault. @throws Error if the secret is damaged */
export function readHashes(database: DatabaseSync, master: MasterKey): KeyedHashes {
  const row = hasTable(database, 'program_keys') ? prepareSelect<{ wrapped: Uint8Array }>(database, SELECT).get(HASH_SECRET) : undefined;
  return openHashes(master, row?.wrapped);
}
