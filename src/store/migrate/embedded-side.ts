import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { StoredPlace } from '../../ports/secrets.ts';
import type { StoredSession } from '../../ports/tokens.ts';
import { openSqliteLog } from '../event-log/sqlite-log.ts';
import { openFiles } from '../files/folder-files.ts';
import { openDatabase, transactions } from '../sqlite/database.ts';
import { prepareSelect } from '../sqlite/statements.ts';
import { FolderInUse, lockFolder, type WriterLock } from '../sqlite/writer-lock.ts';
import type { WrappedAnswer } from '../vault/answers.ts';
import type { HeadRow, LedgerRow, SigningKeyRow } from '../vault/ledgers.ts';
import { logAnchors } from '../vault/log-anchor.ts';
import type { WrappedPushTarget } from '../vault/push.ts';
import { openVault } from '../vault/sqlite-vault.ts';
import { type PersonalTokenRow, personalTokenOf, personalTokenRow, type TokenRow, tokenOf } from '../vault/tokens.ts';
import { ownersInFolder } from './copy-files.ts';
import type { MigrationSide, VaultRow, VaultRows } from './side.ts';

interface VaultTable {
  readonly name: string;
  readonly rows: (database: DatabaseSync) => Iterable<VaultRow>;
}

const table = <Row extends object>(name: string, read: (row: Row) => VaultRow): VaultTable => ({
  name,
  *rows(database) {
    for (const row of prepareSelect<Row>(database, `SELECT * FROM ${name}`).iterate()) yield read(row);
  },
});

interface WrappedKey {
  readonly owner: string;
  readonly wrapped: Uint8Array;
}

const TABLES: readonly VaultTable[] = [
  table<WrappedKey>('keys', (row) => ({ kind: 'key', ...row })),
  table<{ user_id: string; hash: string }>('passwords', (row) => ({ kind: 'password', ...row })),
  table<StoredSession>('sessions', (row) => ({ kind: 'session', session: { ...row } })),
  table<TokenRow>('tokens', (row) => ({ kind: 'token', token: tokenOf({ ...row }) })),
  table<PersonalTokenRow>('personal_tokens', (row) => ({ kind: 'personal_token', personal: personalTokenOf(row) })),
  table<WrappedAnswer>('answers', (row) => ({ kind: 'answer', answer: { ...row } })),
  table<StoredPlace & { recipient: string }>('places', ({ recipient, ...place }) => ({ kind: 'place', recipient, place })),
  table<WrappedKey & { platform: string }>('provider_tokens', (row) => ({ kind: 'provider_tokens', ...row })),
  table<{ id: string; wrapped: Uint8Array; expires_at: string }>('revocations', (row) => ({ kind: 'revocation', ...row })),
  table<WrappedKey>('ai_keys', (row) => ({ kind: 'ai_key', ...row })),
  table<WrappedPushTarget>('push_targets', (row) => ({ kind: 'push_target', target: { ...row } })),
  table<{ name: string; wrapped: Uint8Array }>('program_keys', (row) => ({ kind: 'program_key', ...row })),
  table<LedgerRow>('ledgers', (row) => ({ kind: 'ledger', ledger: { ...row } })),
  table<HeadRow>('heads', (row) => ({ kind: 'head', head: { ...row } })),
  table<SigningKeyRow>('signing_keys', (row) => ({ kind: 'signing_key', key: { ...row } })),
];

