import type { DatabaseSync } from 'node:sqlite';
import type { Head, SigningKey } from '../../contracts/ledger/head.ts';
import type { HeadPage, HeadPlace, NewSigningKey, PlacedHead, StoredLedger } from '../../ports/ledger.ts';
import { prepareSelect } from '../sqlite/statements.ts';
import { storedJson } from '../stored-json.ts';
import type { Wrapping } from './master-key.ts';

export const LEDGER_TABLES = `
  CREATE TABLE IF NOT EXISTS ledgers (
    owner TEXT NOT NULL, number INTEGER NOT NULL, ledger TEXT NOT NULL UNIQUE, succeeds TEXT NOT NULL, PRIMARY KEY (owner, number)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS heads (
    owner TEXT NOT NULL, number INTEGER NOT NULL, size INTEGER NOT NULL, at TEXT NOT NULL, head TEXT NOT NULL,
    PRIMARY KEY (owner, number, size)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS heads_by_time ON heads (owner, at);
  CREATE TABLE IF NOT EXISTS signing_keys (
    number INTEGER PRIMARY KEY, key_id TEXT NOT NULL UNIQUE, public_key TEXT NOT NULL, wrapped BLOB NOT NULL, since TEXT NOT NULL, until TEXT
  ) STRICT;
`;

/** A stored ledger. `succeeds` is JSON. */
export interface LedgerRow {
  readonly owner: string;
  readonly number: number;
  readonly ledger: string;
  readonly succeeds: string;
}

/** A stored head. `head` is the whole of it as JSON. */
export interface HeadRow {
  readonly owner: string;
  readonly number: number;
  readonly size: number;
  readonly at: string;
  readonly head: string;
}

export interface SigningKeyRow extends SigningKey {
  readonly number: number;
  readonly wrapped: Uint8Array;
}

export const ledgerOf = ({ number, ledger, succeeds }: Omit<LedgerRow, 'owner'>): StoredLedger => ({
  number,
  ledger,
  succeeds: storedJson<StoredLedger['succeeds']>(succeeds),
});
export const ledgerRow = (owner: string, { number, ledger, succeeds }: StoredLedger): LedgerRow => ({
  owner,
  number,
  ledger,
  succeeds: JSON.stringify(succeeds),
});
export const headOf = ({ head }: Pick<HeadRow, 'head'>): Head => storedJson<Head>(head);
export const placedHead = (row: HeadRow): PlacedHead => ({ place: { number: row.number, size: row.size }, head: headOf(row) });
export const headRow = (owner: string, number: number, head: Head): HeadRow => ({
  owner,
  number,
  size: head.size,
  at: head.at,
  head: JSON.stringify(head),
});

/** The name under which a secret is encrypted, so that nobody can store the secret of one key as that of another. */
export const secretEntry = (keyId: string): string => `signing key ${keyId}`;
export const wrapSecret = (wrap: Wrapping, { key_id, secret }: NewSigningKey): Buffer => wrap.secret(secretEntry(key_id), { secret });

/** @throws Error if it is damaged: then nothing may be signed, because nobody could tell by which key */
export function openSigningSecret(wrap: Wrapping, keyId: string, wrapped: Uint8Array): string {
  const opened = wrap.openSecret<{ readonly secret: string }>(secretEntry(keyId), wrapped);
  if (opened === null) throw new Error(`The signing key ${keyId} in the vault is damaged: put the vault back from a backup.`);
  return opened.secret;
}

