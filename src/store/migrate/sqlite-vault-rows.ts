import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { StoredToken } from '../../ports/link-tokens.ts';
import type { StoredPlace } from '../../ports/places.ts';
import type { StoredSession } from '../../ports/sessions.ts';
import { transactions } from '../sqlite/database.ts';
import { personalTokenOf, personalTokenRow } from '../vault/personal-tokens.ts';
import { tokenOf } from '../vault/tokens.ts';
import type { WrappedAnswer } from '../vault/wrapped-answer.ts';
import type { VaultRow, VaultRows } from './vault-rows.ts';

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