/** The entries of a vault file that the vault driver itself has created. */
export function sqliteVaultRows(database: DatabaseSync): VaultRows {
  const transact = transactions(database);
  const insert = {
    key: database.prepare('INSERT INTO keys (owner, wrapped) VALUES (?, ?)'),
    password: database.prepare('INSERT INTO passwords (user_id, hash) VALUES (?, ?)'),
    session: database.prepare('INSERT INTO sessions (id, user_id, created_at, expires_at) VALUES (?, ?, ?, ?)'),
    token: database.prepare('INSERT INTO tokens (token_hash, purpose, user_id, expires_at, source) VALUES (?, ?, ?, ?, ?)'),
    personal_token: database.prepare('INSERT INTO personal_tokens VALUES (?, ?, ?, ?, ?, ?)'),
    answer: database.prepare(
      'INSERT INTO answers (scope, key, fingerprint, status, headers, body, expires_at, user_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    ),
    ai_key: database.prepare('INSERT INTO ai_keys (owner, wrapped) VALUES (?, ?)'),
    place: database.prepare('INSERT INTO places (recipient, id, kind, at, expires_at) VALUES (?, ?, ?, ?, ?)'),
    provider_tokens: database.prepare('INSERT INTO provider_tokens (owner, platform, wrapped) VALUES (?, ?, ?)'),
    revocation: database.prepare('INSERT INTO revocations (id, wrapped, expires_at) VALUES (?, ?, ?)'),
    push_target: database.prepare('INSERT INTO push_targets (id, owner, endpoint_hash, wrapped) VALUES (?, ?, ?, ?)'),
    program_key: database.prepare('INSERT INTO program_keys (name, wrapped) VALUES (?, ?)'),
    ledger: database.prepare('INSERT INTO ledgers (owner, number, ledger, succeeds) VALUES (?, ?, ?, ?)'),
    head: database.prepare('INSERT INTO heads (owner, number, size, at, head) VALUES (?, ?, ?, ?, ?)'),
    signing_key: database.prepare('INSERT INTO signing_keys (number, key_id, public_key, wrapped, since, until) VALUES (?, ?, ?, ?, ?, ?)'),
  };

  function put(row: VaultRow): void {
    if (row.kind === 'key') insert.key.run(row.owner, row.wrapped);
    else if (row.kind === 'ai_key') insert.ai_key.run(row.owner, row.wrapped);
    else if (row.kind === 'password') insert.password.run(row.user_id, row.hash);
    else if (row.kind === 'session') {
      const { id, user_id, created_at, expires_at } = row.session;
      insert.session.run(id, user_id, created_at, expires_at);
    } else if (row.kind === 'token') {
      const { token_hash, purpose, user_id, expires_at, source = null } = row.token;
      insert.token.run(token_hash, purpose, user_id, expires_at, source);
    } else if (row.kind === 'personal_token') insert.personal_token.run(...personalTokenRow(row.personal));
    else if (row.kind === 'place') {
      const { id, kind, at, expires_at } = row.place;
      insert.place.run(row.recipient, id, kind, at, expires_at);
    } else if (row.kind === 'provider_tokens') insert.provider_tokens.run(row.owner, row.platform, row.wrapped);
    else if (row.kind === 'revocation') insert.revocation.run(row.id, row.wrapped, row.expires_at);
    else if (row.kind === 'program_key') insert.program_key.run(row.name, row.wrapped);
    else if (row.kind === 'ledger') {
      const { owner, number, ledger, succeeds } = row.ledger;
      insert.ledger.run(owner, number, ledger, succeeds);
    } else if (row.kind === 'head') {
      const { owner, number, size, at, head } = row.head;
      insert.head.run(owner, number, size, at, head);
    } else if (row.kind === 'signing_key') {
      const { number, key_id, public_key, wrapped, since, until } = row.key;
      insert.signing_key.run(number, key_id, public_key, wrapped, since, until);
    } else if (row.kind === 'push_target') {
      const { id, owner, endpoint_hash, wrapped } = row.target;
      insert.push_target.run(id, owner, endpoint_hash, wrapped);
    } else {
      const { scope, key, fingerprint, status, headers, body, expires_at, user_id } = row.answer;
      insert.answer.run(scope, key, fingerprint, status, headers, body, expires_at, user_id);
    }
  }

  return {
    async *all() {
      for (const { rows } of TABLES) yield* rows(database);
    },
    clear: async () => transact(() => database.exec(TABLES.map(({ name }) => `DELETE FROM ${name};`).join(' '))),
    put: async (rows) =>
      transact(() => {
        for (const row of rows) put(row);
      }),
  };
}

export interface EmbeddedSideOptions {
  /** The data folder. It must exist. */
  readonly folder: string;
  readonly masterKey: Uint8Array;
  /** True: refuse a folder that a running program uses. False: read its log beside the program. */
  readonly mustBeFree: boolean;
}

/**
 * Opens the stores of a data folder for a migration.
 * @throws Error if the folder must be free and is not, or the master key is not the vault's own
 */
export async function openEmbeddedSide({ folder, masterKey, mustBeFree }: EmbeddedSideOptions): Promise<MigrationSide> {
  const at = (name: string): string => join(folder, name);
  const { lock, usedBy } = lockIfFree(folder, mustBeFree);
  try {
    // This creates the tables and checks the master key. The rows are read directly, past the vault's caches.
    const vault = openVault({ path: at('vault.db'), masterKey });
    const rows = openDatabase(at('vault.db'), { synchronous: 'FULL', secureDelete: true });
    const log = openSqliteLog({ path: at('events.db') });
    return {
      log,
      vault: sqliteVaultRows(rows),
      anchors: vault,
      hashes: vault,
      anchorsOf: async (hashes) => ({ replaceLogAnchor: async (anchor) => logAnchors(rows, hashes).replace(anchor) }),
      reactors: vault.reactors,
      files: openFiles({ folder: at('files'), vault }),
      fileOwners: () => ownersInFolder(at('files')),
      usedBy,
      async close() {
        await log.close();
        rows.close();
        await vault.close();
        lock?.release();
      },
    };
  } catch (error) {
    lock?.release();
    throw error;
  }
}

function lockIfFree(folder: string, mustBeFree: boolean): { readonly lock: WriterLock | null; readonly usedBy: string | null } {
  try {
    return { lock: lockFolder(folder), usedBy: null };
  } catch (error) {
    if (mustBeFree || !(error instanceof FolderInUse)) throw error;
    return { lock: null, usedBy: error.holder };
  }
}