export function signedHeads(database: DatabaseSync) {
  const ledgers = prepareSelect<LedgerRow>(database, 'SELECT * FROM ledgers WHERE owner = ? ORDER BY number DESC');
  const ledgerAt = prepareSelect<LedgerRow>(database, 'SELECT * FROM ledgers WHERE owner = ? AND number = ?');
  const insertLedger = database.prepare('INSERT INTO ledgers VALUES (?, ?, ?, ?) ON CONFLICT (owner, number) DO NOTHING');
  const newest = prepareSelect<HeadRow>(database, 'SELECT * FROM heads WHERE owner = ? AND number = ? ORDER BY size DESC LIMIT 1');
  const headAt = prepareSelect<HeadRow>(database, 'SELECT * FROM heads WHERE owner = ? AND number = ? AND size = ?');
  const insertHead = database.prepare('INSERT INTO heads VALUES (?, ?, ?, ?, ?) ON CONFLICT (owner, number, size) DO NOTHING');
  const page = prepareSelect<HeadRow>(
    database,
    'SELECT * FROM heads WHERE owner = ? AND (number, size) < (?, ?) ORDER BY number DESC, size DESC LIMIT ?',
  );
  const since = prepareSelect<{ heads: number }>(database, 'SELECT count(*) AS heads FROM heads WHERE owner = ? AND at > ?');
  const owners = prepareSelect<{ owner: string }>(database, 'SELECT DISTINCT owner FROM ledgers WHERE owner > ? ORDER BY owner LIMIT ?');
  const forgetLedgers = database.prepare('DELETE FROM ledgers WHERE owner = ?');
  const forgetHeads = database.prepare('DELETE FROM heads WHERE owner = ?');
  const asHead = (row: HeadRow | undefined): Head | null => (row ? headOf(row) : null);
  return {
    ledgers: (owner: string): readonly StoredLedger[] => ledgers.all(owner).map(ledgerOf),
    keepLedger(owner: string, ledger: StoredLedger): StoredLedger {
      const row = ledgerRow(owner, ledger);
      insertLedger.run(row.owner, row.number, row.ledger, row.succeeds);
      return ledgerOf(ledgerAt.get(owner, ledger.number) ?? row);
    },
    newest: (owner: string, number: number) => asHead(newest.get(owner, number)),
    at: (owner: string, { number, size }: HeadPlace) => asHead(headAt.get(owner, number, size)),
    keep(owner: string, number: number, head: Head): Head {
      const row = headRow(owner, number, head);
      insertHead.run(row.owner, row.number, row.size, row.at, row.head);
      return asHead(headAt.get(owner, number, head.size)) ?? head;
    },
    page(owner: string, { limit, after }: HeadPage): readonly PlacedHead[] {
      const { number, size } = after ?? { number: Number.MAX_SAFE_INTEGER, size: 0 };
      return page.all(owner, number, size, limit).map(placedHead);
    },
    since: (owner: string, at: string): number => since.get(owner, at)?.heads ?? 0,
    owners: ({ limit, after = '' }: { readonly limit: number; readonly after?: string }): readonly string[] =>
      owners.all(after, limit).map(({ owner }) => owner),
    forget(owner: string): void {
      forgetHeads.run(owner);
      forgetLedgers.run(owner);
    },
  };
}

export function signingKeys(database: DatabaseSync, wrap: Wrapping) {
  const all = prepareSelect<SigningKey>(database, 'SELECT key_id, public_key, since, until FROM signing_keys ORDER BY number');
  const secret = prepareSelect<{ wrapped: Uint8Array }>(database, 'SELECT wrapped FROM signing_keys WHERE key_id = ?');
  const insert = database.prepare(
    'INSERT INTO signing_keys (number, key_id, public_key, wrapped, since, until) VALUES (?, ?, ?, ?, ?, NULL) ON CONFLICT (number) DO NOTHING',
  );
  const end = database.prepare('UPDATE signing_keys SET until = ? WHERE key_id = ? AND until IS NULL');
  return {
    all: (): readonly SigningKey[] => all.all().map((row) => ({ ...row })),
    secret(keyId: string): string | null {
      const row = secret.get(keyId);
      return row ? openSigningSecret(wrap, keyId, row.wrapped) : null;
    },
    keep: (key: NewSigningKey): boolean => insert.run(key.number, key.key_id, key.public_key, wrapSecret(wrap, key), key.since).changes > 0,
    end: (keyId: string, until: string) => void end.run(until, keyId),
  };
}
