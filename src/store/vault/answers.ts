import type { DatabaseSync } from 'node:sqlite';
import { KEPT_BYTES, type KeptAnswer, LEAST_BYTES, type StoredPlace } from '../../ports/secrets.ts';
import { prepareSelect } from '../sqlite/statements.ts';
import { storedJson } from '../stored-json.ts';
import type { Wrapping } from './master-key.ts';

type Row = { fingerprint: string; status: number; headers: string; body: Uint8Array; expires_at: string };

/** Earlier versions created the table without this column. */
function addUser(database: DatabaseSync): void {
  const columns = database.prepare("SELECT name FROM pragma_table_info('answers')").all();
  if (!columns.some(({ name }) => name === 'user_id')) database.exec('ALTER TABLE answers ADD COLUMN user_id TEXT');
}

/** Stored answers to requests with an Idempotency-Key. The body is encrypted. The scope of a user contains the user's id. */
export function keptAnswers(database: DatabaseSync, wrap: Wrapping) {
  addUser(database);
  const select = prepareSelect<Row>(
    database,
    'SELECT fingerprint, status, headers, body, expires_at FROM answers WHERE scope = ? AND key = ?',
  );
  const upsert = database.prepare(`
    INSERT INTO answers (scope, key, fingerprint, status, headers, body, expires_at, user_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET fingerprint = excluded.fingerprint, status = excluded.status, headers = excluded.headers,
      body = excluded.body, expires_at = excluded.expires_at, user_id = excluded.user_id`);
  const bytes = `max(length(body) + length(headers) + length(key), ${LEAST_BYTES})`;
  const size = prepareSelect<{ bytes: number }>(database, `SELECT sum(${bytes}) AS bytes FROM answers WHERE scope = ?`);
  const dropOldest = database.prepare(`
    DELETE FROM answers WHERE rowid IN (SELECT rowid FROM (
      SELECT rowid, sum(${bytes}) OVER (ORDER BY expires_at DESC, rowid DESC) AS up_to FROM answers WHERE scope = ?
    ) WHERE up_to > ${KEPT_BYTES})`);
  const forgetUser = database.prepare('DELETE FROM answers WHERE user_id = ?1 OR instr(scope, ?1) > 0');
  const expire = database.prepare('DELETE FROM answers WHERE expires_at <= ?');
  return {
    get(scope: string, key: string): KeptAnswer | null {
      const row = select.get(scope, key);
      if (!row) return null;
      const body = wrap.openAnswer(scope, key, row.body);
      if (body === null) return null;
      const { fingerprint, status, expires_at } = row;
      return { fingerprint, status, headers: storedJson<KeptAnswer['headers']>(row.headers), body, expires_at };
    },
    keep(scope: string, key: string, { fingerprint, status, headers, body, expires_at }: KeptAnswer, about: string | null): void {
      upsert.run(scope, key, fingerprint, status, JSON.stringify(headers), wrap.answer(scope, key, body), expires_at, about);
      if ((size.get(scope)?.bytes ?? 0) > KEPT_BYTES) dropOldest.run(scope);
    },
    forget: (userId: string) => void forgetUser.run(userId),
    sweep: (now: string) => void expire.run(now),
  };
}

/** A stored answer; the body is encrypted with the master key. */
export interface WrappedAnswer {
  readonly scope: string;
  readonly key: string;
  readonly fingerprint: string;
  readonly status: number;
  /** The headers as JSON. */
  readonly headers: string;
  readonly body: Uint8Array;
  readonly expires_at: string;
  /** Whose personal data it contains, if the scope does not say so. */
  readonly user_id: string | null;
}

export const PLACES_TABLE = `
  CREATE TABLE IF NOT EXISTS places (
    recipient TEXT NOT NULL, id TEXT NOT NULL, kind TEXT NOT NULL, at TEXT NOT NULL, expires_at TEXT NOT NULL,
    PRIMARY KEY (recipient, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS places_by_expiry ON places (expires_at);
`;

export function places(database: DatabaseSync) {
  const select = prepareSelect<StoredPlace>(database, 'SELECT id, kind, at, expires_at FROM places WHERE recipient = ?');
  const upsert = database.prepare(`
    INSERT INTO places (recipient, id, kind, at, expires_at) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET kind = excluded.kind, at = excluded.at, expires_at = excluded.expires_at`);
  const expire = database.prepare('DELETE FROM places WHERE expires_at <= ?');
  return {
    of: (recipient: string) => select.all(recipient).map((row): StoredPlace => ({ ...row })),
    put: (recipient: string, { id, kind, at, expires_at }: StoredPlace) => void upsert.run(recipient, id, kind, at, expires_at),
    sweep: (now: string) => void expire.run(now),
  };
}
