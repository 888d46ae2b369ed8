import type { DatabaseSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import type { StoredPersonalToken, StoredSession, StoredToken } from '../../ports/tokens.ts';
import { prepareSelect } from '../sqlite/statements.ts';
import { storedJson } from '../stored-json.ts';

/** Earlier versions created the table without this column. */
function addSource(database: DatabaseSync): void {
  const columns = database.prepare("SELECT name FROM pragma_table_info('tokens')").all();
  if (!columns.some(({ name }) => name === 'source')) database.exec('ALTER TABLE tokens ADD COLUMN source TEXT');
}

export type TokenRow = Omit<StoredToken, 'source'> & { readonly source: string | null };

export function tokenOf({ source, ...token }: TokenRow): StoredToken {
  return typeof source === 'string' ? { ...token, source } : token;
}

export function tokens(database: DatabaseSync) {
  addSource(database);
  const columns = 'token_hash, purpose, user_id, expires_at, source';
  const select = prepareSelect<TokenRow>(database, `SELECT ${columns} FROM tokens WHERE token_hash = ?`);
  const selectThose = prepareSelect<TokenRow>(
    database,
    `SELECT ${columns} FROM tokens WHERE user_id = ? AND purpose = ? ORDER BY expires_at, token_hash`,
  );
  const take = prepareSelect<TokenRow>(database, `DELETE FROM tokens WHERE token_hash = ? RETURNING ${columns}`);
  const upsert = database.prepare(`
    INSERT INTO tokens (${columns}) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET purpose = excluded.purpose, user_id = excluded.user_id, expires_at = excluded.expires_at,
      source = excluded.source`);
  const endThose = database.prepare('DELETE FROM tokens WHERE user_id = ? AND purpose = ?');
  const forgetUser = database.prepare('DELETE FROM tokens WHERE user_id = ?');
  const expire = database.prepare('DELETE FROM tokens WHERE expires_at <= ?');
  const asToken = (row: TokenRow | undefined) => (row ? tokenOf({ ...row }) : null);
  return {
    get: (tokenHash: string) => asToken(select.get(tokenHash)),
    all: (userId: string, purpose: string) => selectThose.all(userId, purpose).map((row) => tokenOf({ ...row })),
    take: (tokenHash: string) => asToken(take.get(tokenHash)),
    put: ({ token_hash, purpose, user_id, expires_at, source }: StoredToken) =>
      void upsert.run(token_hash, purpose, user_id, expires_at, source ?? null),
    end: (userId: string, purpose: string) => void endThose.run(userId, purpose),
    forget: (userId: string) => void forgetUser.run(userId),
    sweep: (now: string) => void expire.run(now),
  };
}

export const PERSONAL_TOKENS_TABLE = `
  CREATE TABLE IF NOT EXISTS personal_tokens (
    id TEXT PRIMARY KEY, token_hash TEXT NOT NULL UNIQUE, user_id TEXT NOT NULL, scopes TEXT NOT NULL,
    expires_at TEXT, last_used_at TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS personal_tokens_by_user ON personal_tokens (user_id, id);
`;

/** `scopes` is a JSON list. */
export type PersonalTokenRow = Omit<StoredPersonalToken, 'scopes'> & { readonly scopes: string };

export const personalTokenOf = ({ scopes, ...row }: PersonalTokenRow): StoredPersonalToken => ({ ...row, scopes: storedJson(scopes) });
export const personalTokenRow = ({ id, token_hash, user_id, scopes, expires_at, last_used_at }: StoredPersonalToken) =>
  [id, token_hash, user_id, JSON.stringify(scopes), expires_at, last_used_at] as const;

export function personalTokens(database: DatabaseSync) {
  const select = prepareSelect<PersonalTokenRow>(database, 'SELECT * FROM personal_tokens WHERE token_hash = ?');
  const selectOf = prepareSelect<PersonalTokenRow>(database, 'SELECT * FROM personal_tokens WHERE user_id = ? ORDER BY id');
  const replace = database.prepare('INSERT OR REPLACE INTO personal_tokens VALUES (?, ?, ?, ?, ?, ?)');
  const use = database.prepare('UPDATE personal_tokens SET last_used_at = ? WHERE id = ?');
  const remove = database.prepare('DELETE FROM personal_tokens WHERE id = ?');
  const forgetUser = database.prepare('DELETE FROM personal_tokens WHERE user_id = ?');
  return {
    get(tokenHash: string): StoredPersonalToken | null {
      const row = select.get(tokenHash);
      return row ? personalTokenOf(row) : null;
    },
    of: (userId: string): readonly StoredPersonalToken[] => selectOf.all(userId).map(personalTokenOf),
    put: (token: StoredPersonalToken) => void replace.run(...personalTokenRow(token)),
    use: (id: string, at: string) => void use.run(at, id),
    remove: (id: string) => void remove.run(id),
    forget: (userId: string) => void forgetUser.run(userId),
  };
}

/** Sessions, cached until they are written, because every signed-in request looks one up. */
export function sessions(database: DatabaseSync) {
  const select = prepareSelect<StoredSession>(database, 'SELECT id, user_id, created_at, expires_at FROM sessions WHERE id = ?');
  const upsert = database.prepare(`
    INSERT INTO sessions (id, user_id, created_at, expires_at) VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET user_id = excluded.user_id, created_at = excluded.created_at, expires_at = excluded.expires_at`);
  const renew = database.prepare('UPDATE sessions SET expires_at = ? WHERE id = ?');
  const remove = database.prepare('DELETE FROM sessions WHERE id = ?');
  const removeAll = database.prepare('DELETE FROM sessions WHERE user_id = ? AND id IS NOT ?');
  const expire = database.prepare('DELETE FROM sessions WHERE expires_at <= ?');
  const cache = new LRUCache<string, StoredSession>({ maxSize: 10_000, sizeCalculation: () => 1 });
  return {
    get(id: string): StoredSession | null {
      const known = cache.get(id);
      if (known) return known;
      const row = select.get(id);
      if (!row) return null;
      const session: StoredSession = { ...row };
      cache.set(id, session);
      return session;
    },
    put({ id, user_id, created_at, expires_at }: StoredSession): void {
      upsert.run(id, user_id, created_at, expires_at);
      cache.delete(id);
    },
    renew(id: string, expiresAt: string): boolean {
      cache.delete(id);
      return renew.run(expiresAt, id).changes > 0;
    },
    end(id: string): void {
      remove.run(id);
      cache.delete(id);
    },
    endAll(userId: string, but?: string): void {
      removeAll.run(userId, but ?? null);
      cache.clear();
    },
    sweep(now: string): void {
      if (expire.run(now).changes > 0) cache.clear();
    },
  };
}
