import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StoreUnavailable } from '../../domain/kernel/event-store.ts';
import { asStoreError, openDatabase, transactions } from '../sqlite/database.ts';
import { hasTable, prepareSelect } from '../sqlite/statements.ts';
import { secretEntry } from './ledgers.ts';
import { type MasterKey, masterKeyFrom, NAMES, opensProof, proofOf } from './master-key.ts';
import { keyEntry, targetEntry } from './push.ts';
import { revocationEntry, tokensEntry } from './service-keys.ts';

export interface KeyChange {
  /** The keys that may have encrypted entries until now, each 32 bytes. */
  readonly from: readonly Uint8Array[];
  /** The new key, 32 bytes. */
  readonly to: Uint8Array;
}

/** What a change of the master key has found and done. */
export interface Rewrapped {
  /** How many entries the new key opens now. */
  readonly entries: number;
  /** How many of them this run has encrypted anew. */
  readonly changed: number;
  /** How many entries none of the keys opens. They are damaged, and stay as they are. */
  readonly damaged: number;
}

/** The keys of a change, ready for use. */
export interface ChangingKeys {
  readonly from: readonly MasterKey[];
  readonly to: MasterKey;
}

export const changingKeys = ({ from, to }: KeyChange): ChangingKeys => ({ from: from.map(masterKeyFrom), to: masterKeyFrom(to) });

/** An entry encrypted with the new key; 'new' if it is already, 'damaged' if none of the keys opens it. */
export function rewrap({ from, to }: ChangingKeys, name: string, wrapped: Uint8Array): Buffer | 'new' | 'damaged' {
  if (to.unwrap(name, wrapped) !== null) return 'new';
  for (const key of from) {
    const value = key.unwrap(name, wrapped);
    if (value !== null) return to.wrap(name, value);
  }
  return 'damaged';
}

/** A table with a column that is encrypted with the master key. */
interface WrappedTable {
  readonly table: string;
  readonly column: string;
  /** The condition that finds one row by its place. */
  readonly where: string;
  rows(database: DatabaseSync): readonly WrappedRow[];
}

interface WrappedRow {
  /** The name under which it is encrypted. */
  readonly name: string;
  readonly place: readonly string[];
}

/** `id`: the columns that identify a row. The name of its entry is made from them. */
const wrapped = <Column extends string>(
  table: string,
  id: readonly Column[],
  name: (row: Readonly<Record<Column, string>>) => string,
  column = 'wrapped',
): WrappedTable => ({
  table,
  column,
  where: id.map((each) => `${each} = ?`).join(' AND '),
  // Only the names of all rows are held in memory, because answers can be large.
  rows: (database) =>
    prepareSelect<Readonly<Record<Column, string>>>(database, `SELECT ${id.join(', ')} FROM ${table}`)
      .all()
      .map((row) => ({ name: name(row), place: id.map((each) => row[each]) })),
});

/** Every column of the vault that is encrypted with the master key, except for the proof. */
export const WRAPPED_TABLES: readonly WrappedTable[] = [
  wrapped('keys', ['owner'], ({ owner }) => NAMES.key(owner)),
  wrapped('ai_keys', ['owner'], ({ owner }) => NAMES.aiKey(owner)),
  wrapped('answers', ['scope', 'key'], ({ scope, key }) => NAMES.answer(scope, key), 'body'),
  wrapped('provider_tokens', ['owner', 'platform'], ({ owner, platform }) => NAMES.tokens(tokensEntry(owner, platform))),
  wrapped('revocations', ['id'], ({ id }) => NAMES.tokens(revocationEntry(id))),
  wrapped('push_targets', ['id', 'owner'], (place) => NAMES.secret(targetEntry(place))),
  wrapped('program_keys', ['name'], ({ name }) => NAMES.secret(keyEntry(name))),
  wrapped('signing_keys', ['key_id'], ({ key_id }) => NAMES.secret(secretEntry(key_id))),
];

/** Whether the vault at this path is under this master key, of 32 bytes. False if there is no vault. @throws StoreUnavailable */
export function opensVault(path: string, key: Uint8Array): boolean {
  if (!existsSync(path)) return false;
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
  try {
    if (!hasTable(database, 'proof')) return false;
    const proof = prepareSelect<{ wrapped: Uint8Array }>(database, 'SELECT wrapped FROM proof').get();
    return proof !== undefined && opensProof(masterKeyFrom(key), proof.wrapped);
  } catch (error) {
    throw asStoreError(error);
  } finally {
    database.close();
  }
}

/**
 * Encrypts every entry of a vault file with the new master key, in one transaction, and leaves no trace of the entries as they were. The
 * vault driver must have opened the file before, so that it has all tables, and no other process may write it. Can be repeated.
 * `timeoutMs`: how long to wait for a process that reads it.
 * @throws StoreUnavailable, StoreFull
 */
export function rewrapVault(path: string, change: KeyChange, { timeoutMs = 5_000 }: { readonly timeoutMs?: number } = {}): Rewrapped {
  const database = openDatabase(path, { synchronous: 'FULL', secureDelete: true });
  try {
    database.exec(`PRAGMA busy_timeout = ${timeoutMs}`);
    const keys = changingKeys(change);
    const rewrapped = transactions(database)(() => rewrapAll(database, keys));
    leaveNoTrace(database, path);
    return rewrapped;
  } catch (error) {
    throw asStoreError(error);
  } finally {
    database.close();
  }
}

function rewrapAll(database: DatabaseSync, keys: ChangingKeys): Rewrapped {
  let [entries, changed, damaged] = [0, 0, 0];
  for (const { table, column, where, rows } of WRAPPED_TABLES) {
    const select = prepareSelect<{ value: Uint8Array }>(database, `SELECT ${column} AS value FROM ${table} WHERE ${where}`);
    const update = database.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${where}`);
    for (const { name, place } of rows(database)) {
      const row = select.get(...place);
      if (!row) continue;
      const next = rewrap(keys, name, row.value);
      if (next === 'damaged') damaged += 1;
      else entries += 1;
      if (typeof next === 'string') continue;
      changed += 1;
      update.run(next, ...place);
    }
  }
  database.prepare('UPDATE proof SET wrapped = ?').run(proofOf(keys.to));
  return { entries, changed, damaged };
}

/** Entries as they were must not survive in the write-ahead log. In the file they were overwritten (`secure_delete`). */
function leaveNoTrace(database: DatabaseSync, path: string): void {
  const log = prepareSelect<{ busy: number }>(database, 'PRAGMA wal_checkpoint(TRUNCATE)').get();
  if (log?.busy !== 0)
    throw new StoreUnavailable(
      `Everything in ${path} is encrypted with the new master key, but another process reads the file, so what the old key opens is still in it. Stop that process, and run this again.`,
    );
}
