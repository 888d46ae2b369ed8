import { join } from 'node:path';
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { StoredPlace } from '../../ports/secrets.ts';
import type { StoredSession, StoredToken } from '../../ports/tokens.ts';
import { openSqliteLog } from '../event-log/sqlite-log.ts';
import { openFiles } from '../files/folder-files.ts';
import { openDatabase, transactions } from '../sqlite/database.ts';
import { FolderInUse, lockFolder, type WriterLock } from '../sqlite/writer-lock.ts';
import type { WrappedAnswer } from '../vault/answers.ts';
import { openVault } from '../vault/sqlite-vault.ts';
import { personalTokenOf, personalTokenRow, tokenOf } from '../vault/tokens.ts';
import { ownersInFolder } from './copy-files.ts';
import type { MigrationSide, VaultRow, VaultRows } from './side.ts';

type Row = Record<string, SQLOutputValue>;

const READS: Readonly<Record<string, (row: Row) => VaultRow>> = {
  keys: (row) => ({ kind: 'key', ...(row as { owner: string; wrapped: Uint8Array }) }),
  passwords: (row) => ({ kind: 'password', ...(row as { user_id: string; hash: string }) }),
  sessions: (row) => ({ kind: 'session', session: { ...(row as unknown as StoredSession) } }),
  tokens: (row) => ({ kind: 'token', token: tokenOf({ ...(row as unknown as StoredToken) }) }),
  personal_tokens: (row) => ({ kind: 'personal_token', personal: personalTokenOf(row) }),
  answers: (row) => ({ kind: 'answer', answer: { ...(row as unknown as WrappedAnswer) } }),
  places: ({ recipient, ...row }) => ({ kind: 'place', recipient: String(recipient), place: row as unknown as StoredPlace }),
  provider_tokens: (row) => ({ kind: 'provider_tokens', ...(row as { owner: string; platform: string; wrapped: Uint8Array }) }),
  revocations: (row) => ({ kind: 'revocation', ...(row as { id: string; wrapped: Uint8Array; expires_at: string }) }),
  ai_keys: (row) => ({ kind: 'ai_key', ...(row as { owner: string; wrapped: Uint8Array }) }),
};

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
    else {
      const { scope, key, fingerprint, status, headers, body, expires_at, user_id } = row.answer;
      insert.answer.run(scope, key, fingerprint, status, headers, body, expires_at, user_id);
    }
  }

  return {
    async *all() {
      for (const [table, read] of Object.entries(READS))
        for (const row of database.prepare(`SELECT * FROM ${table}`).iterate()) yield read(row);
    },
    clear: async () =>
      transact(() =>
        database.exec(
          Object.keys(READS)
            .map((table) => `DELETE FROM ${table};`)
            .join(' '),
        ),
      ),
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
